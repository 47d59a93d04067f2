/* Keyboard of the director's console: data-key="R" on a button or link, "7" and "12" for tables. */

const DIGITS_MS = 600;
let digits = "";
let timer;

const isTyping = (element) =>
  element.isContentEditable || /^(input|select|textarea)$/i.test(element.tagName);

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

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (/^[0-9]$/.test(event.key)) digit(event.key);
  else if (press(event.key.length === 1 ? event.key.toUpperCase() : event.key)) {
    event.preventDefault();
  }
});
