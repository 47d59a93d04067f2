/* Updates the changed parts of the console: each element in the response replaces the one with the
   same id. Pauses while the user fills in a field or the page is hidden. Commands are sent without
   leaving the page; their responses update it at once. */

import { whenLifted } from "../frame/finger.js";
import "../frame/keys.js";
import { showToast } from "../frame/toast.js";
import { nextNeed, renewRows, walk } from "./rows.js";

const root = document.querySelector("[data-live]");
const lost = document.getElementById("live-lost");
const EVERY_MS = Number(root.dataset.every);
const TYPING_MS = 250;
const PARTS = "[id^=console-]";
let etag = "";
let running = 0;
let typing;

const isBusy = (element) => {
  const active = document.activeElement;
  const isField = /^(input|select|textarea)$/i.test(active.tagName);
  return element.contains(active) && isField && !["radio", "checkbox"].includes(active.type);
};

/* Keep the ancestors of an open field, so that it keeps its text and cursor; update the rest. */
function renewAround(part, fresh) {
  const [old, now] = [[...part.children], [...fresh.children]];
  if (old.length === now.length) old.forEach((child, index) => renew(child, now[index]));
  else renewBeside(old, now);
}

/* Sibling count changed: keep only the open field, replace and reorder all others. */
function renewBeside(old, now) {
  const wanted = `#${CSS.escape(document.activeElement.id || "-")}`;
  const kept = old.find(isBusy);
  const at = now.findIndex((child) => child.matches(wanted) || child.querySelector(wanted));
  if (!kept || at < 0) return;
  old.filter((child) => child !== kept).forEach((child) => child.remove());
  kept.before(...now.slice(0, at));
  kept.after(...now.slice(at + 1));
}

/* Input that is not sent yet survives the replacement of its part. */
function keepFields(part, fresh) {
  for (const field of part.querySelectorAll("form [name]")) {
    const named = fresh.querySelectorAll(`form [name="${CSS.escape(field.name)}"]`);
    const now = [...named].find((each) => field.type !== "radio" || each.value === field.value);
    if (!now || field.type === "hidden") continue;
    if (field.type === "radio") now.checked = field.checked;
    else now.value = field.value;
  }
}

function renew(part, fresh) {
  if (part.isEqualNode(fresh)) return;
  if (renewRows(part, fresh)) {
    etag = ""; // retry with a full response: the order changes once the list is idle
    return;
  }
  if (isBusy(part)) {
    renewAround(part, fresh);
    return;
  }
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const open = [...part.querySelectorAll("details")].map((details) => details.open);
  keepFields(part, fresh);
  part.replaceWith(fresh);
  fresh.querySelectorAll("details").forEach((details, index) => {
    details.open = Boolean(open[index]);
  });
  if (focused) focusLike(focused, fresh);
}

/* Focus the same control in the new part, by its id or key. */
function focusLike(old, fresh) {
  const key = old.dataset.key && `[data-key="${CSS.escape(old.dataset.key)}"]`;
  const wanted = old.id ? `#${CSS.escape(old.id)}` : key;
  if (wanted) (fresh.matches(wanted) ? fresh : fresh.querySelector(wanted))?.focus({ preventScroll: true });
}

function renewAll(page) {
  for (const fresh of page.querySelectorAll(PARTS)) {
    const part = document.getElementById(fresh.id);
    if (part && part.closest(PARTS) === part) renew(part, document.adoptNode(fresh));
  }
}

const pageOf = (text) => new DOMParser().parseFromString(text, "text/html");

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
    const page = pageOf(await response.text());
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

/* Commands ------------------------------------------------------------------------------------ */

/* The response is the whole page, with the messages about the command. */
async function send(address, data, button) {
  const mine = ++running;
  if (button) button.disabled = true;
  try {
    const response = await fetch(address, { method: "POST", body: data, credentials: "same-origin" });
    const page = pageOf(await response.text());
    if (!response.ok || !page.querySelector("#console")) {
      location.assign(response.redirected ? response.url : location.href);
      return;
    }
    lost.hidden = true;
    say(page);
    if (mine === running) renewAll(page);
    etag = "";
  } catch {
    lost.hidden = false;
  } finally {
    if (button) button.disabled = false;
  }
}

/* Errors stay in the page; confirmations are toasts. */
function say(page) {
  document.querySelectorAll("main > .messages").forEach((each) => each.remove());
  const refused = page.querySelectorAll(".messages .notice-bad, .messages .notice-error");
  for (const notice of page.querySelectorAll("main > .messages .notice")) {
    if (![...refused].includes(notice)) showToast(notice.textContent.trim());
  }
  if (refused.length) {
    const box = document.createElement("div");
    box.className = "wrap messages";
    box.append(...refused);
    document.querySelector("main").prepend(box);
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest('button[form="console-form"]:not([data-plain])');
  if (button) {
    event.preventDefault();
    const data = new FormData(document.getElementById("console-form"), button);
    const asked = new URL(location.href);
    if (asked.searchParams.has("ask")) {
      asked.searchParams.delete("ask");
      history.replaceState(null, "", asked);
    }
    await send(button.formAction, data, button);
    return;
  }
  const link = event.target.closest("a[data-live-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  await go(link.href);
  document.querySelector("[data-focus]")?.focus();
});

document.addEventListener("submit", async (event) => {
  if (!event.target.matches(".side-message")) return;
  event.preventDefault();
  const form = event.target;
  const text = form.elements.text;
  await send(form.action, new FormData(form, event.submitter), event.submitter);
  text.value = "";
  document.querySelector(".side-message [name=text]").value = "";
});

/* Navigation ---------------------------------------------------------------------------------- */

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

document.addEventListener("console:key", ({ detail }) => {
  if (detail === "ArrowDown") walk(1);
  if (detail === "ArrowUp") walk(-1);
  if (detail === "N") {
    const link = nextNeed();
    if (link) go(link.href);
  }
});

addEventListener("popstate", () => refresh(true));
document.addEventListener("visibilitychange", () => document.hidden || refresh());
setInterval(() => document.hidden || refresh(), EVERY_MS);
