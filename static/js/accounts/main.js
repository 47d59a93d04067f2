/* Copies text that is shown only once. */

import { showToast } from "../frame/toast.js";

for (const button of document.querySelectorAll("[data-copy-text]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const shown = document.getElementById(button.dataset.copyText);
    await navigator.clipboard.writeText(shown.textContent.trim());
    showToast(button.textContent.trim() + " ✓");
  });
}
