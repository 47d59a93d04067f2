/* Copies the URL of a helper's link. */

import { showToast } from "../frame/toast.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const address = `${location.protocol}//${button.dataset.copy}`;
    await navigator.clipboard.writeText(address);
    showToast(address);
  });
}
