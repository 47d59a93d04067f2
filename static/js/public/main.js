/** What a public page does: it follows what is new, marks one team, and opens reasons. */

import "./live.js";
import "./follow.js";
import "./why.js";
