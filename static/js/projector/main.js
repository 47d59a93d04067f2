/* Cycles through the projector's slides: each [data-slide] in order, for data-seconds or the
   default. Space or → shows the next one, ← the previous one. */

import "../public/live.js";

const SHOWN_S = 20;
let current = 0;
let left;

const slides = () => [...document.querySelectorAll("[data-slide]")];

function show() {
  const all = slides();
  if (!all.length) return;
  current = (current + all.length) % all.length;
  left ??= Number(all[current].dataset.seconds) || SHOWN_S;
  all.forEach((slide, index) => (slide.hidden = index !== current));
  const words = document.getElementById("slide-words");
  if (words) words.textContent = all[current].dataset.words;
  countdown(all);
}

function countdown(all) {
  const next = document.getElementById("slide-next");
  if (!next) return;
  const coming = all[(current + 1) % all.length];
  next.textContent =
    all.length < 2
      ? ""
      : next.dataset.words
          .replace("%(words)s", coming.dataset.words.toLocaleLowerCase(document.documentElement.lang))
          .replace("%(seconds)s", left);
}

function turn(step) {
  current += step;
  left = undefined;
  show();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === " ") turn(1);
  if (event.key === "ArrowLeft") turn(-1);
});
document.addEventListener("live:updated", show);
setInterval(() => {
  left -= 1;
  if (left <= 0) turn(1);
  else countdown(slides());
}, 1000);
show();

/* Keep the screen awake. */
const awake = () => navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", () => document.hidden || awake());
awake();
