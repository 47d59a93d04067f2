/* Common code of both scorer pages: rows from the server, the outbox, and other scorers'
   positions. */

import { whenLifted } from "../frame/finger.js";
import { h, symbol, update } from "../frame/dom.js";
import { ask } from "../table/net.js";
import { Outbox, overOf, post, randomKey } from "./net.js";
import { doubtNotice, hereCard } from "./side.js";

const EVERY_MS = 2000;
const PLACE_MS = 800;
const STAY_MS = 8000;
const GROUPS = { compare: "missing", to_come: "missing", same: "recorded" };

const data = JSON.parse(document.getElementById("desk-data").textContent);
const params = new URLSearchParams(location.search);
const element = (id) => document.getElementById(id);
export const { words } = data;
export const given = data;
export const isSecond = params.has("twice");
export const rows = new Map();
export const desk = { current: null, last: null, ending: null, filter: "", wanted: "" };
let etag = "";
let clock = 0; // logical time of requests and stored steps
let trouble = "";
let page; // callbacks of the page for its rows

/** A text with its values. */
export const say = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");

export const outbox = new Outbox(`desk:${data.code}:${data.user}`, data.urls.step, {
  done: stepDone,
  changed: showSaved,
});

/** Start; `own.show(row)` updates a row's cells, `own.isDirty(row)` prevents overwriting them. */
export function start(own) {
  page = own;
  for (const each of data.rows) {
    const tr = element(`row-${each.play}`);
    const inputs = [...tr.querySelectorAll("[data-cell]")];
    rows.set(each.play, { play: each.play, data: each, tr, inputs });
  }
  for (const row of rows.values()) showRow(row);
  showSide(data);
  document.body.classList.add("has-script");
  setInterval(() => document.hidden || refresh(), EVERY_MS);
  setInterval(stayInPlace, STAY_MS);
  outbox.send();
  showSaved();
}

/* Rows ---------------------------------------------------------------------------------------- */

export const stateOf = (row) => (outbox.has(row.play) ? "kept" : row.data.state);
export const needsLook = (row) => ["doubtful", "differs"].includes(stateOf(row));
export const isMissing = (row) => ["missing", "compare", "to_come"].includes(stateOf(row));
export const isFree = (row) => !row.data.whose;
export const inOrder = () => [...rows.values()];
export const visible = () => inOrder().filter((row) => !row.tr.hidden);

/* Ignore responses older than the row's last stored step. */
function takeRow(fresh, asked = ++clock) {
  const row = rows.get(fresh.play);
  if (!row || row.asked > asked) return;
  row.asked = asked;
  row.data = fresh;
  row.problem = "";
  if (!outbox.has(row.play) && !page.isDirty(row)) page.fill(row);
  showRow(row);
}

export function showRow(row) {
  const { tr, data: known } = row;
  const kept = outbox.has(row.play);
  const mine = desk.current === row && !kept && isMissing(row);
  tr.dataset.state = stateOf(row);
  tr.classList.toggle("is-here", desk.current === row);
  tr.classList.toggle("is-taken", Boolean(known.whose));
  tr.dataset.whose = known.whose;
  const look = kept ? ["triangle", "silent", words.kept]
    : mine ? ["ring", "entered", words.here]
      : [known.shape, known.colour, known.words];
  const [shape, colour, text] = row.problem ? ["cross", "dispute", row.problem] : look;
  const state = h("span", { class: `state state-${colour}` }, symbol(shape), h("span", {}, text));
  update(tr.querySelector(".desk-state"), [state]);
  for (const input of row.inputs) input.readOnly = Boolean(known.whose);
  page.show(row);
  showFilters();
}

function showFilters() {
  const groups = inOrder().map((row) => GROUPS[row.data.state] ?? row.data.state);
  for (const count of document.querySelectorAll("[data-count]")) {
    const { count: key } = count.dataset;
    count.textContent = key ? groups.filter((each) => each === key).length : groups.length;
  }
  const n = groups.filter((each) => each === "recorded").length;
  element("desk-count").textContent = say(words.count, { n, all: groups.length });
  inOrder().forEach((row, index) => {
    const fits = !desk.filter || groups[index] === desk.filter || desk.current === row;
    row.tr.hidden = !fits || !desk.wanted.split(/\s+/).every((word) => isFound(row, word));
  });
  showDoubts();
  showHere();
}

