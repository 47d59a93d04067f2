/* Leaves the page as it is while a finger or a mouse button is down: a button that is replaced or
   moves between press and release is never clicked. */

const CLICK_MS = 60; // the click comes a little after the finger has gone
const LONGEST_MS = 10000; // whoever rests for longer presses nothing, or the end was not told

const waiting = new Set();
let down = false;
let timer;

export const isDown = () => down;

/** Do this now, or once as soon as what is under the finger may change. */
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

/* The end of a press that opened a list is told to the list alone. */
addEventListener("change", ({ target }) => {
  if (down && target.matches("select")) liftAfter(CLICK_MS);
}, { capture: true });

/* An answer to typing, or to asking every second, that comes under a finger is dropped: typing is
   answered again when the finger has gone. */
addEventListener("htmx:beforeSwap", (event) => {
  if (!down) return;
  const { elt, triggeringEvent: cause } = event.detail.requestConfig;
  if (cause && cause.type !== "input") return;
  event.detail.shouldSwap = false;
  if (cause) whenLifted(() => elt.dispatchEvent(new Event("input")));
});
