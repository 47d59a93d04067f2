/* Counts down every <time data-deadline="…"> by the server's clock, not the visitor's.

   The server's time comes from data-now next to the deadline on uncached pages, or from
   setServerTime() with the event stream or a response's Date header. data-warn: seconds left at
   which the clock warns (60 by default). A paused clock has no deadline. */

const LAST_MINUTE_S = 60;
let serverOffsetMs;

/** Set the server's current time, in milliseconds since the epoch. */
export function setServerTime(ms) {
  const offset = ms - Date.now();
  // Ignore small differences, caused by latency, so that the clock does not jump.
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

/* data-over on the clock: text of its [data-clock-label] after the deadline. */
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
