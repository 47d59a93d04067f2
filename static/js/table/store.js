/* Storage on this phone: the outbox (IndexedDB), and the current state of the page (localStorage).
 *
 * Both work on plain HTTP in a local network, where many browser features are disabled. */

const NAME = "belot-table";
const OUTBOX = "outbox";

let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(OUTBOX, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Run one request on the outbox in its own transaction; resolves when it is committed. */
async function run(mode, act) {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(OUTBOX, mode, { durability: "strict" });
    const request = act(transaction.objectStore(OUTBOX));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const keepItem = (item) => run("readwrite", (store) => store.put(item));
export const dropItem = (key) => run("readwrite", (store) => store.delete(key));

/** All unsent items of all tables, oldest first. */
export async function allItems() {
  const items = await run("readonly", (store) => store.getAll());
  return items.sort((one, other) => one.seq - other.seq);
}

/** Stored data of a table: sides, drafts, the round and the current screen. */
export function remembered(token) {
  try {
    return JSON.parse(localStorage.getItem(`${NAME}:${token}`)) ?? {};
  } catch {
    return {};
  }
}

export function remember(token, values) {
  try {
    localStorage.setItem(`${NAME}:${token}`, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

/** Call `act` when another window of this phone has stored something of the table. */
export function onOtherWindow(token, act) {
  addEventListener("storage", ({ key }) => key === `${NAME}:${token}` && act());
}

/** A random UUID; crypto.randomUUID exists only on secure pages. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}
