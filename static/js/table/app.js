/* State of the page: configuration, the server's state, data stored on this phone, and texts. */

import { onOtherWindow, remember, remembered } from "./store.js";

const data = JSON.parse(document.getElementById("entry-data").textContent);

export const { token, urls, rules, game, words } = data;

const kept = remembered(token);
/* Offline the cached page may be older than the stored state. */
const latest = Date.parse(kept.latest?.now) > Date.parse(data.now) ? kept.latest : data;

export const app = {
  state: latest.state,
  etag: latest.etag,
  version: latest.version,
  /** Server time minus this phone's, in milliseconds. */
  offset: kept.offset ?? Date.parse(data.now) - Date.now(),
  refreshedAt: Date.parse(latest.now),
  online: navigator.onLine,
  offlineSince: null,
  items: [],
  canStore: true,
  memory: { sides: {}, drafts: {}, pads: {}, round: null, view: { screen: "round" }, ...kept },
  callFailed: false,
};

let isWritten = true;

/** Store at once what a reload or a suspended phone would lose. */
export function save() {
  isWritten = remember(token, app.memory);
  if (!isWritten) app.canStore = false;
}

/** Windows of one phone share its side and its pads; each has its own screen. */
export function takeFromOthers() {
  if (!isWritten) return;
  const { sides = app.memory.sides, pads = app.memory.pads } = remembered(token);
  Object.assign(app.memory, { sides, pads });
}

/** Call `act` when another window of this phone has stored something. */
export const onWrittenElsewhere = (act) => onOtherWindow(token, () => {
  takeFromOthers();
  act();
});

/** A text with its figures; `t("contract.H")` looks up nested keys. */
export function t(key, values = {}) {
  const text = key.split(".").reduce((found, part) => found?.[part], words) ?? key;
  return text.replace(/%\((\w+)\)[sd]/g, (_all, name) => values[name] ?? "");
}

const HOURS = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** A time as hours and minutes in this phone's time zone. */
export function clock(stamp) {
  const moment = new Date(stamp);
  return Number.isNaN(moment.getTime()) ? "" : moment.toLocaleTimeString(data.language, HOURS);
}

export const now = () => Date.now() + app.offset;
export const otherOf = (side) => (side === "NS" ? "EW" : "NS");
export const scoreText = (...figures) => figures.map(signed).join("–");
/** The figures of an entry, own side first; of three players in seat order. */
export const figuresOf = (score, side) =>
  (side in score ? [score[side], score[otherOf(side)]] : Object.values(score));
export const signed = (number) => String(number).replace("-", "−");

/** Apply a state from the server. */
export function takeState(latest) {
  app.state = latest.state;
  app.etag = latest.etag;
  app.version = latest.version;
  app.refreshedAt = Date.now();
  app.memory.latest = latest;
  takeTime(latest.now);
  save();
}

/** The server's clock as of its last response. */
export function takeTime(stamp) {
  const at = Date.parse(stamp);
  if (Number.isNaN(at)) return;
  app.offset = at - Date.now();
  app.memory.offset = app.offset;
}

export function setOnline(online) {
  if (!online && app.online) app.offlineSince = Date.now();
  if (online) app.offlineSince = null;
  app.online = online;
}
