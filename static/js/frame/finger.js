/* Keeps the page unchanged during a press: a button that is replaced or moves between press and
   release gets no click. */

const CLICK_MS = 60; // the click follows the pointerup
const LONGEST_MS = 10000; // longer presses are no clicks, or their end was not reported

const waiting = new Set();
let down = false;
let timer;

export const isDown = () => down;

/** Run now, or once when the current press ends. */
export function whenLifted(work) {
  if (down) waiting.add(work);
  else work();
}

function lift() {
  down = false;
  for (const work of [...waiting]) {
    waiting.delete(work);
    work();
  }
}

function liftAfter(time) {
  clearTimeout(timer);
  timer = setTimeout(lift, time);
}

function press(event) {
  if (event.button) return;
  down = true;
  liftAfter(LONGEST_MS);
}

addEventListener("pointerdown", press, { passive: true, capture: true });
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => down && liftAfter(CLICK_MS), { passive: true, capture: true });
}

/* The pointerup of a press that opened a list goes only to the list. */
addEventListener("change", ({ target }) => {
  if (down && target.matches("select")) liftAfter(CLICK_MS);
}, { capture: true });

/* Drop responses to typing or polling during a press; typing is requested again afterwards. */
addEventListener("htmx:beforeSwap", (event) => {
  if (!down) return;
  const { elt, triggeringEvent: cause } = event.detail.requestConfig;
  if (cause && cause.type !== "input") return;
  event.detail.shouldSwap = false;
  if (cause) whenLifted(() => elt.dispatchEvent(new Event("input")));
});
