/* After an entry: saved, received, confirmed; the other side's check; two entries that differ. */

import { app, clock, otherOf, rules, t, urls } from "./app.js";
import { latestBySide, nextTask, waitsFor } from "./boards.js";
import { h } from "../frame/dom.js";
import { levelsOf } from "../slips/factors.js";
import { isSolo } from "../slips/reading.js";
import {
  authorOf,
  bigScore,
  button,
  contractLine,
  facts,
  isScored,
  link,
  notice,
  outcomeLine,
  nameOf,
  primary,
  quiet,
  scoreOf,
  seatName,
  secondary,
  sideLabel,
  title,
  waitingList,
} from "./parts.js";

const ownLabels = (own) => [sideLabel(own), sideLabel(otherOf(own))];

/** The screen of a board that has an entry. */
export function boardScreen(board, view) {
  if (board.status === "problem") return problemScreen(board);
  if (board.status === "closed") return closedScreen(board);
  const chosen = board.entries.find((entry) => entry.version === view.choose);
  if (board.status === "disputed" && !board.pending) {
    return chosen ? confirmScreen(board, view.as, chosen) : disputeScreen(board, view);
  }
  if (view.as && waitsFor(board, view.as)) return confirmScreen(board, view.as);
  if (waitsFor(board, board.side)) return confirmScreen(board, board.side);
  return standingScreen(board);
}

function standingScreen(board) {
  const entry = board.standing;
  const own = board.side;
  return {
    board,
    main: [
      h("h2", { tabindex: "-1", class: "sr" }, nameOf(board)),
      stateNotice(board),
      isScored(entry) && bigScore(entry, own, ownLabels(own)),
      outcomeLine(entry, own),
      board.status === "saved" ? waitingList() : null,
      board.status === "saved" && !board.pendingWord ? null : signatures(board),
      mayCorrect(board) && centred(link("correct", t("correct"), board.play)),
      board.is_over && !board.is_game && centred(compareLink(board)),
      boardAfter(board) && centred(link("home", t("to_boards"))),
    ],
    foot: standingActions(board),
  };
}

/** The director closed it without an entry, so none is possible. */
function closedScreen(board) {
  return {
    board,
    main: [
      h("h2", { tabindex: "-1", class: "sr" }, nameOf(board)),
      notice("info", t("board_closed"), null),
      centred(compareLink(board)),
    ],
    foot: [
      secondary("call_screen", t("call"), board.play),
      primary("home", t("to_boards")),
    ],
  };
}

const centred = (...children) => h("p", { class: "entry-centre" }, ...children);

/** The board's public page, after every table has played it. */
function compareLink(board) {
  const href = urls.board.replace(/0\/$/, `${board.board}/`);
  return h("a", { class: "entry-link", href }, t("compare"));
}

function stateNotice(board) {
  const entry = board.standing;
  if (board.status === "saved") {
    return app.online ? notice("info", t("sending"), null)
      : notice("warn", t("saved_title"), t("saved_text"));
  }
  if (board.status === "confirmed") {
    if (entry.source === "director") return notice("ok", t("director_set"), null);
    return notice("ok", t("confirmed_title"), t("confirmed_text"));
  }
  const side = seatName(otherOf(entry.side));
  return notice("ok", t("received", { time: clock(entry.at) }), t("received_text", { side }));
}

function signatures(board) {
  const entry = board.standing;
  const word = board.pendingWord;
  const agreed = word?.agrees ? [...entry.agreed, word.side] : entry.agreed;
  const others = agreed.filter((side) => side !== entry.side).map(seatName).join(", ");
  const confirmed = entry.source === "table"
    && [t("confirmed_by"), others || t("nobody_yet"), others ? null : "quiet"];
  return facts([t("entered_by"), authorOf(entry)], confirmed);
}

const mayCorrect = (board) => board.standing.source === "table"
  && ["entered", "saved"].includes(board.status) && board.standing.side === board.side
  && !board.pendingWord;

