/* Short notifications with an undo. The server sends them as HX-Trigger event "toast". */

const SHOWN_MS = 8000;

/**
 * Show `text` for eight seconds; hover or focus pauses the timer. `undo` is called when the visitor
 * undoes the action.
 */
export function showToast(text, undo) {
  const area = document.getElementById("toasts");
  if (!area) return;
  const toast = document.createElement("div");
  toast.className = "toast";
  const words = document.createElement("span");
  words.textContent = text;
  toast.append(words);
  if (undo) toast.append(undoButton(area.dataset.undo, toast, undo));
  area.append(toast);
  leaveAfter(toast, SHOWN_MS);
}

function undoButton(word, toast, undo) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = word;
  button.addEventListener("click", () => {
    toast.remove();
    undo();
  });
  return button;
}

function leaveAfter(toast, ms) {
  let timer = setTimeout(() => toast.remove(), ms);
  const hold = () => clearTimeout(timer);
  const release = () => {
    clearTimeout(timer);
    timer = setTimeout(() => toast.remove(), ms);
  };
  toast.addEventListener("pointerenter", hold);
  toast.addEventListener("pointerleave", release);
  toast.addEventListener("focusin", hold);
  toast.addEventListener("focusout", release);
}

/* {"toast": {"text": "…", "undo": "/address/"}}: undo posts to that URL. */
document.addEventListener("toast", (event) => {
  const { text, undo } = event.detail;
  showToast(text, undo && (() => window.htmx?.ajax("POST", undo, { swap: "none" })));
});
