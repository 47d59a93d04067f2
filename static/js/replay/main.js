/* Steps through a replay in the page: links, keys, slider, swipe and autoplay. The server renders
   one step and sends all as data; every link works without scripts. */

import { showToast } from "../frame/toast.js";
import { beginTrial, endTrial, isTrying, takeBack } from "./trial.js";

const AUTO_MS = 1400;
const SWIPE_PX = 40;
const root = document.getElementById("replay");
const data = JSON.parse(document.getElementById("replay-data").textContent);
const last = data.frames.length - 1;
let step = Number(root.dataset.step);
let timer = 0;

const all = (selector) => document.querySelectorAll(selector);
const one = (selector) => document.querySelector(selector);
const clamp = (number) => Math.max(0, Math.min(last, number));

const ways = {
  first: () => 0,
  trick_back: () => data.stops.filter((stop) => stop < step).pop() ?? 0,
  back: () => clamp(step - 1),
  next: () => clamp(step + 1),
  trick_on: () => data.stops.find((stop) => stop > step) ?? last,
  last: () => last,
};

function drawHands(frame) {
  for (const tile of all("[data-order]")) {
    const order = Number(tile.dataset.order);
    const kind = tile.dataset.kind;
    const played = order >= 0 && order < frame.played && frame.kind !== "end";
    tile.classList.toggle("is-played", played);
    tile.classList.toggle("is-aside", !played && kind === "aside" && step >= data.asideAt);
    tile.classList.toggle("is-waiting", !played && kind === "late" && step < data.dealtAt);
  }
  for (const seat of all("[data-seat]")) {
    seat.classList.toggle("is-turn", seat.dataset.seat === frame.turn);
  }
}

function drawTrick(frame) {
  const whole = frame.trick.length === data.seats.length;
  const leader = frame.trick.length ? frame.trick[0][0] : "";
  for (const slot of all("[data-slot]")) {
    const seat = slot.dataset.slot;
    const played = frame.trick.find((entry) => entry[0] === seat);
    const parts = played ? all(`[data-card="${played[1]}"] > *`) : [];
    slot.replaceChildren(...[...parts].map((part) => part.cloneNode(true)));
    const wins = whole && seat === frame.winner;
    slot.classList.toggle("is-winner", wins);
    slot.classList.toggle("is-leader", !wins && seat === leader);
  }
  const kind = frame.kind === "deal" || frame.kind === "call" ? "auction" : frame.kind;
  const mark = one(`template[data-mark-for="${kind}"]`);
  one("[data-mark]").replaceChildren(...(mark ? [mark.content.cloneNode(true)] : []));
}

function drawLists(frame) {
  for (const cell of all("[data-call]")) {
    const number = Number(cell.dataset.call);
    cell.classList.toggle("is-future", number >= frame.calls);
    cell.classList.toggle("is-now", frame.kind === "call" && number === frame.calls - 1);
  }
  for (const row of all("[data-trick]")) {
    row.classList.toggle("is-future", Number(row.dataset.trick) > frame.tricks);
  }
  for (const item of all("[data-said]")) {
    item.classList.toggle("is-future", Number(item.dataset.said) >= frame.played);
  }
  for (const cell of all("[data-points]")) cell.textContent = frame.points[cell.dataset.points];
  for (const cell of all("[data-announced]")) {
    cell.textContent = frame.announced[cell.dataset.announced];
  }
  for (const contract of all("[data-contract]")) contract.hidden = step < data.dealtAt;
  for (const sheet of all("[data-at-end]")) sheet.hidden = frame.kind !== "end";
}

function drawCost() {
  const line = one("[data-cost-text]");
  const words = one(`template[data-cost-at="${step}"]`);
  line?.replaceChildren(...(words ? [words.content.cloneNode(true)] : []));
}

function drawControls() {
  for (const link of all("[data-go]")) {
    const target = ways[link.dataset.go]();
    link.href = `?step=${target}`;
    if (target === step) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  one("[data-number]").textContent = step;
  one("#step").value = step;
  const asked = one('#costs input[name="step"]');
  if (asked) asked.value = step;
}

function show(number) {
  endTrial();
  step = clamp(number);
  const frame = data.frames[step];
  one("[data-text]").textContent = frame.text;
  drawHands(frame);
  drawTrick(frame);
  drawLists(frame);
  drawCost();
  drawControls();
  history.replaceState(null, "", step ? `?step=${step}` : location.pathname);
}

const auto = one("[data-auto]");

function stop() {
  clearInterval(timer);
  timer = 0;
  auto.textContent = root.dataset.wordsPlay;
}

function toggleAuto() {
  if (timer) return stop();
  if (step === last) show(0);
  auto.textContent = root.dataset.wordsPause;
  timer = setInterval(() => {
    show(step + 1);
    if (step === last) stop();
  }, AUTO_MS);
}

function go(name) {
  stop();
  if (name === "back" && isTrying() && takeBack()) return;
  show(ways[name]());
}

/* Try other cards from here; from the first card if no seat is in turn. */
function tryFromHere() {
  stop();
  const frame = data.frames[step];
  const inPlay = step >= data.dealtAt && frame.kind !== "end" && frame.turn;
  if (!inPlay) show(data.dealtAt);
  beginTrial(inPlay ? frame.played : 0);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go], [data-step-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.go) return go(link.dataset.go);
  stop();
  show(Number(link.dataset.stepTo));
});

const keys = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" };
const keysWithShift = { ArrowRight: "trick_on", ArrowLeft: "trick_back" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(input|select|textarea)$/i.test(event.target.tagName)) return;
  const name = (event.shiftKey ? keysWithShift : keys)[event.key];
  if (name) go(name);
  else if (event.key?.toLowerCase() === "p") toggleAuto();
  else return;
  event.preventDefault();
});

one("[data-try-begin]")?.addEventListener("click", tryFromHere);
one("[data-try-back]")?.addEventListener("click", takeBack);
one("[data-try-end]")?.addEventListener("click", () => show(step));

one("#step").addEventListener("input", (event) => {
  stop();
  show(Number(event.target.value));
});
one("[data-slider]").addEventListener("submit", (event) => event.preventDefault());
auto.addEventListener("click", toggleAuto);

/* Swipe left for the next step, right for the previous one; vertical swipes still scroll. */
const table = one("[data-table]");
let start = null;
table.addEventListener("pointerdown", (event) => {
  start = event.isPrimary && event.pointerType !== "mouse" ? event : null;
});
table.addEventListener("pointerup", (event) => {
  if (!start) return;
  const across = event.clientX - start.clientX;
  const down = event.clientY - start.clientY;
  start = null;
  if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(down)) return;
  go(across < 0 ? "next" : "back");
});
table.addEventListener("pointercancel", () => {
  start = null;
});

const copy = one("[data-copy]");
copy.addEventListener("click", async () => {
  const field = one("#share");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  showToast(root.dataset.wordsCopied);
});

for (const hidden of all("[data-with-script], [data-auto], [data-copy], [data-try-begin]")) {
  hidden.hidden = false;
}
for (const spare of all("[data-without-script]")) spare.hidden = true;
