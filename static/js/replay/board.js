/* Page for trying cards of a board from the first one. */

import { beginTrial, takeBack } from "./trial.js";

beginTrial(0);
document.querySelector("[data-try-back]").addEventListener("click", takeBack);
