/* A game of open play: the points of both sides at its end, and the games won in a match. */

import { app, game, otherOf, save, scoreText, t } from "./app.js";
import { h } from "./dom.js";
import { draftOf } from "./draft.js";
import { button, compass, keypad, link, primary, seatName, title } from "./parts.js";

const DIGITS = 5;
const SIDES = ["NS", "EW"];

const gamesIn = () => game.best_of ?? 1;

export function startGame(play, side) {
  app.memory.drafts[play] = { side, active: side, game: { NS: "", EW: "" }, won: { NS: 0, EW: 0 } };
  save();
}

/** Start from an entry that stands, to correct it. */
export function gameFrom(play, side, slip) {
  startGame(play, side);
  if (!slip.game) return;
  const draft = draftOf(play);
  for (const each of SIDES) draft.game[each] = String(slip.game[each]);
  if (slip.won) draft.won = { ...slip.won };
  save();
}

export const isGame = (draft) => Boolean(draft?.game);

/** Change the figure that is being typed. */
export function typeFigure(play, change) {
  const draft = draftOf(play);
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
  const game = { NS: Number(draft.game.NS), EW: Number(draft.game.EW) };
  return gamesIn() > 1 ? { game, won: draft.won } : { game };
}

const isWhole = (draft) => SIDES.every((side) => draft.game[side] !== "");

/** One screen: the figures of both sides, then save. */
export function gameScreen(board) {
  const draft = draftOf(board.play);
  const other = otherOf(draft.side);
  return {
    board,
    main: [
      compass(board.round, { middle: "" }),
      title(t("game_title")),
      h("p", { class: "quiet" }, lengthWords()),
      h("h2", { class: "points-label" }, t(gamesIn() > 1 ? "game_points_all" : "game_points")),
      h("div", { class: "sides" }, box(draft, draft.side, t("we")), box(draft, other, t("you"))),
      keypad(),
      gamesIn() > 1 && [draft.side, other].map((side) => wonBySide(draft, side)),
    ],
    foot: [
      isWhole(draft)
        ? primary("save", t("save", { score: scoreText(...[draft.side, other].map(figure)) }))
        : h("p", { class: "preview", role: "status" }, t("game_hint")),
      h("div", { class: "entry-links" },
        link("not_played", t("game_not_played"), board.play),
        link("call_screen", t("call"), board.play)),
    ],
  };

  function figure(side) {
    return Number(draft.game[side]);
  }
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
