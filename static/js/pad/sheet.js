/* The current sheet: score, a row per deal, hanging points, and the end of the match. */

import { h } from "../frame/dom.js";
import { bidName, button, contractLine, notice, primary } from "./parts.js";
import { linkOf, sheetText } from "./share.js";
import {
  app, config, endWords, figure, lengthWords, nameOf, rules, scoreText, sheetNow, sides, t,
} from "./state.js";

export function sheetView() {
  const { sheet, extra } = sheetNow();
  return [
    h("section", { class: "card card-pad pad-score" },
      scores(sheet),
      h("p", { class: "quiet" }, about())),
    ...news(sheet, extra),
    h("section", { class: "card pad-sheet" }, app.match.deals.length ? table(sheet) : empty()),
    app.sharing && h("div", { class: "field" },
      h("label", { for: "sheet-text" }, t("share_title")),
      h("textarea", { id: "sheet-text", class: "input", readonly: true, rows: 8 }, sheetText())),
    h("div", { class: "pad-actions" },
      !sheet.over && primary("open", t("write", { number: app.match.deals.length + 1 })),
      sheet.over && primary("setup", t("new"))),
    h("div", { class: "btn-row" },
      app.back.length > 0 && button("undo", t("undo")),
      app.match.deals.length > 0 && button("share", t("share")),
      !sheet.over && app.match.deals.length > 0 && button("time", t("time")),
      app.match.isTimeCalled && button("play_on", t("play_on")),
      !sheet.over && button("setup", t("new"))),
    app.canStore
      ? h("p", { class: "small quiet" }, t("kept"))
      : notice("bad", t("not_kept"), t("not_kept_text")),
  ];
}

function scores(sheet) {
  const css = sides().length === 2 ? "calc-score calc-score-two" : "calc-score";
  return h("ul", { class: css }, sides().map((side) => h("li", {},
    h("span", { class: "quiet" }, nameOf(side)),
    h("b", {}, figure(sheet.score[side])))));
}

function about() {
  const { preset, changed } = app.match;
  const parts = [config.presets[preset].name, lengthWords(app.match)];
  if (Object.keys(changed).length) parts.push(t("house"));
  return parts.join(" · ");
}

/* News ---------------------------------------------------------------------------------------- */

function news(sheet, extra) {
  const note = sheet.rows.at(-1)?.note;
  return [
    sheet.over && notice("ok", endWords(sheet), endText(sheet)),
    extra > 0 && notice("warn", t("extra_title"), t("extra_text")),
    !sheet.over && sheet.waiting > 0 && notice("warn", "", t("waiting", { points: sheet.waiting })),
    !sheet.over && ["capot", "raised", "equal", "short"].includes(note)
      && notice("info", "", t(`note_${note}`, { target: sheet.target })),
  ];
}

function endText(sheet) {
  const past = !rules().match_deals && !app.match.isTimeCalled
    && sides().filter((side) => sheet.score[side] >= sheet.target).length > 1;
  return [
    t("won_text", { score: scoreText(sheet.score), count: sheet.rows.length }),
    past && t("both_past"),
    rules().last_deal === "exact" && t("last_exact"),
    sheet.waiting > 0 && t("lost_points", { points: sheet.waiting }),
  ].filter(Boolean).join(" ");
}

/* Rows ---------------------------------------------------------------------------------------- */

const empty = () => h("p", { class: "card-pad quiet" }, t("empty"));

function table(sheet) {
  return h("table", { class: "table pad-table" },
    h("caption", { class: "sr" }, t("sheet")),
    h("thead", {}, h("tr", {},
      h("th", { scope: "col" }, t("deal")),
      sides().map((side) => h("th", { scope: "col", class: "num" }, nameOf(side))))),
    h("tbody", {}, app.match.deals.flatMap((deal, index) => rowOf(deal, index, sheet))));
}

function rowOf(deal, index, sheet) {
  const row = sheet.rows[index];
  const open = app.row === index;
  const line = h("tr", { class: row ? null : "is-extra" },
    h("th", { scope: "row" },
      button("row", [
        h("span", { class: "pad-number" }, String(index + 1)),
        h("span", { class: "pad-words" }, dealWords(deal), hangTag(row, index, sheet),
          !row && h("span", { class: "tag" }, t("extra"))),
        h("span", { class: "sr" }, t("open_row")),
      ], { value: index, css: "pad-row", "aria-expanded": String(open) })),
    sides().map((side) => h("td", { class: "num" }, row && cell(row, side))));
  if (!open) return [line];
  const cells = h("td", { colspan: sides().length + 1 }, rowActions(deal, index));
  return [line, h("tr", { class: "pad-open" }, cells)];
}

function dealWords({ slip }) {
  if (slip.passed_out) return h("span", { class: "quiet" }, t("passed_out"));
  if (slip.enough) return h("span", { class: "quiet" }, t("enough_row"));
  return contractLine(slip.contract, rules().side_of[slip.declarer], slip.contra ?? 0, bidName(slip));
}

/* Hanging points are highlighted until a side has received them. */
function hangTag(row, index, sheet) {
  if (row?.result?.outcome !== "hanging") return null;
  const received = sheet.rows.slice(index).some((later) => Object.keys(later.received).length);
  const words = t(received ? "hung" : "hang", { points: row.result.hanging });
  return h("span", { class: received ? "tag" : "tag tag-warn" }, words);
}

function cell(row, side) {
  const received = row.received[side] ?? 0;
  const own = figure(row.written[side] - received);
  return [
    h("b", {}, received ? `${own} + ${received}` : own),
    received > 0 && h("span", { class: "sr" }, t("received", { own, points: received })),
    h("span", { class: "pad-sum" }, h("span", { class: "sr" }, t("sum")), figure(row.sums[side])),
  ];
}

function rowActions(deal, index) {
  return h("div", { class: "btn-row" },
    button("edit", t("edit"), { value: index }),
    deal.slip.contract && h("a", { class: "btn", href: linkOf(deal) }, t("why")),
    button("remove", t("remove"), { value: index, css: "btn btn-danger" }));
}
