/* Keeps the match pad, its styles and its scripts on the device, so that it opens without a
 * network. The page comes from the network first, files from the device first. */

const { version, page, files } = {{ config|safe }};
const FILES = `pad-files-${version}`;
const PAGES = "pad-page";
const PAGE_WAIT_MS = 3000;

addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(dropOld().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && url.pathname === page) {
    event.respondWith(pageOf(event.request));
  } else if (files.includes(url.pathname)) event.respondWith(fileOf(event.request, url.pathname));
});

async function keepAll() {
  const cache = await caches.open(FILES);
  await Promise.all(files.map((path) => keep(cache, path).catch(() => undefined)));
  await keep(await caches.open(PAGES), page);
}

async function keep(cache, path) {
  const response = await fetch(path, { cache: "no-cache" });
  if (response.ok) await cache.put(path, response);
}

async function dropOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("pad-files-") && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function pageOf(request) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(page);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(page, response.clone());
    return response;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PAGE_WAIT_MS));
  return Promise.race([fresh.catch(() => kept), late]);
}

async function fileOf(request, path) {
  const cache = await caches.open(FILES);
  return (await cache.match(path)) ?? fetch(request);
}
