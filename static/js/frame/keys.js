/* Keyboard shortcuts of working pages: data-key="R" on a button or link, "7" and "12" for tables.

   Latin layouts match the character, others the key position, so that users need not switch
   layouts. Keys without an element are dispatched as "console:key" events. */

const DIGITS_MS = 600;
let digits = "";
let timer;

const isTyping = (element) =>
  element.isContentEditable
  || (/^(input|select|textarea)$/i.test(element.tagName)
    && !["radio", "checkbox", "button"].includes(element.type));

/* Enter activates a focused control instead of a shortcut. */
const isPressing = (element, key) =>
  key === "Enter" && element.closest("a, button, summary, input, select, textarea");

function press(key) {
  const target = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!target || target.disabled) return false;
  if (/^(input|select)$/i.test(target.tagName)) target.focus();
  else target.click();
  return true;
}

/* Two digits in quick succession are one table; a single one waits for a second. */
function digit(key) {
  digits += key;
  clearTimeout(timer);
  const done = () => {
    press(digits);
    digits = "";
  };
  const more = document.querySelector(`[data-key^="${digits}"]:not([data-key="${digits}"])`);
  if (more) timer = setTimeout(done, DIGITS_MS);
  else done();
}

/** Normalised key: "R", "+", "7", "Enter". */
function keyOf({ key, code, shiftKey }) {
  if (key.length !== 1) return key;
  if (/^[0-9]$/.test(key)) return key;
  if (!shiftKey && /^Digit[0-9]$/.test(code)) return code.at(-1);
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const isLetter = /\p{L}/u.test(key);
  return isLetter && /^Key[A-Z]$/.test(code) ? code.at(-1) : key.toUpperCase();
}

document.addEventListener("keydown", (event) => {
  const { target } = event;
  // Browser autofill sends events without a key.
  if (!event.key || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(target)) {
    if (event.key === "Escape") target.blur();
    return;
  }
  const key = keyOf(event);
  if (isPressing(target, key)) return;
  if (/^[0-9]$/.test(key)) digit(key);
  else if (press(key)) event.preventDefault();
  else if (/^(Arrow(Up|Down)|[A-Z])$/.test(key)) {
    document.dispatchEvent(new CustomEvent("console:key", { detail: key }));
    if (key.startsWith("Arrow") && !target.matches("input")) event.preventDefault();
  }
});
