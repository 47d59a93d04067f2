/* Counts down every <time data-deadline="…"> by the server's clock, not the visitor's.

   Where the server's time comes from: data-now beside the deadline on pages that are never kept,
   or setServerTime() from the event stream or an answer's Date head. data-warn is the number of
   seconds from which the clock says so (60 by default). A paused clock has no deadline. */

const LAST_MINUTE_S = 60;
let serverOffsetMs;

/** Tell the clock what time it is at the server, in milliseconds of the epoch. */
export function setServerTime(ms) {
  const offset = ms - Date.now();
  // Small differences are the network's; the clock must not hop for them.
  if (serverOffsetMs === undefined || Math.abs(offset - serverOffsetMs) > 1500) {
    serverOffsetMs = offset;
    tick();
  }
}

export function written(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const rest = String(left % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function offsetOf(clock) {
  if (serverOffsetMs !== undefined) return serverOffsetMs;
  if (clock.offsetMs === undefined) {
    clock.offsetMs = clock.dataset.now ? Date.parse(clock.dataset.now) - Date.now() : 0;
  }
  return clock.offsetMs;
}

/* data-over on the clock: what its [data-clock-label] says once the time is up. */
function label(clock, isOver) {
  const words = clock.dataset.over && clock.closest("[data-clock]")?.querySelector("[data-clock-label]");
  if (!words) return;
  words.dataset.left ??= words.textContent;
  const text = isOver ? clock.dataset.over : words.dataset.left;
  if (words.textContent !== text) words.textContent = text;
}

export function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const now = Date.now() + offsetOf(clock);
    const left = (Date.parse(clock.dataset.deadline) - now) / 1000;
    const text = written(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("is-last", left <= Number(clock.dataset.warn || LAST_MINUTE_S));
    label(clock, left <= 0);
  }
}

tick();
setInterval(tick, 250);
