/* Entry of a board, one question per screen: contract, declarer and contra, points. */

import { app, otherOf, rules, scoreText, signed, t } from "./app.js";
import { h, symbol } from "../frame/dom.js";
import { bidKeys, cssOfContracts } from "../slips/bids.js";
import {
  asksAlone,
  asksCapot,
  declarations,
  draftOf,
  faultOf,
  isNamed,
  mayBeAlone,
  mayDeclare,
  mostBelotes,
  outcomeOf,
  pointsOf,
  slipOf,
  wordOf,
} from "./draft.js";
import { gameScreen, isGame } from "./games.js";
import { contraMark, levelsOf } from "../slips/factors.js";
import {
  bidName,
  button,
  capitalised,
  compass,
  contractName,
  keypad,
  link,
  mark,
  notice,
  primary,
  seatName,
  secondary,
  title,
} from "./parts.js";

export const STEPS = ["contract", "who", "points"];

/** The screen of the draft's current step. */
export function entryScreen(board, view) {
  const draft = draftOf(board.play);
  if (view.step === "not_played") return notPlayed(board);
  if (view.step === "passed") return everybodyPassed(board);
  if (isGame(draft)) return gameScreen(board);
  const screens = { contract: askContract, who: askWho, points: askPoints };
  const screen = screens[stepOf(draft, view.step)](board, draft, view);
  return { ...screen, steps: stepOf(draft, view.step), board };
}

/** A step with earlier unanswered questions falls back to the first of them. */
export function stepOf(draft, step) {
  if (!isNamed(draft)) return "contract";
  if (step === "points" && !draft.declarer) return "who";
  return STEPS.includes(step) ? step : "contract";
}

function askContract(board, draft, view) {
  const speaks = { dealer: seatName(board.dealer), first: seatName(board.first) };
  return {
    main: [
      compass(board.round, { middle: String(board.board), dealer: board.dealer }),
      h("p", { class: "quiet" }, t(rules.first_call === "dealer" ? "dealer_speaks" : "dealer", speaks)),
      title(t(rules.numbers.length ? "which_bid" : "which")),
      contractPads(draft, view),
    ],
    foot: [
      h("p", { class: "entry-centre" }, link("home", t("to_boards"))),
      h("div", { class: "entry-links" },
        link("not_played", t("not_played"), board.play),
        link("call_screen", t("call"), board.play)),
    ],
  };
}

/** The bid number, every contract of the variant, and passed out. */
export const contractPads = (draft, view) => [
  rules.numbers.length > 0 && bidKeys(rules, t, button, draft, view.more),
  allContracts(draft),
];

const allContracts = (draft) => h("div", { class: cssOfContracts(rules) },
  rules.contracts.split(" ").map((contract) => contractPad(contract, draft)),
  rules.somebody_must_name
    ? null
    : button("step", t("passed_out"), { value: "passed", css: "pad pad-wide" }));

function contractPad(contract, draft) {
  const isOn = draft.contract === contract;
  return h(
    "button",
    {
      type: "button",
      class: isOn ? "pad is-on" : "pad",
      "data-act": "contract",
      "data-value": contract,
      "aria-pressed": String(isOn),
    },
    mark(contract, "pad-mark"),
    h("span", {}, capitalised(contractName(contract))),
  );
}

export function askWho(board, draft) {
  return {
    main: [
      answer(draft, `${bidOf(draft)}${capitalised(contractName(draft.contract))}`, "contract"),
      title(t("who_named", { contract: contractName(draft.contract) })),
      levelsOf(rules, draft.contract) > 0 && [
        h("p", { class: "quiet", id: "contra-question" }, t("any_contra")),
        contraSegments(draft),
      ],
      h("div", { class: "pads pads-2" }, ["N", "S", "W", "E"].map((seat) => {
        const isOn = draft.declarer === seat;
        const css = isOn ? "pad is-on" : "pad";
        const name = h("span", { class: "pad-sub" }, board.round.seats[seat] ?? "");
        const more = { value: seat, css, "aria-pressed": String(isOn) };
        return button("declarer", [seatName(seat), name], more);
      })),
    ],
    foot: [draft.declarer ? primary("step", t("to_points"), "points") : null],
  };
}

function contraSegments(draft) {
  const highest = levelsOf(rules, draft.contract);
  const css = highest < 3 ? "segments" : "segments contras-many";
  const levels = Array.from({ length: highest + 1 }, (_all, level) => level);
  return h("div", { class: css, role: "group", "aria-labelledby": "contra-question" },
    levels.map((level) => button("contra", t(`contra.${level}`), {
      value: String(level),
      css: "segment",
      "aria-pressed": String(draft.contra === level),
    })));
}

