/* Pad at the table: a game of open play deal by deal. All of it stays on this phone until the game
 * is sent, once, as the sums of both sides. */

import { MatchSheet, sheetOf } from "../pad/match.js";
import { app, game, otherOf, rules, save, scoreText, signed, t } from "./app.js";
import { h } from "../frame/dom.js";
import * as drafts from "./draft.js";
import {
  button, contractLine, link, notice, primary, quiet, seatName, secondary, title,
} from "./parts.js";
import { doubtOf, lengthFault } from "./plausible.js";
import { newKey } from "./store.js";
import { askPoints, askWho, contractPads, noSave, stepOf } from "./steps.js";

const LAST_DEALS = 3;

export function padOf(play) {
  const pad = app.memory.pads[play] ?? null;
  // Pads from before deals had keys: the index gives the same key in every window.
  pad?.deals.forEach((deal, index) => { deal.key ??= `${index}`; });
  return pad;
}
export const dealKey = (play) => `${play} deal`;

export function startPad(play, side) {
  const known = app.state.rounds.flatMap((round) => round.boards.map((board) => String(board.play)));
  for (const old of Object.keys(app.memory.pads)) if (!known.includes(old)) delete app.memory.pads[old];
  app.memory.pads[play] ??= { first: "N", deals: [] };
  if (!drafts.draftOf(dealKey(play))) drafts.startDraft(dealKey(play), side);
}

/* Sheet --------------------------------------------------------------------------------------- */

const padRules = () => ({ ...rules, target: game.to ?? Infinity, match_deals: false });

/* `isLast`: the game ends here, so its last deal may be counted exactly. */
function sheetOfDeals(deals, isLast = false) {
  try {
    const found = sheetOf(padRules(), deals.map((deal) => deal.slip));
    if (isLast || (game.deals && countOf(deals) >= game.deals)) found.sheet.countExactly();
    return found;
  } catch {
    return { sheet: new MatchSheet(padRules()), extra: 0 }; // the rules have changed since
  }
}

/** The number of deals that count; a passed-out one is dealt again. */
const countOf = (deals) => deals.filter((deal) => !deal.slip.passed_out).length;
const dealerOf = (pad, index) => rules.seats[(rules.seats.indexOf(pad.first) + index) % rules.seats.length];

const isOver = (pad, sheet) => sheet.over || (game.deals && countOf(pad.deals) >= game.deals);

/** The current sums, own side first. */
export function padScore(play, side) {
  const { score } = sheetOfDeals(padOf(play).deals).sheet;
  return scoreText(score[side], score[otherOf(side)]);
}

/** The index of a deal; the end for a new deal, or one deleted in another window. */
function placeOf(deals, key) {
  const index = key === null ? -1 : deals.findIndex((deal) => deal.key === key);
  return index < 0 ? deals.length : index;
}

export const hasDeal = (play, key) => padOf(play).deals.some((deal) => deal.key === key);

/** Replace a deal, or append it. */
export function writeDeal(play, key, deal) {
  const { deals } = padOf(play);
  deals.splice(placeOf(deals, key), 1, { ...deal, key: key ?? newKey() });
  renewDraft(play);
}

export function typedDeal(play) {
  const { claims = [], ...slip } = drafts.slipOf(drafts.draftOf(dealKey(play)));
  return { slip, claims };
}

export function firstDealer(play, seat) {
  padOf(play).first = seat;
  save();
}

/** Remove a deal: its number, and `undo`, which reinserts it before its successor. */
export function removeDeal(play, key) {
  const { deals } = padOf(play);
  const index = placeOf(deals, key);
  const [deal] = deals.splice(index, 1);
  const next = deals[index]?.key ?? null;
  renewDraft(play);
  const undo = () => {
    const { deals: latest } = padOf(play);
    if (!hasDeal(play, key)) latest.splice(placeOf(latest, next), 0, deal);
    save();
  };
  return { number: index + 1, undo };
}

/** Edit an existing deal. */
export function openDeal(play, side, key) {
  const { slip, claims } = padOf(play).deals.find((deal) => deal.key === key);
  drafts.draftFrom(dealKey(play), side, { ...slip, claims });
}

export function renewDraft(play) {
  drafts.startDraft(dealKey(play), drafts.draftOf(dealKey(play))?.side ?? "NS");
}

