/** Public pages: live updates, the followed team, and reasons in a dialog. */

import "./live.js";
import "./follow.js";
import "./why.js";
