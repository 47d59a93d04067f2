/* Components that several screens share: buttons, notices, the compass, contracts and scores. */

import { app, clock, figuresOf, otherOf, rules, scoreText, signed, t } from "./app.js";
import { h, symbol } from "../frame/dom.js";
import { nameOfBid } from "../slips/bids.js";
import { contraMark } from "../slips/factors.js";
import { outcomeOf } from "./draft.js";
import { waitingItems } from "./outbox.js";

const SHAPES = {
  empty: ["dash", "empty"],
  closed: ["dash", "empty"],
  saved: ["triangle", "silent"],
  entered: ["half", "entered"],
  disputed: ["cross", "dispute"],
  confirmed: ["tick", "confirmed"],
  problem: ["cross", "dispute"],
  online: ["tick", "confirmed"],
  offline: ["triangle", "silent"],
};

/** A button; `act` is the name of the action in actions.js, `value` its argument. */
export function button(act, words, { value = null, css = "btn", ...more } = {}) {
  const attributes = { type: "button", class: css, "data-act": act, "data-value": value, ...more };
  return h("button", attributes, words);
}

export const primary = (act, words, value = null) =>
  button(act, words, { value, css: "btn btn-primary btn-big" });
export const secondary = (act, words, value = null, css = "btn btn-big") =>
  button(act, words, { value, css });
export const link = (act, words, value = null) => button(act, words, { value, css: "btn-link" });

export const quiet = (...children) => h("p", { class: "quiet" }, ...children);

/** A question, focused when its screen opens so that screen readers read it. */
export const title = (words) => h("h2", { tabindex: "-1" }, words);

export function notice(kind, heading, text, ...more) {
  return h(
    "div",
    { class: `notice notice-${kind}`, role: kind === "bad" ? "alert" : "status" },
    heading && h("p", { class: "notice-title" }, heading),
    text && h("p", {}, text),
    ...more,
  );
}