const isFound = (row, word) =>
  row.data.search.split(" ").some((each) => each.startsWith(word)) || row.data.search.includes(` ${word}`);

/* Moving between rows ------------------------------------------------------------------------- */

/** The next free row after this one, cyclically, that satisfies `wanted`. */
export function nextRow(from, wanted) {
  const all = visible();
  const at = all.indexOf(from);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find((row) => isFree(row) && wanted(row));
}

export function enterRow(row) {
  if (desk.current === row) return;
  const before = desk.current;
  desk.current = row;
  desk.ending = null;
  row.told = false;
  if (before) showRow(before);
  showRow(row);
  takePlace();
}

/** Go to the next missing row; after the last one, to rows that need a check. */
export function goOn(row) {
  const next = nextRow(row, isMissing);
  desk.ending = next ? null : row;
  if (next) page.focus(next);
  else goOnAtEnd();
}

/* Which rows need a check is known when everything is sent. */
function goOnAtEnd() {
  const row = desk.ending;
  if (!row || outbox.items.length) return;
  desk.ending = null;
  const next = nextRow(row, needsLook) ?? (needsLook(row) && row);
  if (next) page.focus(next);
  else offerNext();
}

/* Nothing is missing: focus the link to the next page. */
function offerNext() {
  if (inOrder().some((row) => isMissing(row) || needsLook(row))) return;
  const go = h("a", { class: "btn btn-primary", href: data.urls.next, id: "desk-next" }, words.complete);
  showSaid(go);
  element("desk-next").focus();
}

/* Steps --------------------------------------------------------------------------------------- */

export function send(row, step) {
  desk.last = row;
  outbox.add({ play: row.play, seen: row.data.mark, second: isSecond, ...step });
  showRow(row);
}

function stepDone(item, answer) {
  const row = rows.get(item.play);
  if (answer.kind === "ok") {
    takeRow(answer.data.row);
    showSide(answer.data);
  } else if (row) {
    row.problem = answer.data.problem ?? "";
    showRow(row);
  }
  goOnAtEnd();
}

/** Confirm the typed result, or choose it from two versions. */
export function vouch(row) {
  const { rivals, state } = row.data;
  const typed = page.typed(row);
  if (state === "differs" && rivals.length > 1) send(row, { version: rivals[1][0] });
  else if (typed && (row.data.may_vouch || state === "differs")) send(row, { typed, vouched: true });
}

/** Keep the earlier version. */
export function keepFormer(row) {
  if (row.data.rivals.length) {
    page.forget(row);
    send(row, { version: row.data.rivals[0][0] });
  }
}

/** The row that a check key applies to: this one, or the one typed last. */
export function inDoubt() {
  const { current, last } = desk;
  if (current && needsLook(current)) return current;
  return last && needsLook(last) ? last : null;
}

export async function undo() {
  const unsent = outbox.takeLast();
  if (unsent) {
    const row = rows.get(unsent.play);
    page.forget(row);
    page.fill(row);
    showRow(row);
    return;
  }
  const answer = await post(data.urls.undo, { play: 1, key: randomKey() });
  if (answer.kind === "ok") {
    const row = rows.get(answer.data.row.play);
    if (row) page.forget(row);
    takeRow(answer.data.row);
    showSide(answer.data);
    showSaid(words.undone);
  } else {
    showSaid(answer.data?.problem ?? words.waiting);
  }
}

/* Other scorers ------------------------------------------------------------------------------- */

export async function refresh() {
  const asked = ++clock;
  const answer = await ask(data.urls.rows, { etag });
  if (answer.kind !== "away" && overOf(answer) !== outbox.over) {
    outbox.over = overOf(answer);
    showSaved();
    if (!outbox.over) outbox.send();
  }
  if (answer.kind !== "ok") return;
  etag = answer.etag ?? "";
  await new Promise(whenLifted);
  for (const each of answer.data.rows) takeRow(each, asked);
  if (inOrder().some((row) => row.asked > asked)) etag = "";
  showSide(answer.data);
}

let placeTimer;
let lastKey = 0;

/** Send the current row and its input, debounced. */
export function takePlace() {
  lastKey = Date.now();
  clearTimeout(placeTimer);
  placeTimer = setTimeout(tellPlace, desk.current?.told ? PLACE_MS : 0);
}

