/* Best of several games: one tap for the games won; points of each game are optional. */

import { app, game, otherOf, save, t } from "./app.js";
import { h } from "../frame/dom.js";
import { draftOf } from "./draft.js";
import { button, keypad, link, notice, primary, quiet, seatName, secondary, title } from "./parts.js";

const DIGITS = 4;
const LOW_SCREEN_PX = 700;
const SIDES = ["NS", "EW"];
const gamesIn = () => game.best_of ?? 1;
const needed = () => Math.floor(gamesIn() / 2) + 1;

/** Whether the two sides of the table play the best of several games. */
export const isSeries = () => gamesIn() > 1 && game.sides.length === 2;

export function startSeries(play, side, slip = {}) {
  const points = (slip.games ?? []).map((one) => ({ NS: String(one.NS), EW: String(one.EW) }));
  const open = points.length > 0 || game.needs_points || innerHeight >= LOW_SCREEN_PX;
  app.memory.drafts[play] = { side, game: {}, won: slip.won ?? null, points, open, cell: "" };
  save();
}

/* Answers ------------------------------------------------------------------------------------- */

export function setSeries(play, value) {
  const [ns, ew] = value.split(" ").map(Number);
  draftOf(play).won = { NS: ns, EW: ew };
  save();
}

export function foldSeries(play) {
  const draft = draftOf(play);
  Object.assign(draft, { open: !draft.open, cell: "" });
  save();
}

export function chooseCell(play, cell) {
  draftOf(play).cell = cell;
  save();
}

/** Change the figure of the selected cell. */
export function typeCell(play, change) {
  const draft = draftOf(play);
  if (!draft.cell) return;
  const [index, side] = draft.cell.split(" ");
  const typed = change(draft.points[index]?.[side] ?? "").replace(/^0+(?=\d)/, "");
  if (typed.length > DIGITS) return;
  while (draft.points.length <= Number(index)) draft.points.push({ NS: "", EW: "" });
  draft.points[index][side] = typed;
  save();
}

/** The slip: games won by each side, and points of the completed games. */
export function seriesSlip(draft) {
  const games = wholeGames(draft).map((one) => ({ NS: Number(one.NS), EW: Number(one.EW) }));
  return games.length ? { won: draft.won, games } : { won: draft.won };
}

const wholeGames = (draft) => draft.points.filter((one) => one.NS !== "" && one.EW !== "");

/** Where the pads and the points disagree, or null. */
export function seriesDoubt(draft) {
  const half = draft.points.findIndex((one) => (one.NS === "") !== (one.EW === ""));
  if (half >= 0) return t("series_half", { game: half + 1 });
  const whole = wholeGames(draft);
  for (const [index, one] of whole.entries()) {
    const best = Math.max(one.NS, one.EW);
    if (Number(one.NS) === Number(one.EW)) return t("series_equal", { game: index + 1 });
    if (best < game.to && !game.minutes) return t("series_short", { game: index + 1, points: game.to });
  }
  const counted = { NS: 0, EW: 0 };
  for (const one of whole) counted[Number(one.NS) > Number(one.EW) ? "NS" : "EW"] += 1;
  const { won } = draft;
  const all = whole.length === won?.NS + won?.EW;
  const differs = SIDES.some((side) => counted[side] > won?.[side] || (all && counted[side] !== won[side]));
  if (!won || !differs) return null;
  return t("series_differs", { points: ratio(counted, draft.side), pads: ratio(won, draft.side) });
}

const ratio = (won, side) => `${won[side]}:${won[otherOf(side)]}`;

/* Screen -------------------------------------------------------------------------------------- */

export function seriesScreen(board) {
  const draft = draftOf(board.play);
  const order = [draft.side, otherOf(draft.side)];
  return {
    board,
    main: [
      title(t("series_title")),
      quiet(t("game_match", { games: gamesIn(), points: game.to }),
        game.minutes ? ` ${t("game_minutes", { minutes: game.minutes })}` : ""),
      h("div", { class: "series-sides" }, order.map((side, index) =>
        h("p", {}, h("b", {}, index ? t("you") : t("we")), h("span", {}, namesOf(board.round, side))))),
      draft.cell && draft.won ? chosen(draft) : pads(draft, order),
      points(draft, order),
      draft.cell && keypad(),
      h("p", { class: "entry-centre" }, link("home", t("game_home"))),
    ],
    foot: [
      ...verdict(board, draft),
      h("div", { class: "entry-links" },
        link("not_played", t("game_not_played"), board.play),
        link("call_screen", t("call"), board.play)),
    ],
  };
}