/* The bid number as prefix of a contract. */
const bidOf = ({ bid, capotBid }) => (bid ? `${bidName({ bid, capot_bid: capotBid })} ` : "");

/** An answered question, collapsed to a line with a link to change it. */
function answer(draft, words, step) {
  return h("div", { class: "answer" }, mark(draft.contract), h("span", {}, words),
    link("step", t("change"), step));
}

/** `close` returns the content below: preview and save button, or the error. */
export function askPoints(board, draft, view, close = verdict) {
  const contra = draft.contra ? contraMark(rules, draft, t(`contra.${draft.contra}`)) : "";
  const said = `${bidOf(draft)}${capitalised(contractName(draft.contract))}, ${seatName(draft.declarer)}${contra}`;
  const panels = { declaration: declarationPanel, belote: belotePanel, capot: capotPanel };
  if (panels[view.panel]) {
    return { main: [answer(draft, said, "who"), panels[view.panel](board, draft, view)],
      foot: [secondary("panel", t("back"), "")] };
  }
  const fault = faultOf(draft);
  return {
    main: [
      answer(draft, said, "who"),
      h("h2", { tabindex: "-1", class: "points-label" },
        t(rules.times[draft.contract] > 1 ? "points_label_nt" : "points_label")),
      sideBoxes(draft, fault),
      keypad(),
      chips(draft),
      board.first && leadSegments(draft),
    ],
    foot: (fault ? null : questionOf(draft)) ?? close(draft, fault),
  };
}

function sideBoxes(draft, fault) {
  const points = pointsOf(draft);
  const isWrong = fault && points[otherOf(draft.active)] === null;
  const box = (side, word) => {
    const active = side === draft.active;
    const state = active ? (isWrong ? "is-wrong" : "is-active") : "is-filled";
    const figure = active ? draft.typed || "–" : (points[side] ?? "–");
    return button("active", [
      h("span", {}, h("b", {}, word), seatName(side)),
      h("output", { class: "side-figure" }, String(figure)),
    ], { value: side, css: `side-box ${state}`, "aria-pressed": String(active) });
  };
  return h("div", { class: "sides" }, box(draft.side, t("we")), box(otherOf(draft.side), t("you")));
}

function chips(draft) {
  const added = draft.claims.map((claim, index) => {
    const words = `${wordOf(claim, draft.contract)}, ${who(draft, claim.side)} ${claim.value}`;
    return button("remove_claim", [words, symbol("close")],
      { value: String(index), css: "chip is-on", "aria-label": t("remove", { what: words }) });
  });
  const capot = draft.capot && button(
    "capot",
    [`${t("capot")}, ${who(draft, draft.capot)}`, symbol("close")],
    { value: "", css: "chip is-on", "aria-label": t("remove", { what: t("capot") }) },
  );
  const aloneWords = t(draft.alone ? "alone" : "not_alone");
  const alone = mayBeAlone(draft) && !asksAlone(draft) && button("alone", [aloneWords, symbol("close")],
    { value: "", css: "chip is-on", "aria-label": t("remove", { what: aloneWords }) });
  const belotes = draft.claims.filter((claim) => claim.kind === "belote").length;
  const add = (panel, words) => button("panel", words, { value: panel, css: "chip" });
  return h("div", { class: "chips" }, added, capot, alone,
    mayDeclare(draft) && add("declaration", t("add_declaration")),
    belotes < mostBelotes(draft) && add("belote", t("add_belote")),
    !draft.capot && add("capot", t("add_capot")));
}

/** The optional opening leader: one tap. */
const leadSegments = (draft) => h("div", { class: "lead" },
  h("span", { class: "quiet", id: "lead-question" }, t("row_lead")),
  h("div", { class: "segments", role: "group", "aria-labelledby": "lead-question" },
    rules.seats.map((seat) => button("lead", seatName(seat), {
      value: seat,
      css: "segment",
      "aria-pressed": String(draft.lead === seat),
    }))));

const who = (draft, side) => (side === draft.side ? t("we_small") : t("you_small"));

/* Questions that must be answered before saving. */
function questionOf(draft) {
  if (asksCapot(draft)) return [capotQuestion(draft)];
  return asksAlone(draft) ? [aloneQuestion(draft)] : null;
}

