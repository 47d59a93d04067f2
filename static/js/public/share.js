/** Buttons of the share page, shown if the browser supports them. */

import { showToast } from "../frame/toast.js";

const DEEDS = {
  share: ({ share: url, title }) => navigator.share({ title, url }).catch(() => undefined),
  copyFrom: async ({ copyFrom }) => {
    const { value } = document.getElementById(copyFrom);
    await navigator.clipboard.writeText(value);
    showToast(value.split("\n", 1)[0]);
  },
};
const CAN = { share: Boolean(navigator.share), copyFrom: Boolean(navigator.clipboard) };

/** Runs again after each live update, which replaces the buttons. */
function showWhatWorks() {
  for (const button of document.querySelectorAll("[data-share], [data-copy-from]")) {
    button.hidden = !Object.keys(CAN).some((deed) => CAN[deed] && deed in button.dataset);
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share], [data-copy-from]");
  if (button) DEEDS["share" in button.dataset ? "share" : "copyFrom"](button.dataset);
});
document.addEventListener("live:updated", showWhatWorks);
showWhatWorks();