const namesOf = (round, side) =>
  (round.pairs[side]?.players ?? [seatName(side)]).map((name) => name.split(" ").at(-1)).join(" – ");

/** Every possible result of the match, in the winner's column. */
function pads(draft, order) {
  const ends = Array.from({ length: needed() }, (_all, lost) => [needed(), lost]);
  // A time limit may end it earlier.
  if (game.minutes) ends.push(...Array.from({ length: needed() }, (_all, n) => [n, 0]).slice(1), [1, 1]);
  return h("div", { class: "pads pads-2" }, ends.flatMap(([more, less]) => {
    const both = more === less ? order.slice(0, 1) : order;
    return both.map((side) => pad(draft, side, more, less));
  }));
}

function pad(draft, side, more, less) {
  const end = { [side]: more, [otherOf(side)]: less };
  const isOn = SIDES.every((each) => draft.won?.[each] === end[each]);
  return button("series", [
    h("span", { class: "series-pad" }, ratio(end, draft.side)),
    isOn && h("span", { class: "series-chosen" }, t("chosen")),
  ], {
    value: `${end.NS} ${end.EW}`,
    css: isOn ? "pad is-on" : "pad",
    "aria-pressed": String(isOn),
  });
}

const chosen = (draft) => h("div", { class: "answer" },
  h("span", {}, ratio(draft.won, draft.side)), link("cell", t("change"), ""));

function points(draft, order) {
  const rows = draft.won ? draft.won.NS + draft.won.EW : gamesIn();
  const count = Math.max(rows, draft.points.length);
  return h("section", { class: "card series-points" },
    button("series_fold", [h("b", {}, t("series_points")), h("span", { class: "quiet" }, game.needs_points ? "" : t("series_optional"))],
      { css: "series-fold", "aria-expanded": String(draft.open) }),
    draft.open && h("div", { class: "series-rows" }, Array.from({ length: count }, (_all, index) =>
      h("div", { class: "series-row" }, h("span", {}, t("game", { board: index + 1 })),
        order.map((side, place) => cell(draft, index, side, place ? t("you") : t("we")))))));
}

function cell(draft, index, side, word) {
  const figure = draft.points[index]?.[side] ?? "";
  const other = draft.points[index]?.[otherOf(side)] ?? "";
  const isOn = draft.cell === `${index} ${side}`;
  const isBest = figure !== "" && Number(figure) > Number(other || 0);
  return button("cell", figure === "" ? t("series_add") : h(isBest ? "b" : "span", {}, figure), {
    value: `${index} ${side}`,
    css: `series-cell ${isOn ? "is-active" : ""} ${figure === "" ? "is-empty" : ""}`,
    "aria-pressed": String(isOn),
    "aria-label": `${t("game", { board: index + 1 })}, ${word}: ${figure || t("series_add")}`,
  });
}

function verdict(board, draft) {
  if (!draft.won) return [h("p", { class: "preview", role: "status" }, t("series_hint"))];
  if (game.needs_points && wholeGames(draft).length < draft.won.NS + draft.won.EW) {
    return [h("p", { class: "preview", role: "status" }, t("series_needed"))];
  }
  const doubt = seriesDoubt(draft);
  const own = draft.won[draft.side];
  const theirs = draft.won[otherOf(draft.side)];
  const words = own > theirs ? "series_we_won" : own < theirs ? "series_you_won" : "series_nobody";
  const score = own < theirs ? `${theirs}:${own}` : `${own}:${theirs}`;
  const whose = own > theirs ? "save_for_us" : own < theirs ? "save_for_you" : "save";
  return [
    doubt ? notice("warn", null, `${doubt} ${t("doubt_savable")}`)
      : h("div", { class: "preview preview-made", role: "status" }, h("span", {}, t(words)),
        h("span", {}, `${t("we_small")} `, h("b", {}, String(own)), ` – ${t("you_small")} `,
          h("b", {}, String(theirs)))),
    draft.cell ? secondary("cell", t("series_done")) : null,
    primary("save", t(whose, { score })),
    !draft.cell && h("p", { class: "quiet entry-centre" },
      t("will_confirm", { names: namesOf(board.round, otherOf(draft.side)) })),
  ];
}