/** A side without points may still have won a trick; its answer is required before saving. */
function capotQuestion(draft) {
  const side = pointsOf(draft).NS === 0 ? "NS" : "EW";
  return h("div", { class: "card card-ask", role: "status" },
    h("p", { class: "strong" }, t("capot_ask", { side: seatName(side) })),
    button("capot", t("capot_yes"), { value: "winner", css: "btn btn-primary btn-big" }),
    button("capot", t("capot_no"), { value: "nobody", css: "btn btn-big" }));
}

/** The partner may have won a trick, which loses a bid alone. */
const aloneQuestion = ({ declarer }) => h("div", { class: "card card-ask", role: "status" },
  h("p", { class: "strong" }, t("alone_ask", { seat: seatName(declarer) })),
  button("alone", t("alone_yes"), { value: "yes", css: "btn btn-primary btn-big" }),
  button("alone", t("alone_no"), { value: "no", css: "btn btn-big" }));

/** The preview with the save button, or why the entry cannot be saved. */
function verdict(draft, fault) {
  if (fault) {
    return [h("div", { class: "notice notice-bad notice-bar", role: "alert" },
      fault.title && h("b", { class: "bad" }, `${fault.title} `), fault.text), noSave()];
  }
  const found = draft.typed === "" ? null : outcomeOf(slipOf(draft));
  if (!found) return [h("p", { class: "preview", role: "status" }, t("preview_hint")), noSave()];
  const ours = found.score[draft.side];
  const theirs = found.score[otherOf(draft.side)];
  return [
    h("div", { class: `preview preview-${found.outcome}`, role: "status" },
      h("span", {}, t("preview_colon", { outcome: t(`outcome.${found.outcome}`) })),
      h("span", {}, `${t("we_small")} `, h("b", {}, signed(ours)),
        ` – ${t("you_small")} `, h("b", {}, signed(theirs)))),
    primary("save", t("save", { score: scoreText(ours, theirs) })),
  ];
}

export const noSave = () =>
  h("button", { type: "button", class: "btn btn-big", disabled: true }, t("save_nothing"));

/* Optional additions --------------------------------------------------------------------------- */

function sideSwitch(draft, view) {
  const chosen = view.panelSide ?? draft.side;
  const pick = (side, word) => button("panel_side", word,
    { value: side, css: "segment", "aria-pressed": String(side === chosen) });
  return h("div", { class: "segments" }, pick(draft.side, `${t("we")}, ${seatName(draft.side)}`),
    pick(otherOf(draft.side), `${t("you")}, ${seatName(otherOf(draft.side))}`));
}

function declarationPanel(_board, draft, view) {
  return [
    title(t("declaration_title")),
    sideSwitch(draft, view),
    h("div", { class: "pads pads-2" }, declarations(draft).map(({ kind, value, word }) =>
      button("claim", [t(word), h("span", { class: "pad-figure" }, String(value))],
        { value: `${kind} ${value}`, css: "pad" }))),
    h("p", { class: "quiet" }, t("declaration_hint")),
  ];
}

const sidePads = (act, draft, values) => h("div", { class: "pads pads-2" },
  [draft.side, otherOf(draft.side)].map((side, index) =>
    button(act, [index ? t("you") : t("we"), h("span", { class: "pad-sub" }, seatName(side))],
      { value: values(side), css: "pad" })));

const belotePanel = (_board, draft) =>
  [title(t("belote_title")), sidePads("belote", draft, (side) => side)];

const capotPanel = (_board, draft) =>
  [title(t("capot_title")), sidePads("capot_side", draft, (side) => side)];

function notPlayed(board) {
  return {
    board,
    main: [
      title(t(board.is_game ? "game_not_played" : "not_played_ask", { board: board.board })),
      notice("info", "", t("not_played_hint")),
    ],
    foot: [primary("save_not_played", t("not_played_save"), board.play),
      secondary("step", t("back"), "contract")],
  };
}

/** No score; the entry is checked before saving like any other result. */
function everybodyPassed(board) {
  return {
    steps: "contract",
    board,
    main: [
      title(t("passed_out_ask", { board: board.board })),
      notice("info", "", t("passed_out_hint")),
    ],
    foot: [
      h("div", { class: "preview", role: "status" }, h("span", {}, t("passed_out_short")),
        h("span", {}, `${t("we_small")} `, h("b", {}, "0"), ` – ${t("you_small")} `, h("b", {}, "0"))),
      primary("save_passed_out", t("save", { score: "0–0" })),
      secondary("step", t("back"), "contract"),
    ],
  };
}

/** The current step of a board's draft: its first unanswered question. */
export function nextStep(play) {
  const draft = app.memory.drafts[play];
  if (!isNamed(draft)) return "contract";
  return draft.declarer ? "points" : "who";
}
