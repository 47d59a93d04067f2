/* Entry desk by keyboard: arrows select a row, a key acts on it, with an optimistic update.
   Requests for one row run in sequence, those of different rows in parallel; requests for the whole
   desk wait for all earlier ones and block all later ones. Responses contain the changed parts of
   the page. */

import { update } from "../frame/dom.js";
import { whenLifted } from "../frame/finger.js";
import { showToast } from "../frame/toast.js";

const root = document.getElementById("desk");
document.documentElement.classList.add("has-desk");
const form = document.getElementById("desk-form");
const lost = document.getElementById("desk-lost");
const PARTS = ["desk-head", "desk-filter", "desk-list", "side"];
const REMEMBERED = 20;
const TO_FILL = "#side [data-focus]";
const AGAIN_MS = 3000;
const TYPING_MS = 250;
let cursor = "";
let barrier = Promise.resolve();
const lines = new Map();
let pending = 0;
let count = 0;
let isMixed = false;
let pressed = [];
let typing;

/* Latin or Cyrillic characters on any layout; other scripts by key position. */
const LETTERS = {
  t: "here", т: "here",
  p: "pay", п: "pay",
  k: "card", к: "card",
  z: "late", з: "late",
  o: "leave", о: "leave",
  v: "refund", в: "refund", w: "refund",
};
const PLACES = {
  KeyT: "here", KeyP: "pay", KeyK: "card", KeyZ: "late", KeyO: "leave", KeyV: "refund", KeyW: "refund",
};
const deedOf = (event) => LETTERS[event.key?.toLowerCase()]
  ?? (/^[a-z]$/i.test(event.key) ? undefined : PLACES[event.code]);
const isUndo = (event) => (event.ctrlKey || event.metaKey) && !event.shiftKey
  && (/^[zзя]$/i.test(event.key) || (event.code === "KeyZ" && !/^[a-z]$/i.test(event.key)));

// `randomUUID` is missing on plain HTTP, which clubs often use.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// Row with the cursor -------------------------------------------------------------------------

const rows = () => [...document.querySelectorAll("[data-row]")];
const rowAt = () => document.getElementById(`row-${cursor}`);
const isField = (element) => /^(input|select|textarea)$/i.test(element.tagName)
  && element.type !== "radio";

function mark(row, { focus = true } = {}) {
  document.querySelectorAll(".is-cursor").forEach((old) => old.classList.remove("is-cursor"));
  if (!row) return;
  cursor = row.dataset.row;
  row.classList.add("is-cursor");
  if (!focus) return;
  (row.querySelector(".desk-next") ?? row.querySelector("a"))?.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

function move(by) {
  const all = rows();
  const at = all.indexOf(rowAt());
  mark(all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]);
}

// Requests and rendering ----------------------------------------------------------------------

/* Optimistic update, only where the response is certain. */
function showAtOnce(what, row) {
  if (!row) return;
  row.setAttribute("aria-busy", "true");
  const shown = document.querySelector(`template[data-shown="${what}"]`);
  const cell = shown && row.querySelector(`.desk-${shown.dataset.cell}`);
  if (!cell || (shown.dataset.cell === "payment" && !row.matches("[data-owes]"))) return;
  if (shown.dataset.cell === "presence" && !row.querySelector("[value^=here]")) return;
  const hadFocus = cell.contains(document.activeElement);
  cell.replaceChildren(shown.content.cloneNode(true));
  if (shown.dataset.cell === "payment") row.removeAttribute("data-owes");
  if (hadFocus) mark(row);
}

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

function tell(page) {
  for (const said of page.querySelectorAll("[data-said]")) showToast(said.textContent);
}

/* While other requests are pending, only this response's row is current. */
function showRow(page, id) {
  const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
  tell(page);
  if (!old || !fresh) return;
  const hadFocus = old.contains(document.activeElement);
  const isMarked = old.matches(".is-cursor");
  const line = document.importNode(fresh, true);
  old.replaceWith(line);
  if (isMarked) mark(line, { focus: hadFocus });
}

