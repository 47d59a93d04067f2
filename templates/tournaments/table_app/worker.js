/* Keeps the table's page, its styles and its scripts on the phone, so that it opens without a
 * network. Pages come from the network first, files from the phone first. */

const { version, shell } = {{ config|safe }};
const FILES = `table-files-${version}`;
const PAGES = "table-pages";
const PAGE_WAIT_MS = 4000;
const isPage = (url) => /\/table\/[-\w]+\/$/.test(url.pathname);

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(FILES)
      .then((cache) => Promise.all(shell.map((path) => keep(cache, path))))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(dropOld().then(() => clients.claim()).then(keepOpenPages));
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && isPage(url)) event.respondWith(page(event.request));
  else if (shell.includes(url.pathname)) event.respondWith(file(event.request));
});

async function keep(cache, path) {
  const response = await fetch(path, { cache: "no-cache" });
  if (response.ok) await cache.put(path, response);
}

async function dropOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("table-files-") && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/* The page that registered this worker was loaded before it could be kept. */
async function keepOpenPages() {
  const cache = await caches.open(PAGES);
  const open = await clients.matchAll({ type: "window" });
  const paths = open.map((client) => new URL(client.url)).filter(isPage);
  await Promise.all(paths.map((url) => keep(cache, url.pathname).catch(() => undefined)));
}

async function page(request) {
  const cache = await caches.open(PAGES);
  const path = new URL(request.url).pathname;
  const kept = await cache.match(path);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(path, response.clone());
    return response.status >= 500 && kept ? kept : response; // a server in trouble is as good as none
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PAGE_WAIT_MS));
  return Promise.race([fresh.catch(() => kept), late]);
}

async function file(request) {
  const cache = await caches.open(FILES);
  return (await cache.match(new URL(request.url).pathname)) ?? fetch(request);
}