export const padSlip = (play) => ({ game: sheetOfDeals(padOf(play).deals, true).sheet.score });

/* Screens ------------------------------------------------------------------------------------- */

export function padScreen(board, view) {
  const pad = padOf(board.play);
  if (view.deal !== null && !hasDeal(board.play, view.deal)) return goneScreen(board);
  const { sheet, extra } = sheetOfDeals(pad.deals, view.step === "send" && view.deal === null);
  const draft = drafts.draftOf(dealKey(board.play));
  const ends = view.deal === null && isOver(pad, sheet);
  const screens = { send: sendStep, passed: passedStep, contract: contractStep, who: whoStep, points: pointsStep };
  const step = view.step === "send" || ends ? "send"
    : view.step === "passed" ? "passed" : stepOf(draft, view.step);
  const screen = screens[step]({ board, pad, sheet, draft, view });
  return {
    board,
    head: headOf(pad, sheet, view),
    main: [
      view.panel ? null : sumCard(pad, sheet, draft.side, step),
      extra > 0 && notice("warn", t("pad_extra"), t("pad_extra_text")),
      ...screen.main,
    ],
    foot: screen.foot,
  };
}

/** Another window of this phone has deleted the deal that was being corrected. */
const goneScreen = (board) => ({
  board,
  main: [title(t("pad_gone")), quiet(t("pad_gone_text"))],
  foot: [primary("pad_back", t("pad_on", { score: padScore(board.play, board.side) }))],
});

function headOf(pad, sheet, view) {
  const index = placeOf(pad.deals, view.deal);
  const number = countOf(pad.deals.slice(0, index)) + 1;
  if (view.deal === null && isOver(pad, sheet)) return { where: t("game_over"), round: "" };
  const where = game.deals ? t("pad_deal_of", { number, deals: game.deals })
    : t("pad_deal_to", { number, points: sheet.target });
  const [dealer, next] = [index, index + 1].map((each) => seatName(dealerOf(pad, each)));
  return { where, round: t("pad_dealer", { dealer, next }) };
}

function sumCard(pad, sheet, side, step) {
  const own = (word, which) => h("p", {}, h("span", { class: "quiet" }, word),
    h("b", {}, signed(sheet.score[which])));
  const from = Math.max(0, pad.deals.length - LAST_DEALS);
  return h("section", { class: `card pad-sum ${["who", "points"].includes(step) ? "is-short" : ""}` },
    h("div", { class: "pad-sums" }, own(t("we"), side),
      h("p", { class: "pad-between" },
        sheet.waiting > 0 && h("span", { class: "tag tag-warn" }, t("pad_hang", { points: sheet.waiting })),
        h("span", { class: "quiet" }, t("pad_after", { count: countOf(pad.deals) }))),
      own(t("you"), otherOf(side))),
    h("ul", { class: "pad-deals" }, pad.deals.slice(from).map((deal, place) =>
      dealRow(deal, from + place, sheet, side))),
    from > 0 && h("details", { class: "pad-older" },
      h("summary", {}, t("pad_older", { count: from })),
      h("ul", { class: "pad-deals" }, pad.deals.slice(0, from).map((deal, index) =>
        dealRow(deal, index, sheet, side)))));
}

/** A deal's points for a side, or that they hang until the next winner. */
function figureOf(row, side) {
  if (!row) return "–";
  const waits = row.result?.outcome === "hanging" && !row.written[side] && row.result.totals[side];
  return waits ? t("pad_waits") : signed(row.written[side]);
}

function dealRow({ slip, key }, index, sheet, side) {
  const row = sheet.rows[index];
  const written = [side, otherOf(side)].map((each) => figureOf(row, each));
  const words = slip.passed_out ? t("passed_out_short")
    : contractLine({ kind: "played", contra: 0, ...slip });
  const hangs = row?.result?.outcome === "hanging";
  return h("li", {}, button("pad_open", [
    h("span", { class: "quiet" }, String(index + 1)),
    h("span", { class: "grow" }, words, hangs && h("span", { class: "quiet" }, `, ${t("pad_hung")}`)),
    written.map((figure) => h("b", {}, figure)),
  ], { value: key, css: "pad-deal-row", "aria-label":
    `${t("pad_deal", { number: index + 1 })}: ${written.join("–")}. ${t("change")}` }));
}

/* Steps: contract, declarer, points, and the end of the game ----------------------------------- */

