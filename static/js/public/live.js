/* Keeps a page up to date with its tournament.

   <div data-live data-events="…" data-version="…" data-follows="…"> contains regions (data-region,
   each with an id). The event stream sends the newest version; the page then fetches its own body
   (?fragment=1, or data-part where a URL has had several formats) and replaces the regions that
   differ. Without a stream it polls every fifteen seconds. Nothing moves during a press, pointer
   movement or scroll; rows (data-row) animate to their new position once. */

import { setServerTime, tick } from "../frame/clock.js";
import { isDown } from "../frame/finger.js";

const POLL_MS = 15000;
const REST_MS = 900;
const SPREAD_MS = 2000;
const AT_MOST_EVERY_MS = 5000; // the stream sends a longer interval under load
const TRAVEL_MS = 250;

const page = document.querySelector("[data-live]");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const seen = new Map();
let shown = page?.dataset.version;
let news;
let source;
let waiting;
let lastFetch = 0;
let every = AT_MOST_EVERY_MS;
let etag;
let touchedAt = 0;

/** The newest known version: of everything or of the official standings, as data-follows says. */
const newest = () => news?.[page.dataset.follows] ?? shown;
const regions = (root) => [...root.querySelectorAll("[data-region]")];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/* ---- when it is safe to change the page ---- */

const touched = () => (touchedAt = Date.now());
const POINTS = ["pointerdown", "pointermove", "pointerup", "pointercancel"];
for (const name of [...POINTS, "wheel", "touchmove", "scroll", "keydown"]) {
  addEventListener(name, touched, { passive: true, capture: true });
}

const isQuiet = () =>
  !isDown() && Date.now() - touchedAt > REST_MS && !document.querySelector("[data-region] details[open]");

async function quiet() {
  while (!isQuiet()) await pause(150);
}

/* ---- replacing regions ---- */

const places = (root) =>
  new Map([...root.querySelectorAll("[data-row]")].map((row) => [row.dataset.row, row]));

function replace(region, fresh) {
  const before = new Map();
  for (const [key, row] of places(region)) before.set(key, row.getBoundingClientRect().top);
  const focused = region.contains(document.activeElement) ? pathOf(document.activeElement) : "";
  const filled = fieldsOf(region).map(({ name, value, checked }) => ({ name, value, checked }));
  region.replaceChildren(...fresh.childNodes);
  fillIn(region, filled);
  for (const name of ["class", "hidden"]) {
    if (fresh.hasAttribute(name)) region.setAttribute(name, fresh.getAttribute(name));
    else region.removeAttribute(name);
  }
  if (focused) region.querySelector(focused)?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("live:updated", { detail: { region } }));
  if (!still.matches) travel(region, before);
}

/* Keep entered and selected values; a removed choice takes the server's default. */

const fieldsOf = (root) => [...root.querySelectorAll("input[name], select[name], textarea[name]")];
const isChoice = (field) => field.type === "radio" || field.type === "checkbox";

function fillIn(region, filled) {
  for (const field of fieldsOf(region)) {
    const same = filled.filter((each) => each.name === field.name);
    const before = isChoice(field) ? same.find((each) => each.value === field.value) : same[0];
    if (!before) continue;
    if (!isChoice(field)) field.value = before.value;
    else if (field.type === "checkbox" || before.checked) field.checked = before.checked;
  }
}

function pathOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : "";
}

function travel(region, before) {
  for (const [key, row] of places(region)) {
    const from = before.get(key);
    if (from === undefined) continue;
    const way = from - row.getBoundingClientRect().top;
    if (!way || Math.abs(way) > innerHeight * 2) continue;
    row.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], {
      duration: TRAVEL_MS,
      easing: "ease-out",
    });
  }
}

function apply(html) {
  const root = new DOMParser().parseFromString(html, "text/html");
  let changed = false;
  for (const fresh of regions(root)) {
    const region = document.getElementById(fresh.id);
    if (!region) return location.reload();
    if (seen.get(fresh.id) === fresh.outerHTML) continue;
    seen.set(fresh.id, fresh.outerHTML);
    replace(region, fresh);
    changed = true;
  }
  const here = regions(page).map((region) => region.id);
  if (here.some((id) => !root.getElementById(id))) return location.reload();
  if (changed) tick();
}

/* ---- fetching ---- */

function address() {
  const url = new URL(location.href);
  url.hash = "";
  url.searchParams.set("fragment", page.dataset.part || "1");
  url.searchParams.set("v", newest()); // bypass responses cached before the change
  return url;
}

async function refresh() {
  lastFetch = Date.now();
  const headers = etag ? { "If-None-Match": etag } : {};
  const answer = await fetch(address(), { headers, cache: "no-store", credentials: "same-origin" });
  const date = Date.parse(answer.headers.get("Date"));
  if (date && !isStreaming()) setServerTime(date + 500);
  if (answer.status !== 200 && answer.status !== 304) return;
  shown = answer.headers.get("X-Version") || shown;
  page.dataset.follows = answer.headers.get("X-Follows") || page.dataset.follows;
  if (answer.status === 304) return;
  const tag = answer.headers.get("ETag");
  const html = await answer.text();
  await quiet();
  apply(html);
  etag = tag;
}

/* Spread requests randomly: many pages get the same event at once. */
async function follow() {
  if (waiting) return;
  waiting = true;
  try {
    while (newest() !== shown && !document.hidden) {
      const late = Math.max(0, lastFetch + every - Date.now());
      await pause(late + Math.random() * SPREAD_MS);
      await refresh();
      if (!isStreaming()) break;
    }
  } catch {
    /* Offline: the next event or poll retries. */
  } finally {
    waiting = false;
  }
}

/* ---- the stream, and polling without it ---- */

const isStreaming = () => source?.readyState === EventSource.OPEN;

function listen() {
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource(page.dataset.events);
  source.addEventListener("version", (event) => {
    news = JSON.parse(event.data);
    every = news.every * 1000;
    setServerTime(news.now);
    follow();
  });
}

function poll() {
  if (document.hidden || isStreaming()) return;
  listen(); // browsers do not retry a rejected stream
  refresh().catch(() => {});
}

function wake() {
  if (document.hidden) {
    source?.close();
    return;
  }
  listen();
  if (newest() !== shown) follow();
}

if (page) {
  for (const region of regions(page)) seen.set(region.id, region.outerHTML);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  listen();
  setInterval(poll, POLL_MS);
  addEventListener("pagehide", () => source?.close());
}

