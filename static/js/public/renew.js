/* Refreshes an embedded part every few minutes, without cookies.

   Keeps the part while a link in it has focus, and after failed requests. */

const EVERY_MS = 5 * 60_000;

async function renew() {
  if (document.hidden || document.querySelector("main :focus")) return;
  const answer = await fetch(location.href, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("main");
  if (fresh) document.querySelector("main").replaceChildren(...fresh.childNodes);
}

setInterval(() => renew().catch(() => {}), EVERY_MS);
