/* A game of open play: final points of both sides (or of three players), and games won in a
   match. */

import { app, game, rules, save, scoreText, t } from "./app.js";
import { h } from "../frame/dom.js";
import { draftOf } from "./draft.js";
import { button, compass, keypad, link, notice, primary, seatName, secondary, title } from "./parts.js";
import { doubtOf, lengthFault } from "./plausible.js";
import { isSeries, seriesScreen, seriesSlip, startSeries, typeCell } from "./series.js";

const DIGITS = 5;
const HIGH_SCREEN_PX = 800; // lower screens have no space for the seats next to the keypad
const sides = () => game.sides ?? ["NS", "EW"];
const nothing = (value) => Object.fromEntries(sides().map((side) => [side, value]));
/** Figures in typing order, own side first; three players have no sides. */
const inOrder = (side) => [...sides()].sort((a, b) => (b === side) - (a === side));

const gamesIn = () => game.best_of ?? 1;

export function startGame(play, side) {
  if (isSeries()) {
    startSeries(play, side);
    return;
  }
  const active = inOrder(side)[0];
  app.memory.drafts[play] = { side, active, game: nothing(""), won: nothing(0) };
  save();
}

/** Start from an existing entry, to correct it. */
export function gameFrom(play, side, slip) {
  if (isSeries()) {
    startSeries(play, side, slip);
    return;
  }
  startGame(play, side);
  if (!slip.game) return;
  const draft = draftOf(play);
  for (const each of sides()) draft.game[each] = String(slip.game[each]);
  if (slip.won) draft.won = { ...slip.won };
  save();
}

export const isGame = (draft) => Boolean(draft?.game);

/** Whether nothing has been typed yet in a game that the page opened at. */
export const isUntouched = (draft) => !draft || (isSeries()
  ? !draft.won && !draft.points.length : sides().every((side) => draft.game[side] === ""));

/** Whether the deals of this tournament's game can be entered one at a time. */
export const mayPad = () => game.sides.length === 2 && rules.sides.length === 2
  && !rules.cards_out && gamesIn() === 1;

/** Change the figure that is being typed. */
export function typeFigure(play, change) {
  const draft = draftOf(play);
  if (isSeries()) {
    typeCell(play, change);
    return;
  }
  const typed = change(draft.game[draft.active]).replace(/^0+(?=\d)/, "");
  if (typed.length <= DIGITS) draft.game[draft.active] = typed;
  save();
}

export function setWon(play, value) {
  const [side, games] = value.split(" ");
  draftOf(play).won[side] = Number(games);
  save();
}

export function gameSlip(draft) {
  if (isSeries()) return seriesSlip(draft);
  const figures = Object.fromEntries(sides().map((side) => [side, Number(draft.game[side])]));
  return gamesIn() > 1 ? { game: figures, won: draft.won } : { game: figures };
}

const isWhole = (draft) => sides().every((side) => draft.game[side] !== "");

/** One screen: the figures of both sides, then save. */
export function gameScreen(board) {
  if (isSeries()) return seriesScreen(board);
  const draft = draftOf(board.play);
  const order = inOrder(draft.side);
  return {
    board,
    main: [
      innerHeight >= HIGH_SCREEN_PX && compass(board.round, { middle: "" }),
      title(t("game_title")),
      h("p", { class: "quiet" }, lengthWords()),
      h("h2", { class: "points-label" }, t(gamesIn() > 1 ? "game_points_all" : "game_points")),
      h("div", { class: "sides" }, order.map((side) => box(draft, side, wordFor(board, draft, side)))),
      keypad(),
      gamesIn() > 1 && order.map((side) => wonBySide(draft, side)),
      h("p", { class: "entry-centre" }, link("home", t("game_home"))),
    ],
    foot: [
      ...(board.status === "empty" && isUntouched(draft) && mayPad()
        ? [secondary("pad", t("pad_begin"), board.play)]
        : verdict(draft, order.map((side) => Number(draft.game[side])))),
      h("div", { class: "entry-links" },
        link("not_played", t("game_not_played"), board.play),
        link("call_screen", t("call"), board.play)),
    ],
  };
}

/** The save button; impossible results are blocked, implausible ones only marked. */
function verdict(draft, figures) {
  if (!isWhole(draft)) return [h("p", { class: "preview", role: "status" }, t("game_hint"))];
  const fault = gamesIn() > 1 ? null : lengthFault(figures);
  if (fault) return [notice("bad", null, fault)];
  const doubt = gamesIn() > 1 ? null : doubtOf(figures);
  return [
    doubt && notice("warn", null, `${doubt} ${t("doubt_savable")}`),
    primary("save", t("save", { score: scoreText(...figures) })),
  ];
}

function wordFor(board, draft, side) {
  if (sides().length > 2) return board.round.seats[side] ?? "";
  return side === draft.side ? t("we") : t("you");
}

function lengthWords() {
  const { deals, to, best_of: games, minutes } = game;
  const length = games > 1 ? t("game_match", { games, points: to })
    : to ? t("game_to", { points: to }) : t("game_deals", { deals: deals ?? "" });
  return minutes ? `${length} ${t("game_minutes", { minutes })}` : length;
}

function box(draft, side, word) {
  const active = side === draft.active;
  return button("active", [
    h("span", {}, h("b", {}, word), seatName(side)),
    h("output", { class: draft.game[side].length > 3 ? "side-figure is-long" : "side-figure" },
      draft.game[side] || "–"),
  ], { value: side, css: `side-box ${active ? "is-active" : "is-filled"}`,
    "aria-pressed": String(active) });
}

function wonBySide(draft, side) {
  const most = Math.floor(gamesIn() / 2) + 1;
  return h("div", { class: "stack-s" },
    h("p", { class: "quiet" }, `${t("games_won")}, ${seatName(side)}`),
    h("div", { class: "segments", role: "group", "aria-label": `${t("games_won")}, ${seatName(side)}` },
      Array.from({ length: most + 1 }, (_all, games) => button("won", String(games), {
        value: `${side} ${games}`,
        css: "segment",
        "aria-pressed": String(draft.won[side] === games),
      }))));
}
