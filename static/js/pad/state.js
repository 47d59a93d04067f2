/* State of the pad: the rules as data, the match, the deal being written, and the undo history.
 *
 * Stored in localStorage, which works offline and on plain HTTP. */

import { MatchSheet, sheetOf } from "./match.js";

const STORE = "belot-pad";
const MOST_STEPS_BACK = 40;

export const config = JSON.parse(document.getElementById("pad-config").textContent);

export const app = {
  match: null,
  draft: null,
  setup: null,
  view: "setup",
  back: [],
  row: null,
  sharing: false,
  canStore: true,
};

/** The text of a key such as "contract.H", with %(name)s filled in. */
export function t(key, params = {}) {
  const words = wordsInTricks(key)
    ?? key.split(".").reduce((found, part) => found?.[part], config.words) ?? key;
  return words.replace(/%\((\w+)\)[sd]/g, (_whole, name) => params[name] ?? "");
}

/* Texts that differ if combinations are scored in tricks. */
const wordsInTricks = (key) =>
  app.match && !app.setup && rules().declarations === "trick" ? config.words.in_tricks[key] : null;

/** Name of a declaration, or of a combination in a trick. */
export const premiumName = (kind) =>
  (kind === "belote" && wordsInTricks("belote_name")) || config.premiums[kind].name;

/* Storage ------------------------------------------------------------------------------------- */

export function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE)) ?? {};
    const { match = null, draft = null, view = "setup", back = [] } = kept;
    if (match && !config.presets[match.preset]) return;
    Object.assign(app, { match, draft, back, view: match ? view : "setup", row: null });
  } catch {
    app.canStore = false;
  }
}

export function save() {
  const { match, draft, view, back } = app;
  try {
    localStorage.setItem(STORE, JSON.stringify({ match, draft, view, back }));
    app.canStore = true;
  } catch {
    app.canStore = false;
  }
}

/** Call `redraw` when another window of this browser has written. */
export function onOthersChange(redraw) {
  addEventListener("storage", (event) => {
    if (event.key !== STORE) return;
    load();
    redraw();
  });
}

/* The match ----------------------------------------------------------------------------------- */

/** Change the match with one undo step; `change` gets a copy and returns the new match. */
export function step(change) {
  app.back = [...app.back, app.match].slice(-MOST_STEPS_BACK);
  app.match = change(structuredClone(app.match));
  app.row = null;
}

export function stepBack() {
  if (!app.back.length) return;
  app.match = app.back.at(-1);
  app.back = app.back.slice(0, -1);
  Object.assign(app, { draft: null, row: null, view: app.match ? "sheet" : "setup" });
}

/** Number of deals that ends a match; false if it is played to a number of points. */
export const matchDeals = ({ preset, changed }) =>
  changed.match_deals ?? config.presets[preset].rules.match_deals;

export function setDeals(setup, number) {
  delete setup.changed.match_deals;
  if (number !== matchDeals(setup)) setup.changed.match_deals = number;
}

/** Length of a match as text. */
export function lengthWords(match) {
  const deals = matchDeals(match);
  return deals ? t("over_deals", { count: deals }) : t("to", { target: match.target });
}

/** The rules of a match as score.js and match.js read them. */
export function rulesOf({ preset, changed, target }) {
  const { rules, must_name: mustName } = config.presets[preset];
  const all = { ...rules, ...changed, target };
  return { ...all, somebody_must_name: mustName[String(all.nobody_bids)] };
}

export const rules = () => rulesOf(app.match);
export const sides = () => rules().sides;

/** Heading of a column: its own name, else "We", "You" and the like. */
export function nameOf(side, match = app.match) {
  return match.names[side] || config.presets[match.preset].sides[side];
}

/** How a match ended, as text. */
export const endWords = (sheet) =>
  (sheet.drawn ? t("drawn") : t("won", { name: nameOf(sheet.winner) }));

/** The sheet of the match; `upTo` excludes the deals from that index on. */
export function sheetNow(upTo = app.match.deals.length) {
  try {
    const found = sheetOf(rules(), app.match.deals.slice(0, upTo).map((deal) => deal.slip));
    if (app.match.isTimeCalled && upTo === app.match.deals.length) found.sheet.callTime();
    return found;
  } catch {
    return { sheet: new MatchSheet(rules()), extra: 0 }; // stored by an older page with other rules
  }
}

export const scoreText = (numbers) => sides().map((side) => figure(numbers[side])).join("–");

/** A number with a typographic minus. */
export const figure = (number) => (number < 0 ? `−${-number}` : String(number));