async function tellPlace() {
  const row = desk.current;
  if (!row) return;
  row.told = true;
  if (!isMissing(row) && !needsLook(row) && !page.isDirty(row)) {
    leavePlace();
    return;
  }
  const typed = Object.fromEntries(row.inputs.map((input) => [input.dataset.cell, input.value]));
  const seen = row.data.mark; // stale once the row has changed, so the server rejects the claim
  const answer = await post(data.urls.place, { play: row.play, key: randomKey(), typed, seen });
  if (answer.kind !== "conflict" || desk.current !== row) return;
  showSaid(answer.data.problem);
  await refresh();
  if (row.data.whose && !page.isDirty(row)) goOn(row);
}

function leavePlace() {
  clearTimeout(placeTimer);
  post(data.urls.place, { play: 1, key: randomKey(), version: 0 });
}

/** The scorer has left the grid. */
export function leaveRow() {
  const row = desk.current;
  if (!row) return;
  desk.current = null;
  row.told = false;
  showRow(row);
  leavePlace();
}

function stayInPlace() {
  if (desk.current && !document.hidden && Date.now() - lastKey < 8 * STAY_MS) tellPlace();
}

/* Side column --------------------------------------------------------------------------------- */

export function showSaid(said) {
  const place = element("desk-said");
  place.hidden = !said;
  update(place, [said].filter(Boolean));
}

function showSaved() {
  const time = new Date().toTimeString().slice(0, 5);
  const waits = outbox.over || (outbox.items.length && outbox.isAway ? words.waiting : "");
  const place = element("desk-saved");
  place.textContent = waits || say(words.saved, { time });
  place.classList.toggle("bad", Boolean(waits));
  if (waits) showSaid(waits);
  else if (element("desk-said").textContent === trouble) showSaid("");
  trouble = waits;
}

function showSide({ last, others }) {
  const beside = element("desk-others");
  if (beside.textContent !== others) beside.textContent = others;
  if (!last.length) return;
  update(element("desk-last"), last.map((each) => h("li", {},
    h("span", { class: "quiet" }, each.at),
    h("span", {}, [page.nameOf(each), each.who, each.second && words.second].filter(Boolean).join(", ")),
    h("b", {}, each.words))));
}

/* Only one is shown, under the cursor or typed last; filters count the others. */
function showDoubts() {
  const wanted = [desk.current, desk.last, ...inOrder()].find((row) => row && needsLook(row));
  const said = wanted && { name: page.nameOf(wanted.data), typed: page.typedWords(wanted), short: page.shortWords(wanted) };
  update(element("desk-doubts"), wanted ? [doubtNotice(wanted, said, words)] : []);
}

/* It stays when the row is left: removing it would move content under the pointer. */
function showHere() {
  const row = desk.current;
  const place = element("desk-row");
  const title = row && page.titleOf(row.data);
  if (title) place.hidden = false;
  if (title) update(place, hereCard(row, title, stateOf(row), words));
}

/* Clicks -------------------------------------------------------------------------------------- */

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-act]");
  const filter = event.target.closest("[data-filter]");
  if (filter) chooseFilter(filter.dataset.filter);
  if (!pressed) return;
  const [play, version] = pressed.dataset.value.split(" ").map(Number);
  const row = rows.get(play);
  if (pressed.dataset.act === "go") page.focus(row);
  if (pressed.dataset.act === "so") vouch(row);
  if (pressed.dataset.act === "choose") {
    page.forget(row);
    send(row, { version });
  }
});

function chooseFilter(key) {
  desk.filter = key;
  for (const each of document.querySelectorAll("[data-filter]")) {
    each.setAttribute("aria-pressed", String(each.dataset.filter === key));
  }
  showFilters();
}

element("undo-form").addEventListener("submit", (event) => {
  event.preventDefault();
  undo();
});
element("desk-grid").addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget && !element("desk-grid").contains(relatedTarget)) leaveRow();
});
element("desk-round")?.addEventListener("change", (event) => event.target.form.submit());
element("desk-form").addEventListener("submit", (event) => event.preventDefault());
element("desk-wanted").addEventListener("input", ({ target }) => page.search?.(target.value) && showFilters());
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.code === "KeyZ" && !event.shiftKey) {
    event.preventDefault();
    undo();
  } else if (event.key === "/" && event.target !== element("desk-wanted")) {
    event.preventDefault();
    element("desk-wanted").focus();
  }
});