/** The next board with a task, null if only this one is left. */
function boardAfter(board) {
  const next = nextTask(board.round, board);
  return next && next.play !== board.play ? next : null;
}

function standingActions(board) {
  const next = boardAfter(board);
  const other = otherOf(board.standing.side);
  return [
    board.status === "saved" && !app.online && secondary("try_now", t("try_now")),
    waitsFor(board, other) && secondary("hand_over", t("hand_over"), board.play),
    next
      ? primary("open_board", t("to_board", { board: next.board }), next.play)
      : primary("home", t(board.is_game ? "game_home" : "to_boards")),
  ];
}

/* Check by the other side ---------------------------------------------------------------------- */

const confirmScreen = (board, side, entry = board.standing) =>
  ({ board, main: questionOf(board, side, entry), foot: answersOf(board, side) });

/** The other side's entry, and the question whether it is right. */
export function questionOf(board, side, entry = board.standing) {
  const other = otherOf(side);
  const label = (word, which) => h("span", { class: "side-words" },
    h("b", { class: "inline" }, word), h("span", { class: "quiet" }, seatName(which)));
  return [
    quiet(t("for_side", { side: seatName(side), names: namesOf(board.round, side) })),
    title(t(board.is_game ? "game_right" : "is_it_right", { board: board.board })),
    isScored(entry)
      && bigScore(entry, side, [label(t("you"), side), label(t("they"), other)]),
    entry.kind === "played"
      ? detailsOf(entry, side)
      : outcomeLine(entry, side),
  ];
}

export const answersOf = (board, side) => [
  primary("agree", t("yes"), `${side} ${board.play}`),
  secondary("disagree", t("no"), `${side} ${board.play}`, "btn btn-danger btn-big"),
];

function detailsOf(entry, side) {
  const other = otherOf(side);
  const both = (values) => t("you_they", { own: values[side], other: values[other] });
  const nothing = !entry.announced.NS && !entry.announced.EW;
  const isBeloteAlone = rules.declarations === "none";
  const css = { made: "ok", lost: "bad", hanging: "warn" }[entry.outcome];
  return facts(
    [t("row_contract"), contractLine({ ...entry, contra: 0 })],
    levelsOf(rules, entry.contract) > 0
      && [t("row_contra"), entry.contra ? t(`contra.${entry.contra}`) : t("none")],
    [t("row_points"), both(entry.points)],
    [t(isBeloteAlone ? "kind.belote" : "row_announced"), nothing ? t("none") : both(entry.announced)],
    rules.belotes_apart && !isBeloteAlone && !nothing && [t("row_belote"), both(entry.belote)],
    entry.capot && [t("row_capot"), seatName(entry.capot)],
    isSolo(rules, entry) && [t("row_alone"), t(entry.alone ? "yes_alone" : "no_alone")],
    entry.lead && [t("row_lead"), seatName(entry.lead)],
    [t("row_outcome"), t(`outcome.${entry.outcome}`), css],
  );
}

function namesOf(round, side) {
  const names = (round.pairs[side]?.players ?? []).map((name) => name.split(" ")[0]);
  return names.length === 2 ? t("and", { one: names[0], other: names[1] }) : names.join(", ");
}

/* Two entries that differ ---------------------------------------------------------------------- */

function disputeScreen(board, view) {
  const entries = latestBySide(board);
  const two = entries.length > 1;
  const refuser = entries.flatMap((entry) => entry.refused)[0];
  const heading = two ? t("dispute_title")
    : t("refused_title", { side: seatName(refuser ?? otherOf(entries[0].side)) });
  const enterAs = view.as ?? refuser ?? board.side;
  return {
    board,
    main: [
      h("h2", { tabindex: "-1", class: "sr" }, heading),
      notice("bad", heading, two ? t("dispute_text") : t("refused_text")),
      h("div", { class: "card" }, entries.map((entry) => claim(entry, entries))),
      two && quiet(t("choice_seen")),
      centred(link("home", t(board.is_game ? "game_home" : "to_boards"))),
    ],
    foot: [
      secondary("enter_other", t("enter_other"), enterAs),
      primary("call_screen", t("call"), board.play),
    ],
  };
}

