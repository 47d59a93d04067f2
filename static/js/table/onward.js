/* Next table: large figures for each side, movement of the boards, byes, and a map. */

import { app, clock, t } from "./app.js";
import { sideIn } from "./boards.js";
import { h, symbol } from "../frame/dom.js";
import { seatName, title } from "./parts.js";

const COLUMNS = { 4: 2, 6: 3, 8: 4, 9: 3, 10: 5, 12: 4, 15: 5, 16: 4 };
const SPACE = 100;
const SVG = "http://www.w3.org/2000/svg";

/** The name of a number: a pair, a team or a player. */
export function numbered(number) {
  return t(["team", "player"].includes(app.state.unit) ? app.state.unit : "pair", { number });
}

/** Everything about the next round; the side of this phone first. */
export function whereNext(round) {
  const own = sideIn(round) ?? "NS";
  const pair = round.pairs[own];
  const other = own === "NS" ? "EW" : "NS";
  return [
    title(pair?.number ? t("where_now", { who: numbered(pair.number) }) : t("where_next")),
    placesOf(round, own).map(ownCard),
    placesOf(round, other).map(otherCard),
    boardsCard(round),
    mapOf(round, own),
  ];
}

/** A side moves together; two single players move separately. */
function placesOf(round, side) {
  const pair = round.pairs[side];
  if (!pair) return [];
  if (pair.ways?.length) return pair.ways.map((way) => ({ who: way.name, place: way, side }));
  const who = pair.number ? `${numbered(pair.number)}, ${pair.players.join(", ")}` : pair.players.join(", ");
  return [{ who, place: pair.onward, side }];
}

const against = (place) => [seatName(place.side), place.against && t("against", { names: place.against })]
  .filter(Boolean).join(", ");

function words({ place, side }) {
  if (!place) return [t("last_round"), ""];
  if (!place.table) {
    return place.until ? [t("rest_until", { time: clock(place.until) }), t("sits_out", { round: place.round })]
      : [t("sits_out", { round: place.round }), ""];
  }
  const stays = place.table === app.state.table;
  return [t("table", { table: place.table }),
    stays && place.side === side ? `${t("stay_here")} ${against(place)}` : against(place)];
}

function ownCard(way) {
  const [large, small] = words(way);
  const isTable = Boolean(way.place?.table);
  const stays = way.place?.table === app.state.table;
  return h("div", { class: "card card-onward is-own" },
    h("p", { class: "quiet" }, isTable && !stays ? t("you_go_to") : way.who),
    h("p", { class: isTable ? "onward-table" : "onward-place" }, large),
    small && h("p", { class: "strong" }, small));
}

function otherCard(way) {
  const [large, small] = words(way);
  return h("div", { class: "card card-onward" },
    h("p", { class: "quiet" }, way.who),
    h("p", { class: "onward-place" }, large),
    small && h("p", {}, small));
}

/** The boards: who carries them where, and which are at the next table. */
function boardsCard(round) {
  const way = round.boards_way;
  if (!way) return null;
  const boards = listOf(way.boards);
  const table = app.state.table;
  const head = way.table === null ? t("boards_rest", { boards, round: way.round })
    : way.table === table ? t("boards_stay", { boards, table }) : t("boards_go", { boards, table: way.table });
  const north = round.seats.N ?? "";
  const carried = way.table !== null && way.table !== table
    && t("boards_carried", { seat: seatName("N"), name: north.split(" ")[0] });
  const own = round.pairs[sideIn(round) ?? "NS"]?.onward;
  const waiting = own?.boards?.length && t("boards_wait", { table: own.table, boards: listOf(own.boards) });
  return h("div", { class: "card card-onward onward-boards" },
    symbol("logo", "onward-mark"),
    h("div", {}, h("p", { class: "strong" }, head),
      h("p", { class: "quiet" }, [carried, waiting].filter(Boolean).join(" "))));
}

/** "7–9", or "7, 9". */
function listOf(boards) {
  const isRun = boards.length > 2 && boards.at(-1) - boards[0] === boards.length - 1;
  return isRun ? `${boards[0]}–${boards.at(-1)}` : boards.join(", ");
}

/* Map of the tables in order, if they fill a grid; screen readers get the sentences instead. */

function mapOf(round, own) {
  const columns = COLUMNS[app.state.tables];
  const to = round.pairs[own]?.onward?.table;
  const boards = round.boards_way?.table;
  const from = app.state.table;
  if (!columns || !to || (to === from && (!boards || boards === from))) return null;
  const rows = app.state.tables / columns;
  const at = (table) => [((table - 1) % columns) * SPACE + 50, Math.floor((table - 1) / columns) * SPACE + 50];
  const drawing = draw("svg", { viewBox: `0 0 ${columns * SPACE} ${rows * SPACE}`, class: "onward-map" },
    draw("defs", {}, arrow("way-you", "map-you"), arrow("way-boards", "map-boards")),
    Array.from({ length: app.state.tables }, (_all, index) => tableMark(index + 1, at, { from, to, boards })),
    boards && boards !== from && path(at(from), at(boards), "map-boards", "way-boards"),
    to !== from && path(at(from), at(to), "map-you", "way-you"));
  return h("div", { class: "card onward-plan", "aria-hidden": "true" }, drawing,
    h("p", { class: "onward-legend quiet" },
      to !== from && h("span", { class: "legend-you" }, t("map_you", { from, to })),
      boards && boards !== from && h("span", { class: "legend-boards" }, t("map_boards", { from, to: boards }))));
}

function tableMark(number, at, { from, to, boards }) {
  const [x, y] = at(number);
  const css = number === to ? "is-next" : number === from ? "is-old" : number === boards ? "is-boards" : "";
  return draw("g", { class: `map-table ${css}` },
    draw("rect", { x: x - 26, y: y - 26, width: 52, height: 52, rx: 8 }),
    draw("text", { x, y: y + 8, "text-anchor": "middle" }, String(number)));
}

/** An arc between the edges of two tables. */
function path([x1, y1], [x2, y2], css, marker) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const side = css === "map-you" ? 22 : -22;
  const middle = [(x1 + x2) / 2 - dy * side, (y1 + y2) / 2 + dx * side];
  return draw("path", {
    class: css,
    d: `M${x1 + dx * 32} ${y1 + dy * 32} Q${middle.join(" ")} ${x2 - dx * 36} ${y2 - dy * 36}`,
    "marker-end": `url(#${marker})`,
  });
}

const arrow = (id, css) => draw("marker",
  { id, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto" },
  draw("path", { d: "M1 1 L9 5 L1 9", class: css }));

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}
