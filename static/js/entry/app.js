/* The page's memory: configuration, the server's state, what this phone keeps, and words. */

import { remember, remembered } from "./store.js";

const data = JSON.parse(document.getElementById("entry-data").textContent);

export const { token, urls, rules, words } = data;

export const app = {
  state: data.state,
  etag: data.etag,
  /** Server time minus this phone's, in milliseconds. */
  offset: Date.parse(data.now) - Date.now(),
  refreshedAt: Date.now(),
  online: navigator.onLine,
  offlineSince: null,
  items: [],
  canStore: true,
  memory: { sides: {}, drafts: {}, round: null, view: { screen: "round" }, ...remembered(token) },
  callFailed: false,
};

/** Write down at once what would be lost by a reload or by the phone falling asleep. */
export function save() {
  if (!remember(token, app.memory)) app.canStore = false;
}

/** A sentence with its figures; `t("contract.H")` looks inside. */
export function t(key, values = {}) {
  const text = key.split(".").reduce((found, part) => found?.[part], words) ?? key;
  return text.replace(/%\((\w+)\)[sd]/g, (_all, name) => values[name] ?? "");
}

export const clock = (stamp) => {
  const moment = new Date(stamp);
  return Number.isNaN(moment.getTime())
    ? ""
    : moment.toLocaleTimeString(data.language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
};

export const now = () => Date.now() + app.offset;
export const otherOf = (side) => (side === "NS" ? "EW" : "NS");
export const scoreText = (ours, theirs) => `${signed(ours)}–${signed(theirs)}`;
const signed = (number) => String(number).replace("-", "−");

/** Take a state from the server, unless an older one comes late. */
export function takeState({ state, etag, now: at }) {
  app.state = state;
  app.etag = etag;
  app.offset = Date.parse(at) - Date.now();
  app.refreshedAt = Date.now();
}

export function setOnline(online) {
  if (!online && app.online) app.offlineSince = Date.now();
  if (online) app.offlineSince = null;
  app.online = online;
}
