/* Entry of one deal: contract, declarer, points; one question per step. */

import { h, symbol } from "../frame/dom.js";
import { bidKeys, cssOfContracts } from "../slips/bids.js";
import {
  bidName, button, capitalised, contractLine, link, mark, notice, primary, segments, sidePads, title,
} from "./parts.js";
import {
  aloneAsked, capotAsked, declarations, faultOf, isExact, mayBeAlone, mostBelotes, namedLines, pointsOf, pointsOfKind,
  previewOf,
} from "./slip.js";
import { levelsOf } from "../slips/factors.js";
import { app, config, figure, nameOf, premiumName, rules, sides, t } from "./state.js";

const STEPS = {
  contract: contractStep,
  passed: passedStep,
  who: whoStep,
  points: pointsStep,
  enough: enoughStep,
  declaration: declarationStep,
  belote: beloteStep,
  capot: capotStep,
};

export function entryView(draft) {
  const number = (draft.index ?? app.match.deals.length) + 1;
  const head = t(draft.index === null ? "deal_n" : "correcting", { number });
  return [
    h("p", { class: "pad-deal" }, h("b", {}, head), link("close", t("to_sheet"))),
    ...STEPS[draft.step](draft),
  ];
}

function contractStep(draft) {
  const { contracts, numbers, somebody_must_name: mustName, until } = rules();
  return [
    title(t(numbers.length ? "which_bid" : "which")),
    numbers.length > 0 && bidKeys(rules(), t, button, draft, draft.more),
    h(
      "div",
      { class: cssOfContracts(rules()) },
      contracts.split(" ").map((code) =>
        button(
          "contract",
          [mark(code, "pad-mark"), h("span", {}, capitalised(t(`contract.${code}`)))],
          { value: code, css: "pad", "aria-pressed": String(code === draft.contract) },
        )),
      !mustName && button("goto", t("passed_out"), { value: "passed", css: "pad pad-wide" }),
      until === "enough"
        && button("goto", t("enough"), { value: "enough", css: "pad pad-wide" }),
    ),
  ];
}

const bidOf = ({ bid, capotBid }) => bidName({ bid, capot_bid: capotBid });

function passedStep() {
  return [
    title(t("passed_out")),
    h("p", { class: "quiet" }, t("passed_out_ask")),
    h("div", { class: "pad-actions" },
      link("goto", t("change"), "contract"),
      primary("pass", t("passed_out_save"))),
  ];
}

const answer = (words, step) =>
  h("div", { class: "answer pad-answer" }, words, link("goto", t("change"), step));

function whoStep(draft) {
  const levels = levelsOf(rules(), draft.contract);
  const contract = t(`contract.${draft.contract}`);
  const contras = Array.from({ length: levels + 1 }, (_none, level) =>
    [String(level), level ? capitalised(t(`contra.${level}`)) : t("no_contra")]);
  return [
    answer(h("span", {}, bidOf(draft) && `${bidOf(draft)} `, mark(draft.contract), ` ${capitalised(contract)}`), "contract"),
    title(t("who_named", { contract })),
    sidePads("by", { chosen: draft.by }),
    levels > 0 && h("p", { class: "quiet" }, t("any_contra")),
    levels > 0 && segments("contra", contras, String(draft.contra), t("any_contra")),
    h("div", { class: "pad-actions" },
      draft.by && primary("goto", t("to_points"), "points")),
  ];
}

/* Points -------------------------------------------------------------------------------------- */

function pointsStep(draft) {
  const fault = faultOf(draft);
  const asked = fault ? null : capotAsked(draft);
  const label = rules().times[draft.contract] > 1 ? "points_label_nt" : "points_label";
  return [
    answer(contractLine(draft.contract, draft.by, draft.contra, bidOf(draft)), "who"),
    h("p", { class: "quiet", id: "points-label", tabindex: "-1", "data-title": true }, t(label)),
    boxes(draft, Boolean(fault?.title)),
    keypad(),
    chips(draft),
    asked && h("p", { class: "quiet" }, t("capot_ask", { name: nameOf(asked) })),
    asked && h("div", { class: "segments" },
      button("capot", t("capot_yes"), { value: asked, css: "segment" }),
      button("capot", t("capot_no"), { value: "", css: "segment" })),
    ...(fault ? [] : aloneQuestion(draft)),
    ...closing(draft, fault),
  ];
}

function aloneQuestion(draft) {
  if (!aloneAsked(draft)) return [];
  return [
    h("p", { class: "quiet" }, t("alone_ask")),
    h("div", { class: "segments" },
      button("alone", t("alone_yes"), { value: "yes", css: "segment" }),
      button("alone", t("alone_no"), { value: "no", css: "segment" })),
  ];
}