function show(page) {
  const inList = document.getElementById("desk-list").contains(document.activeElement)
    || document.activeElement === document.body;
  for (const id of PARTS) {
    const [part, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (!part || !fresh || (isField(document.activeElement) && part.contains(document.activeElement)
      && id !== "desk-list")) continue;
    update(part, [...fresh.childNodes]);
  }
  tell(page);
  mark(rowAt(), { focus: inList && Boolean(cursor) });
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/* Retry until received: the idempotency key prevents duplicates. */
async function ask(address, body) {
  for (;;) {
    try {
      const response = await fetch(address, {
        method: body ? "POST" : "GET", body, headers: { "X-Desk": "1" }, cache: "no-store",
      });
      if (response.redirected || response.status === 403) location.reload();
      lost.hidden = true;
      return response;
    } catch {
      lost.hidden = false;
      if (!body) return null;
      await pause(AGAIN_MS);
    }
  }
}

/* The parsed response, if any; the row's next request need not wait until it is rendered. */
async function answered(address, body) {
  const response = await ask(address, body);
  if (!response || response.status === 204 || response.status >= 500) return null;
  return { page: parsed(await response.text()), row: response.headers.get("X-Row") };
}

async function showAnswer(answer, row, mine) {
  await new Promise(whenLifted);
  if (answer.row) cursor = answer.row;
  if (!isMixed && mine === count) show(answer.page);
  else if (row && !lines.has(row)) showRow(answer.page, `row-${row}`);
  else if (!row) isMixed = true;
  else tell(answer.page);
}

/* A request with a ``row`` waits only for that row's requests, others for all earlier ones. */
function send(address, body, row = "") {
  const before = row ? lines.get(row) ?? barrier : Promise.all([barrier, ...lines.values()]);
  if (body) {
    isMixed ||= pending > 0;
    pending += 1;
    count += 1;
    if (body.has("do")) pressed = [body.get("key"), ...pressed].slice(0, REMEMBERED);
  }
  const mine = count;
  const done = before.then(() => answered(address, body)).then(async (answer) => {
    if (row && lines.get(row) === done) lines.delete(row);
    if (body) pending -= 1;
    if (answer) await showAnswer(answer, row, mine);
    if (isMixed && !pending && body) {
      isMixed = false;
      await renew(true);
    }
  });
  if (row) lines.set(row, done);
  else if (body) barrier = done;
  return done;
}

function bodyOf(source, values = {}) {
  const body = new FormData(source);
  body.set("key", newKey());
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  return new URLSearchParams([...body]);
}

const here = (address) => `${address}${location.search}`;
function press(what, row = cursor, address = root.dataset.do) {
  const body = bodyOf(form, { do: `${what}:${row}` });
  showAtOnce(what, document.getElementById(`row-${row}`));
  send(here(address), body, row);
}

/* Parallel requests may run out of order: send the keys of the actions, newest first. */
function undo() {
  const button = document.querySelector("[data-undo]");
  const address = button.getAttribute("formaction").split("?")[0];
  return send(here(address), bodyOf(form, { of: pressed.join(" ") }));
}

let renewing = Promise.resolve();

function renew(force = false) {
  if (pending && !force) return renewing;
  const url = new URL(root.dataset.live, location.href);
  url.search = location.search;
  if (!force) url.searchParams.set("mark", document.getElementById("desk-mark").dataset.mark);
  renewing = send(url);
  return renewing;
}

function go(search, focus) {
  history.replaceState(null, "", search || location.pathname);
  return renew(true).then(() => document.querySelector(focus || TO_FILL)?.focus());
}

// Keyboard, clicks, typing --------------------------------------------------------------------

function onKey(event) {
  if (isUndo(event) && !isField(event.target)) {
    event.preventDefault();
    undo();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") leave(event);
  else if (isField(event.target)) fromField(event);
  else inList(event);
}

function leave(event) {
  if (isField(event.target)) event.target.blur();
  if (/[?&](team|new|close)=/.test(location.search)) go("");
  mark(rowAt() ?? rows()[0]);
}

function fromField(event) {
  if (event.target.id !== "q" || !["ArrowDown", "Enter"].includes(event.key)) return;
  event.preventDefault();
  Promise.all([barrier, renewing]).then(() => mark(rows()[0]));
}

function inList(event) {
  const deed = deedOf(event);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "/") document.getElementById("q").focus();
  else if (event.key === "+") document.querySelector("[data-new], [data-late]")?.click();
  else if (deed === "late" && rowAt()?.querySelector("[data-seat]")) rowAt().querySelector("[data-seat]").click();
  else if (deed && cursor && !event.repeat) press(deed);
  else return;
  event.preventDefault();
}

function onClick(event) {
  const row = event.target.closest("[data-row]");
  if (row) mark(row, { focus: false });
  const link = event.target.closest("[data-stay], [data-open], [data-new]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const isPhone = matchMedia("(width < 900px)").matches;
    go(new URL(link.href).search, link.matches("[data-new]") ? "#side input:not([type=hidden])" : "")
      .then(() => isPhone && link.hash && document.getElementById("side").scrollIntoView());
    return;
  }
  const button = event.target.closest("[data-press], [data-undo]");
  if (!button) return;
  event.preventDefault();
  if (button.matches("[data-undo]")) undo();
  else {
    const address = (button.getAttribute("formaction") ?? root.dataset.do).split("?")[0];
    const [what, team] = button.value.split(":");
    if (button.name === "do" && team) press(what, team, address);
    else send(here(address), bodyOf(form, { [button.name]: button.value }));
  }
}

function onSubmit(event) {
  const sent = event.target.closest("[data-send], [data-auto]");
  if (!sent) return;
  event.preventDefault();
  const button = event.submitter;
  const values = button?.name ? { [button.name]: button.value } : {};
  send(here(sent.getAttribute("action").split("?")[0]), bodyOf(sent, values));
  document.activeElement.blur();
}

addEventListener("keydown", onKey);
document.addEventListener("focusin", (event) => {
  const row = event.target.closest("[data-row]");
  if (row && row.dataset.row !== cursor) mark(row, { focus: false });
});
document.addEventListener("click", onClick);
document.addEventListener("submit", onSubmit);
document.addEventListener("change", (event) => {
  const auto = event.target.closest("[data-auto]");
  if (auto) send(here(auto.getAttribute("action")), bodyOf(auto));
});
document.addEventListener("input", (event) => {
  if (event.target.id !== "q") return;
  clearTimeout(typing);
  typing = setTimeout(() => {
    const url = new URL(location.href);
    url.searchParams.set("q", event.target.value);
    if (!event.target.value) url.searchParams.delete("q");
    go(url.search);
  }, TYPING_MS);
});
setInterval(() => document.hidden || renew(), Number(root.dataset.every));
const toFill = document.querySelector(TO_FILL);
mark(document.getElementById(location.hash.slice(1)) ?? rows()[0], {
  focus: !toFill && !matchMedia("(pointer: coarse)").matches,
});
toFill?.focus();
