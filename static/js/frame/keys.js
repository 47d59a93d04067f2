/* Keyboard of working pages: data-key="R" on a button or link, "7" and "12" for tables.

   Letters count as they are printed; where the keyboard writes others than Latin ones, by their
   place, so that nobody has to change the language. A page hears of keys that no element has as the
   event "console:key". */

const DIGITS_MS = 600;
let digits = "";
let timer;

const isTyping = (element) =>
  element.isContentEditable
  || (/^(input|select|textarea)$/i.test(element.tagName)
    && !["radio", "checkbox", "button"].includes(element.type));

/* Enter on a button presses that button. */
const isPressing = (element, key) =>
  key === "Enter" && element.closest("a, button, summary, input, select, textarea");

function press(key) {
  const target = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!target || target.disabled) return false;
  if (/^(input|select)$/i.test(target.tagName)) target.focus();
  else target.click();
  return true;
}

/* Two digits typed quickly are one table; a single one waits for the second. */
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

/** The key as it is meant: "R", "+", "7", "Enter". */
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
  // A browser that fills in a field by itself sends keys without a name.
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
