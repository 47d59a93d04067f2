/* The page's memory: configuration, the server's state, what this phone keeps, and words. */

import { onOtherWindow, remember, remembered } from "./store.js";

const data = JSON.parse(document.getElementById("entry-data").textContent);

export const { token, urls, rules, game, words } = data;

const kept = remembered(token);
/* Without a network the page itself comes from the phone and may be older than what was seen. */
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

/** Write down at once what would be lost by a reload or by the phone falling asleep. */
export function save() {
  isWritten = remember(token, app.memory);
  if (!isWritten) app.canStore = false;
}

/** Two windows of one phone: whose it is and the deals of a pad are the phone's, the screen is the window's. */
export function takeFromOthers() {
  if (!isWritten) return;
  const { sides = app.memory.sides, pads = app.memory.pads } = remembered(token);
  Object.assign(app.memory, { sides, pads });
}

/** Call when another window of this phone has written something down. */
export const onWrittenElsewhere = (act) => onOtherWindow(token, () => {
  takeFromOthers();
  act();
});

/** A sentence with its figures; `t("contract.H")` looks inside. */
export function t(key, values = {}) {
  const text = key.split(".").reduce((found, part) => found?.[part], words) ?? key;
  return text.replace(/%\((\w+)\)[sd]/g, (_all, name) => values[name] ?? "");
}

const HOURS = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** A moment as hours and minutes by this phone's clock. */
export function clock(stamp) {
  const moment = new Date(stamp);
  return Number.isNaN(moment.getTime()) ? "" : moment.toLocaleTimeString(data.language, HOURS);
}

export const now = () => Date.now() + app.offset;
export const otherOf = (side) => (side === "NS" ? "EW" : "NS");
export const scoreText = (...figures) => figures.map(signed).join("–");
/** The figures of an entry, one's own side first; of three players in the order of their seats. */
export const figuresOf = (score, side) =>
  (side in score ? [score[side], score[otherOf(side)]] : Object.values(score));
export const signed = (number) => String(number).replace("-", "−");

/** Take a state from the server. */
export function takeState(latest) {
  app.state = latest.state;
  app.etag = latest.etag;
  app.version = latest.version;
  app.refreshedAt = Date.now();
  app.memory.latest = latest;
  takeTime(latest.now);
  save();
}

/** The server's clock, as its last answer told it. */
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