function claim(entry, entries) {
  const other = entries.find((each) => each !== entry);
  const differs = (value, same) => (same ? value : h("mark", { class: "differs" }, value));
  const bid = ["kind", "contract", "declarer", "contra", "bid", "capot_bid"];
  const sameBid = !other || bid.every((key) => entry[key] === other[key]);
  const points = entry.kind === "played" && [
    ", ",
    differs(String(entry.points.NS), !other || other.points.NS === entry.points.NS), " – ",
    differs(String(entry.points.EW), !other || other.points.EW === entry.points.EW),
  ];
  const said = entry.kind === "played" && announcedIn(entry, other, differs);
  const alone = isSolo(rules, entry) && Boolean(other) && entry.alone !== other.alone
    && h("p", { class: "small" }, differs(`${t("row_alone")}: ${t(entry.alone ? "yes_alone" : "no_alone")}`, false));
  const led = entry.lead && h("p", { class: "small" },
    differs(`${t("row_lead")}: ${seatName(entry.lead)}`, !other?.lead || other.lead === entry.lead));
  return h("div", { class: "claim" },
    h("p", { class: "row-ends" }, h("b", {}, seatName(entry.side)),
      h("span", { class: "quiet" }, clock(entry.at))),
    h("p", { class: "row-ends" }, h("span", {}, differs(contractLine(entry), sameBid), points),
      h("b", { class: "claim-score" }, scoreOf(entry, "NS"))),
    said,
    alone,
    led,
    button("choose", t("this_one"), {
      value: `${entry.version}`,
      css: "btn btn-wide",
      "aria-label": `${t("this_one")}: ${seatName(entry.side)}, ${scoreOf(entry, "NS")}`,
    }));
}

/* Declarations, if two entries differ in them. */
function announcedIn(entry, other, differs) {
  const keys = ["announced", "belote"].filter((key) =>
    other?.kind === "played" && ["NS", "EW"].some((side) => entry[key][side] !== other[key][side]));
  return keys.map((key) => h("p", { class: "small" },
    differs(`${t(`row_${key}`)}: ${entry[key].NS} – ${entry[key].EW}`, false)));
}

/* Rejected by the server ----------------------------------------------------------------------- */

function problemScreen(board) {
  const { problem } = board;
  const stale = problem.status === "conflict" || problem.kind === "confirmation";
  const current = board.entries.find((entry) => entry.version === board.current);
  return {
    board,
    main: [
      h("h2", { tabindex: "-1", class: "sr" }, nameOf(board)),
      stale ? notice("warn", t("stale_title"), problem.message)
        : notice("bad", t("not_accepted"), problem.message, advice(problem)),
      stale && current && [
        isScored(current) && bigScore(current, board.side, ownLabels(board.side)),
        outcomeLine(current, board.side),
        facts([t("entered_by"), authorOf(current)]),
      ],
    ],
    foot: stale ? [primary("forget", t("understood"), board.play)] : waysOn(board),
  };
}

/** Rejections that no other entry resolves; their messages say what does. */
const FINAL = ["board_closed", "ask_director"];

const advice = ({ code }) =>
  !FINAL.includes(code) && h("p", {}, t("not_accepted_text"));

function waysOn(board) {
  const { code } = board.problem;
  if (code === "board_closed") {
    return [
      secondary("call_screen", t("call"), board.play),
      primary("forget", t("throw_away"), board.play),
    ];
  }
  if (code === "ask_director") {
    return [
      secondary("repair", t("repair"), board.play),
      primary("call_screen", t("call"), board.play),
    ];
  }
  return [
    secondary("forget", t("throw_away"), board.play),
    primary("repair", t("repair"), board.play),
  ];
}
