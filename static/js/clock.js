/* Counts down every <time data-deadline="…">, by the server's clock in data-now. */

const LAST_MINUTE_S = 60;

function written(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const rest = String(left % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/* The page's clock may be wrong; the difference to the server's is taken when it is first seen. */
function offsetOf(clock) {
  if (clock.offsetMs === undefined) {
    clock.offsetMs = clock.dataset.now ? Date.parse(clock.dataset.now) - Date.now() : 0;
  }
  return clock.offsetMs;
}

function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const now = Date.now() + offsetOf(clock);
    const left = (Date.parse(clock.dataset.deadline) - now) / 1000;
    const text = written(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("is-last", left <= LAST_MINUTE_S);
  }
}

tick();
setInterval(tick, 500);
