/* Renews the parts of a page that have changed: every element that comes back with an id takes the
   place of the one with the same id. Waits while somebody fills something in or looks elsewhere. */

import { whenLifted } from "../frame/finger.js";
import "../frame/keys.js";

const root = document.querySelector("[data-live]");
const lost = document.getElementById("live-lost");
const EVERY_MS = Number(root.dataset.every);
const TYPING_MS = 250;
let etag = "";
let running = 0;
let typing;

const isBusy = (element) => {
  const active = document.activeElement;
  return (
    element.contains(active) && /^(input|select|textarea)$/i.test(active.tagName)
  );
};

/* The way down to an open field stays, so that it keeps its text and cursor; all else is renewed. */
function renewAround(part, fresh) {
  const [old, now] = [[...part.children], [...fresh.children]];
  if (old.length !== now.length) return;
  old.forEach((child, index) => renew(child, now[index]));
}

function renew(part, fresh) {
  if (part.isEqualNode(fresh)) return;
  if (isBusy(part)) {
    renewAround(part, fresh);
    return;
  }
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const open = [...part.querySelectorAll("details")].map((details) => details.open);
  part.replaceWith(fresh);
  fresh.querySelectorAll("details").forEach((details, index) => {
    details.open = Boolean(open[index]);
  });
  if (focused?.id) document.getElementById(focused.id)?.focus({ preventScroll: true });
}

function renewAll(page) {
  for (const fresh of [...page.body.children]) {
    const part = fresh.id && document.getElementById(fresh.id);
    if (part) renew(part, fresh);
  }
}

async function refresh(always = false) {
  const mine = ++running;
  const headers = etag && !always ? { "If-None-Match": etag } : {};
  try {
    const response = await fetch(root.dataset.live + location.search, {
      headers,
      cache: "no-store",
      credentials: "same-origin",
    });
    if (response.redirected) location.reload();
    if (mine !== running) return;
    lost.hidden = response.ok || response.status === 304;
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    await new Promise(whenLifted);
    if (mine !== running) return;
    etag = response.headers.get("ETag") ?? "";
    renewAll(page);
  } catch {
    lost.hidden = false;
  }
}

function go(address) {
  const url = new URL(address, location.href);
  history.pushState(null, "", url.search + url.hash || location.pathname);
  return refresh(true);
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-live-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const isPhone = matchMedia("(width < 900px)").matches;
  await go(link.href);
  if (link.hash && isPhone) document.querySelector(link.hash)?.scrollIntoView();
});

function fieldChanged(field) {
  const url = new URL(location.href);
  if (field.value) url.searchParams.set(field.name, field.value);
  else url.searchParams.delete(field.name);
  history.replaceState(null, "", url);
  refresh(true);
}

document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-live-field]")) return;
  clearTimeout(typing);
  typing = setTimeout(() => fieldChanged(event.target), TYPING_MS);
});

addEventListener("popstate", () => refresh(true));
document.addEventListener("visibilitychange", () => document.hidden || refresh());
setInterval(() => document.hidden || refresh(), EVERY_MS);