function contractStep({ board, pad, draft, view }) {
  const isFirst = !pad.deals.length;
  return {
    main: [
      isFirst && h("p", { class: "quiet", id: "pad-first" }, t("pad_first")),
      isFirst && h("div", { class: "segments", role: "group", "aria-labelledby": "pad-first" },
        rules.seats.map((seat) => button("pad_first", seatName(seat),
          { value: seat, css: "segment", "aria-pressed": String(seat === pad.first) }))),
      title(view.deal === null ? t("which") : t("pad_correct", { number: placeOf(pad.deals, view.deal) + 1 })),
      contractPads(draft, view),
      isFirst && quiet(t("pad_here_only")),
    ],
    foot: [
      correcting(view),
      h("div", { class: "entry-links" },
        view.deal === null && pad.deals.length ? link("step", t("pad_end"), "send") : link("home", t("game_home")),
        link("call_screen", t("call"), board.play)),
    ],
  };
}

/** Links to leave the correction of an older deal. */
const correcting = (view) => view.deal !== null && h("div", { class: "entry-links" },
  link("pad_back", t("pad_to_sheet"), ""), link("pad_remove", t("pad_remove"), view.deal));

function passedStep() {
  return {
    main: [title(t("pad_passed")), quiet(t("pad_passed_hint"))],
    foot: [primary("pad_passed", t("pad_passed_save")), secondary("step", t("back"), "contract")],
  };
}

const whoStep = ({ board, draft }) => askWho(board, draft);

function pointsStep({ board, pad, draft, view }) {
  return askPoints(board, draft, view, (_draft, fault) => closing(board, pad, draft, view, fault));
}

/** Preview of the deal and of the sums, with the save button. */
function closing(board, pad, draft, view, fault) {
  if (fault) {
    return [h("div", { class: "notice notice-bad notice-bar", role: "alert" },
      fault.title && h("b", { class: "bad" }, `${fault.title} `), fault.text), noSave()];
  }
  const found = draft.typed === "" ? null : drafts.outcomeOf(drafts.slipOf(draft));
  if (!found) return [h("p", { class: "preview", role: "status" }, t("preview_hint")), noSave()];
  const place = placeOf(pad.deals, view.deal);
  const { sheet } = sheetOfDeals(
    [...pad.deals.slice(0, place), typedDeal(board.play), ...pad.deals.slice(place + 1)]);
  const row = sheet.rows[place];
  const [side, other] = [draft.side, otherOf(draft.side)];
  const received = row ? [side, other].find((each) => row.received[each]) : null;
  return [
    h("div", { class: `preview preview-${found.outcome}`, role: "status" },
      h("span", {}, `${t(`outcome.${found.outcome}`)} `,
        h("b", {}, scoreText(found.score[side], found.score[other])),
        found.hanging > 0 && `, ${t("pad_hang", { points: found.hanging })}`,
        received && `, ${t(received === side ? "pad_for_us" : "pad_for_you", { points: row.received[received] })}`)),
    correcting(view),
    primary("pad_write", t("pad_write", { score: scoreText(sheet.score[side], sheet.score[other]) })),
  ];
}

function sendStep({ board, pad, sheet, draft }) {
  const figures = [sheet.score[draft.side], sheet.score[otherOf(draft.side)]];
  const isOut = isOver(pad, sheet);
  const fault = isOut ? null : lengthFault(figures);
  const short = !isOut && game.deals && t("pad_short", { count: countOf(pad.deals), deals: game.deals });
  const doubt = short || doubtOf(figures);
  return {
    main: [
      title(t(isOut ? "game_over" : "pad_end_ask")),
      sheet.waiting > 0 && quiet(t("pad_lost", { points: sheet.waiting })),
      rules.last_deal === "exact" && quiet(t("pad_last_exact")),
      quiet(t("pad_send_hint")),
    ],
    foot: [
      fault && notice("bad", null, fault),
      !fault && doubt && notice("warn", null, `${doubt} ${t("doubt_savable")}`),
      !isOut && secondary("step", t("back"), "contract"),
      !fault && primary("pad_send", t("pad_send", { score: scoreText(...figures) })),
      h("div", { class: "entry-links" }, link("pad_type", t("pad_type"), board.play),
        link("call_screen", t("call"), board.play)),
    ],
  };
}
