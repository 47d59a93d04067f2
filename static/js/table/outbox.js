/* Outbox: every entry is stored on the phone first, then sent in order until received. */

import { app, setOnline, takeState, token } from "./app.js";
import { ask } from "./net.js";
import { allItems, dropItem, keepItem, newKey } from "./store.js";

const LOCK = "belot-outbox";

let running = null;
let redraw = () => {};

export const onOutboxChange = (draw) => {
  redraw = draw;
};

export const waitingItems = () => app.items.filter((item) => item.status === "waiting");
export const itemsOf = (play) =>
  app.items.filter((item) => item.token === token && item.play === play);

/** Reload the outbox: another tab or an earlier evening may have added items. */
export async function loadItems() {
  try {
    app.items = await allItems();
    app.canStore = true;
  } catch {
    app.canStore = false;
  }
}

/** Store an item and try to send it; it is stored when this resolves. */
export async function queue(values) {
  const item = { key: newKey(), seq: nextNumber(), token, status: "waiting", ...values };
  item.body.client_key = item.key;
  item.at = new Date(Date.now() + app.offset).toISOString();
  app.items.push(item);
  await stored(() => keepItem(item));
  redraw();
  flush();
  return item;
}

export async function forget(item) {
  app.items = app.items.filter((other) => other.key !== item.key);
  await stored(() => dropItem(item.key));
  redraw();
}

const nextNumber = () => Math.max(Date.now(), ...app.items.map((item) => item.seq + 1));

async function stored(act) {
  try {
    await act();
  } catch {
    app.canStore = false;
  }
}

/** Send the outbox. One tab at a time; without locks, idempotency keys prevent duplicates. */
export function flush() {
  running ??= alone(sendAll).finally(() => {
    running = null;
    redraw();
  });
  return running;
}

async function alone(act) {
  if (!navigator.locks) return act();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? act() : null));
}

async function sendAll() {
  for (;;) {
    if (app.canStore) await loadItems();
    const [item] = waitingItems();
    if (!item) return;
    const answer = await ask(item.url, { body: item.body });
    setOnline(answer.kind !== "away");
    if (answer.kind === "away") return;
    await settle(item, answer);
    redraw();
  }
}

async function settle(item, { kind, data }) {
  if (kind === "ok") {
    if (item.token === token) takeState(data);
    await forget(item);
    return;
  }
  // A withdrawn message needs no receipt.
  if (item.kind === "read") {
    await forget(item);
    return;
  }
  item.status = kind;
  const [reason] = data.errors ?? [];
  item.code = reason?.code ?? "";
  item.message = reason?.detail ?? "";
  app.items = app.items.map((other) => (other.key === item.key ? item : other));
  await stored(() => keepItem(item));
  // Drop confirmations of a rejected entry.
  for (const other of app.items.filter((each) => each.body.entry === item.key)) await forget(other);
}