function boxes(draft, wrong) {
  const points = pointsOf(draft);
  return h("div", { class: `sides ${sides().length > 2 ? "sides-3" : ""}` }, sides().map((side) => {
    const typed = draft.typed[side];
    const isActive = side === draft.active;
    const css = isActive ? (wrong ? "is-wrong" : "is-active") : typed ? "" : "is-filled";
    return button("active", [
      h("b", {}, nameOf(side)),
      h("output", { class: "side-figure" }, typed ?? String(points[side] ?? "–")),
    ], { value: side, css: `side-box ${css}`, "aria-pressed": String(isActive) });
  }));
}

function keypad() {
  const key = (digit) => button("digit", digit, { value: digit, css: "key" });
  return h("div", { class: "keypad", role: "group", "aria-label": t("keypad") },
    [..."123456789"].map(key),
    button("clear", t("clear"), { css: "key key-word" }),
    key("0"),
    button("erase", symbol("delete"), { css: "key", "aria-label": t("delete") }));
}

function chips(draft) {
  const add = (step) => button("goto", t(`add_${step}`), { value: step, css: "chip" });
  const added = namedLines(draft).map(({ side, kind, place, words }) =>
    removable("unname", words, ` ${pointsOfKind(draft, kind)}`, `${side} ${place}`));
  const capot = draft.capot
    ? removable("uncapot", t("chip", { what: t("capot"), name: nameOf(draft.capot) }))
    : add("capot");
  const alone = mayBeAlone(draft) && !aloneAsked(draft)
    && removable("alone", t(draft.alone ? "alone" : "not_alone"), "", "");
  return h("div", { class: "chips" }, added,
    declarations(draft).length > 0 && add("declaration"),
    mostBelotes(draft) > 0 && add("belote"),
    capot, alone);
}

const removable = (act, words, more = "", value = null) =>
  button(act, [words, more, symbol("close")],
    { value, css: "chip is-on", "aria-label": t("remove_chip", { what: words }) });

/** The preview above the save button, or why the deal cannot be saved yet. */
function closing(draft, fault) {
  const row = previewOf(draft);
  const score = row && sides().map((side) => figure(row.written[side])).join("–");
  return [
    h("div", { class: "pad-actions" },
      fault && notice("bad", fault.title, fault.text),
      row && preview(row),
      !row && !fault && h("p", { class: "quiet" }, t(hintOf(draft))),
      row
        ? primary("write", t("save", { score }))
        : h("button", { type: "button", class: "btn btn-big", disabled: true }, t("save_nothing"))),
  ];
}

function hintOf(draft) {
  if (draft.step === "enough") return "enough_hint";
  if (!isExact()) return "points_hint_out";
  return sides().length > 2 ? "points_hint_three" : "points_hint";
}

function preview(row) {
  const { outcome = null, hanging = 0 } = row.result ?? {};
  const written = sides().map((side, index) =>
    [index ? " – " : "", `${nameOf(side)} `, h("b", {}, figure(row.written[side]))]);
  return h("div", { class: `preview preview-${outcome ?? "made"}`, role: "status" },
    h("span", {}, outcome ? t("preview", { outcome: t(`outcome.${outcome}`) }) : t("enough_row")),
    h("span", {}, written, hanging > 0 && `, ${t("and_hang", { points: hanging })}`));
}

function enoughStep(draft) {
  return [
    title(t("enough_title")),
    boxes(draft, Boolean(faultOf(draft))),
    keypad(),
    ...closing(draft, faultOf(draft)),
    link("goto", t("change"), "contract"),
  ];
}

/* Additions to the points --------------------------------------------------------------------- */

const backToPoints = () => link("goto", t("back_to_points"), "points");

function declarationStep(draft) {
  const whose = sides().map((side) => [side, nameOf(side)]);
  return [
    title(t("declaration_title")),
    h("p", { class: "quiet" }, t("declaration_hint")),
    segments("active", whose, draft.active, t("whose")),
    h("div", { class: "pads pads-2" }, declarations(draft).map((kind) => {
      const name = premiumName(kind);
      return button("name", [name, h("span", { class: "pad-sub" }, ` ${pointsOfKind(draft, kind)}`)],
        { value: `${draft.active} ${kind}`, css: "pad" });
    })),
    backToPoints(),
  ];
}

function beloteStep() {
  return [title(t("belote_title")), sidePads("name", { suffix: " belote" }), backToPoints()];
}

function capotStep() {
  return [title(t("capot_title")), sidePads("capot"), backToPoints()];
}