export function stateDot(state, words = t(`state.${state}`), css = "") {
  const [shape, colour] = SHAPES[state];
  return h("span", { class: `state state-${colour} ${css}` }, symbol(shape), h("span", {}, words));
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export const keypad = () => h("div", { class: "keypad", role: "group", "aria-label": t("keypad") },
  KEYS.map((digit) => button("digit", digit, { value: digit, css: "key" })),
  button("clear", t("clear"), { css: "key key-word" }),
  button("digit", "0", { value: "0", css: "key" }),
  button("delete", symbol("delete"), { css: "key", "aria-label": t("delete") }));

/** A board, or in open play the game of a round. */
export const nameOf = (board) =>
  t(board.is_game ? "game" : "board", { board: board.board });

/** The suit, or the initials of no and all trumps. */
export function mark(contract, css = "") {
  const letters = t(`mark.${contract}`);
  if (letters !== `mark.${contract}`) return h("b", { class: css, "aria-hidden": "true" }, letters);
  return symbol(`suit-${contract.toLowerCase()}`, `suit suit-${contract.toLowerCase()}`);
}

export const contractName = (contract) => t(`contract.${contract}`);
export const seatName = (seat) => t(`seat.${seat}`);
export const capitalised = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** The bid number as players call it: "120", "capot", "26 capot"; empty without one. */
export const bidName = (slip) => nameOfBid(rules, t, slip);

/**
 * "120 ♥ South ×2", read out as "120, hearts, South, contra"; without the number where none is bid.
 */
export function contractLine({ kind, contract, declarer, contra, bid = 0, capot_bid: isCapot = false }) {
  if (kind === "not_played") return h("span", {}, t("not_played"));
  if (kind === "adjusted" || kind === "not_counted") return h("span", {}, t(kind));
  if (kind === "game") return h("span", {}, t("game_over"));
  if (!contract) return h("span", {}, t("passed_out_short"));
  const number = bidName({ bid, capot_bid: isCapot });
  const spoken = [number, contractName(contract), seatName(declarer), contra ? words(contra) : ""];
  return h(
    "span",
    { class: "contract" },
    h("span", { "aria-hidden": "true" }, number && h("b", {}, `${number} `), mark(contract), ` ${seatName(declarer)}`,
      contra ? h("span", { class: "contra" }, contraMark(rules, { contract, contra }, words(contra))) : ""),
    h("span", { class: "sr" }, spoken.filter(Boolean).join(", ")),
  );
}

const words = (contra) => t(`contra_name.${contra}`);

/** Seats seen from above, with the board or the table in the middle. */
export function compass(round, { middle, dealer = "" } = {}) {
  const seat = (letter) => h("div", { class: `seat-${letter.toLowerCase()}` },
    h("b", {}, seatName(letter)), round.seats[letter] ?? "");
  return h(
    "div",
    { class: "card seats" },
    seat("N"), seat("W"),
    h("div", { class: "seat-t" },
      h("div", { class: "board-mark board-mark-small", "data-dealer": dealer || null }, middle)),
    seat("E"), seat("S"),
  );
}

/** The scores of both sides, large; `own` on the left. */
export function bigScore(entry, own, labels) {
  if (!(own in entry.score)) {
    return h("div", { class: "card big-score" }, Object.entries(entry.score).map(([seat, points]) =>
      h("p", {}, sideLabel(seat), h("b", {}, signed(points)))));
  }
  const figures = entry.won ?? entry.score;
  const side = (which, label) => h("p", {}, label, h("b", {}, signed(figures[which])));
  return h("div", { class: "card big-score" }, side(own, labels[0]),
    h("span", { class: "big-score-dash" }, "–"), side(otherOf(own), labels[1]));
}

export const sideLabel = (side) => h("span", { class: "quiet" }, seatName(side));

/**
 * Summary of a result: "Hearts, South. Made, 98 to 64."; where numbers are bid "120 Hearts, South.
 * …".
 */
export function outcomeLine(entry, own) {
  if (entry.kind === "game" && entry.won) return quiet(wonLine(entry, own));
  if (entry.kind === "game") return null;
  if (entry.kind !== "played") return quiet(contractLine(entry));
  const points = t("to_points_of", { ours: entry.points[own], theirs: entry.points[otherOf(own)] });
  const contra = entry.contra ? `, ${words(entry.contra)}` : "";
  const number = bidName(entry);
  const contract = capitalised(contractName(entry.contract));
  const name = `${number && `${number} `}${contract}, ${seatName(entry.declarer)}`;
  const outcome = t(`outcome.${entry.outcome}`);
  return quiet(mark(entry.contract), ` ${name}${contra}. ${outcome}, ${points}.`);
}

/** The games won by each side, own side first. */
export function wonLine({ won, score, games = [] }, own) {
  const words = `${t("games_won")}: ${scoreText(...figuresOf(won, own))}`;
  const each = games.map((one) => scoreText(...figuresOf(one, own))).join(", ");
  const all = Object.values(score).some(Boolean) ? scoreText(...figuresOf(score, own)) : "";
  return each || all ? `${words} (${each || all})` : words;
}

/** Whether an entry has its own score; the director may have set an adjusted one. */
export const isScored = ({ kind }) => !["not_played", "adjusted", "not_counted"].includes(kind);

export const scoreOf = (entry, own) => (isScored(entry)
  ? scoreText(...figuresOf(entry.won ?? entry.score, own)) : "–");

export const facts = (...rows) => h("dl", { class: "card facts" },
  rows.filter(Boolean).map(([name, value, css]) =>
    h("div", {}, h("dt", {}, name), h("dd", { class: css ?? null }, value))));

/** The author and time of an entry. */
export function authorOf(entry) {
  const others = { director: t("by_director"), bots: t("by_computer") };
  return `${others[entry.source] ?? seatName(entry.side)}, ${clock(entry.at)}`;
}

/** Boards with unsent items, the latest entry of each. */
export function waitingBoards() {
  const latest = new Map();
  for (const item of waitingItems()) {
    if (item.kind === "read") continue;
    const board = `${item.token} ${item.play}`;
    if (item.kind === "result" || !latest.has(board)) latest.set(board, item);
  }
  return [...latest.values()];
}

/** Unsent items by board. */
export function waitingList() {
  const items = waitingBoards();
  if (!items.length) return [];
  return [
    h("p", { class: "strong" }, t("waiting", { count: items.length })),
    facts(...items.map((item) => [
      [h("b", {}, t("board", { board: item.board })), " ", waitingWords(item)],
      t("waits"),
      "warn",
    ])),
  ];
}

function waitingWords({ kind, slip, side }) {
  if (kind !== "result") return t("your_word");
  if (slip.won ?? slip.game) return scoreText(...figuresOf(slip.won ?? slip.game, side));
  const score = slip.contract ? outcomeOf(slip)?.score : null;
  return [
    contractLine({ contra: 0, ...slip, kind: slip.not_played ? "not_played" : "played" }),
    score ? ` ${scoreText(score[side], score[otherOf(side)])}` : "",
  ];
}

/** Offline: since when, and that nothing is lost. */
export function offlineNotice() {
  if (app.online) return null;
  const time = clock(app.offlineSince ?? Date.now());
  return notice("warn", t("offline_title", { time }), t("offline_text"));
}

export function storageNotice() {
  return app.canStore ? null : notice("bad", t("storage_title"), t("storage_text"));
}

/** The round and the number of rounds, if known. */
export function roundName(round) {
  const rounds = app.state.rounds_in_all;
  return rounds ? t("round_of", { round: round.number, rounds })
    : t("round_alone", { n: round.number });
}
