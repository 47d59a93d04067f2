/* "What if?": other cards tried in the page, each with its value, also offline.

   The search runs in a worker (solver/main.js); meanwhile playable cards are buttons. */

const all = (selector) => document.querySelectorAll(selector);
const one = (selector) => document.querySelector(selector);
const panel = one("[data-try]");
const trial = JSON.parse(one("#trial-data")?.textContent ?? "null");

let worker;
let asked = 0;
let played = [];
let least = 0;
let at;
let values = new Map();

export const isTrying = () => Boolean(panel && !panel.hidden);

/** Try cards after the first `count` of the deal; the page has drawn them. */
export function beginTrial(count) {
  played = trial.played.slice(0, count);
  least = count;
  panel.hidden = false;
  ask();
}

/** End the trial; the caller redraws the deal. */
export function endTrial() {
  if (!isTrying()) return;
  panel.hidden = true;
  asked += 1;
  unmark();
}

/** Take back the last tried card; false if there is none. */
export function takeBack() {
  if (played.length <= least) return false;
  played = played.slice(0, -1);
  ask();
  return true;
}

const tileOf = (card) => one(`[data-card="${trial.cards[card]}"]`);

function ask() {
  wake();
  asked += 1;
  values = new Map();
  unmark();
  drawOutlook(null);
  worker.postMessage({ id: asked, trial, played });
}

/* Load the search at the first interaction, so that it is available offline later. */
function wake() {
  worker ??= start();
}

function start() {
  const begun = new Worker(panel.dataset.worker, { type: "module" });
  begun.addEventListener("message", ({ data }) => {
    if (data.id !== asked || !isTrying()) return;
    if (data.at) drawPosition(data.at);
    else drawValue(data.card, data.points);
  });
  return begun;
}

function unmark() {
  for (const badge of all(".try-badge")) badge.remove();
  for (const tile of all(".is-open")) {
    tile.classList.remove("is-open", "is-best");
    for (const name of ["role", "tabindex", "aria-label"]) tile.removeAttribute(name);
  }
}

function drawPosition(position) {
  at = position;
  const gone = new Set(played);
  for (const tile of all("[data-order]")) {
    const isGone = gone.has(trial.cards.indexOf(tile.dataset.card));
    tile.classList.toggle("is-played", isGone);
    tile.classList.remove("is-waiting");
  }
  for (const seat of all("[data-seat]")) {
    seat.classList.toggle("is-turn", trial.seats.indexOf(seat.dataset.seat) === at.seat);
  }
  drawTrick();
  drawTried();
  for (const [side, points] of Object.entries({ NS: at.won[0], EW: at.won[1] })) {
    const cell = one(`[data-points="${side}"]`);
    if (cell) cell.textContent = points;
  }
  drawOutlook(at.seat < 0 ? at.won[0] : null);
  for (const card of at.open) {
    const tile = tileOf(card);
    tile.classList.add("is-open");
    tile.setAttribute("role", "button");
    tile.setAttribute("tabindex", "0");
  }
}

function drawTrick() {
  const winner = at.trick.length === trial.seats.length ? at.seat : -1;
  for (const slot of all("[data-slot]")) {
    const seat = trial.seats.indexOf(slot.dataset.slot);
    const lying = at.trick.find((entry) => entry[0] === seat);
    slot.replaceChildren(...(lying ? [faceOf(lying[1])] : []));
    slot.classList.toggle("is-winner", seat === winner);
    slot.classList.toggle("is-leader", seat !== winner && seat === at.trick[0]?.[0]);
  }
  one("[data-mark]")?.replaceChildren();
}

const faceOf = (card) => tileOf(card).querySelector(".tile").cloneNode(true);

function drawTried() {
  const row = one("[data-try-cards]");
  row.replaceChildren(...played.slice(least).map(faceOf));
  row.hidden = played.length === least;
  one("[data-try-back]").disabled = played.length === least;
}

/** A card's value: the loss for its side against the best card known so far. */
function drawValue(card, points) {
  values.set(card, points);
  const isNs = at.seat % 2 === 0;
  const best = (isNs ? Math.max : Math.min)(...values.values());
  for (const [each, value] of values) {
    const tile = tileOf(each);
    const loss = Math.abs(best - value);
    const words = loss ? `−${loss}` : panel.dataset.wordsBest;
    tile.querySelector(".try-badge")?.remove();
    tile.classList.toggle("is-best", !loss);
    const badge = document.createElement("span");
    badge.className = "try-badge";
    badge.setAttribute("aria-hidden", "true");
    badge.textContent = loss ? words : "✓";
    tile.append(badge);
    const name = tile.querySelector(".tile .sr, .tile [aria-label]");
    tile.setAttribute("aria-label", `${name?.textContent ?? tile.dataset.card}, ${words}`);
  }
  if (values.size === at.open.length) drawOutlook(best);
}

/** The final points of both sides; null while being computed. */
function drawOutlook(northSouth) {
  one("[data-try-wait]").hidden = northSouth !== null;
  one("[data-try-outlook]").hidden = northSouth === null;
  if (northSouth === null) return;
  const ours = Math.min(Math.max(northSouth, 0), at.total);
  for (const [side, points] of Object.entries({ NS: ours, EW: at.total - ours })) {
    one(`[data-try-points="${side}"]`).textContent = points;
  }
  const sweep = northSouth > at.total ? "NS" : northSouth < 0 ? "EW" : "";
  for (const mark of all("[data-try-sweep]")) mark.hidden = mark.dataset.trySweep !== sweep;
}

function choose(tile) {
  played = [...played, trial.cards.indexOf(tile.dataset.card)];
  ask();
}

if (panel) {
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, wake, { once: true, capture: true });
  }
  document.addEventListener("click", (event) => {
    const tile = isTrying() && event.target.closest(".is-open");
    if (tile) choose(tile);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const tile = isTrying() && event.target.closest?.(".is-open");
    if (!tile) return;
    event.preventDefault();
    choose(tile);
  });
}
