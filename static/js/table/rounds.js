/* The round at this table: seats, the boards and their states, next tables. */

import { app, clock, t, urls } from "./app.js";
import { boardsOf, everythingSent, isDone, nextTask, sideIn, waitsFor } from "./boards.js";
import { mayPad } from "./games.js";
import { padOf, padScore } from "./pad.js";
import { numbered, whereNext } from "./onward.js";
import { answersOf, questionOf } from "./confirm.js";
import { h } from "../frame/dom.js";
import {
  button,
  compass,
  contractLine,
  facts,
  link,
  nameOf,
  notice,
  offlineNotice,
  primary,
  quiet,
  roundName,
  scoreOf,
  seatName,
  secondary,
  stateDot,
  storageNotice,
  title,
  waitingList,
} from "./parts.js";

const REASONS = ["call_revoke", "call_cards", "call_dispute", "call_other"];

/** Before the draw is published, and after the last round. */
export function quietScreen(phase) {
  return {
    main: [
      h("p", { class: "quiet" }, app.state.tournament),
      title(t(`${phase}_title`)),
      h("p", {}, t(`${phase}_text`)),
      refreshed(),
    ],
    foot: [
      !app.online && secondary("try_now", t("try_now")),
      phase === "finished" && nextStages(),
      phase === "finished" && standingsLink(),
    ],
  };
}

const standingsLink = () =>
  h("a", { class: "btn btn-primary btn-big", href: urls.standings }, t("standings"));
/** Link to get the next table on the player's own phone. */
function tellMe(round) {
  const own = round.pairs[sideIn(round) ?? "NS"]?.number;
  return h("a", { href: own ? `${urls.notices}?team=${own}` : urls.notices }, t("tell_me"));
}

const refreshed = () => h("p", { class: "quiet" }, `${t("refreshed")}: ${clock(app.refreshedAt)}`);

export function emptyTableScreen(round) {
  return {
    main: [title(t("empty_table", { round: round.number })), refreshed()],
    foot: [],
  };
}

/** Check at the start of a round: players in the right seats, and the side of this phone. */
export function seatingScreen(round) {
  const cards = round.boards.filter((board) => !board.is_game);
  const boards = cards.map((board) => board.board).join(", ");
  return {
    round,
    main: [
      !round.begun && notice("info", null, t("not_begun", { round: round.number })),
      title(t("seating_title")),
      compass(round, { middle: String(app.state.table) }),
      h("p", { class: "quiet" }, t("seating_hint")),
      boards && h("p", {}, t("boards_are", { boards })),
      h("h3", {}, t("we_are")),
      h("div", { class: "pads pads-2" }, ["NS", "EW"].map((side) =>
        button("we_are", [seatName(side), h("span", { class: "pad-sub" }, pairWords(round, side))],
          { value: side, css: "pad" }))),
    ],
    foot: [h("div", { class: "entry-links" }, h("span"), link("call_screen", t("call"), ""))],
  };
}

function pairWords(round, side) {
  const pair = round.pairs[side];
  if (!pair) return "";
  const names = pair.players.map((name) => name.split(" ")[0]).join(", ");
  return pair.number ? `${t("preview_colon", { outcome: numbered(pair.number) })} ${names}` : names;
}

const isOpen = (round) => round.boards.some((board) => board.is_game);

/** The boards of the round, and the next task. */
export function roundScreen(round) {
  const boards = boardsOf(round);
  if (boards.length && boards.every(isDone)) return doneScreen(round);
  const task = nextTask(round);
  const asked = task && waitsFor(task, task.side) ? task : null;
  const later = app.state.round > round.number;
  return {
    round,
    main: [
      storageNotice(),
      offlineNotice(),
      callNotice(),
      app.state.phase === "finished" && notice("info", t("finished_title"), t("finished_text")),
      asked
        ? questionOf(asked, asked.side)
        : title(isOpen(round) ? roundName(round) : t("round_title", { round: round.number })),
      h("ul", { class: "card board-rows" }, boards.map((board) => boardRow(board))),
      compass(round, { middle: String(app.state.table) }),
      h("p", { class: "entry-centre" },
        link("other_side", t("change_side", { side: seatName(sideIn(round)) }))),
      olderOpen(round),
      everythingSent() ? null : waitingList(),
    ],
    foot: [
      !app.online && secondary("try_now", t("try_now")),
      later && secondary("next_round", t("next_round", { round: app.state.round })),
      h("div", { class: "entry-links" }, h("span"), link("call_screen", t("call"), "")),
      asked ? answersOf(asked, asked.side) : task && taskButtons(task),
    ],
  };
}

/** A game may be entered deal by deal; once started, the pad continues. */
function taskButtons(task) {
  if (!task.is_game || task.status !== "empty" || !mayPad()) {
    return primary("open_board", taskWords(task), task.play);
  }
  if (padOf(task.play)?.deals.length) {
    const score = padScore(task.play, task.side);
    return [secondary("open_board", taskWords(task), task.play),
      primary("pad", t("pad_on", { score }), task.play)];
  }
  return [secondary("pad", t("pad_begin"), task.play), primary("open_board", taskWords(task), task.play)];
}

function taskWords(board) {
  const words = board.is_game ? ["game_enter", "game_look"] : ["enter_board", "look_at_board"];
  return t(words[board.status === "empty" ? 0 : 1], { board: board.board });
}

function boardRow(board, words = nameOf(board)) {
  const entry = board.standing;
  const own = board.side ?? "NS";
  return h("li", {}, button("open_board", [
    h("span", { class: "board-row-name" }, h("b", {}, words),
      entry && h("span", { class: "quiet" }, contractLine(entry))),
    h("span", { class: "board-row-state" }, entry && h("b", {}, scoreOf(entry, own)),
      stateDot(board.status)),
  ], { value: board.play, css: "board-row" }));
}

/** Unsettled boards of earlier rounds at this table. */
function olderOpen(round) {
  const rows = app.state.rounds
    .filter((older) => older.number < round.number)
    .flatMap((older) => boardsOf(older).filter((board) => !isDone(board)));
  if (!rows.length) return null;
  return [
    h("h3", {}, t("older_title")),
    h("ul", { class: "card board-rows" }, rows.map((board) =>
      boardRow(board, t(board.is_game ? "older_game" : "older_open",
        { round: board.round.number, board: board.board })))),
  ];
}

/** The round is settled here: next tables of both pairs, and the page's next step. */
function doneScreen(round) {
  const { rounds_in_all: all } = app.state; // 0 while unknown
  const isLast = all > 0 && round.number >= all;
  const moved = app.state.round > round.number;
  return {
    round,
    main: [
      storageNotice(),
      callNotice(),
      isLast && title(t("round_done", { round: round.number })),
      everythingSent() ? null : [offlineNotice(), waitingList()],
      isLast
        ? notice("ok", t(app.state.phase === "finished" ? "finished_title" : "last_round"), null)
        : whereNext(round),
      !isLast && quiet(t("round_done", { round: round.number })),
      h("ul", { class: "card board-rows" }, boardsOf(round).map((board) => boardRow(board))),
      olderOpen(round),
      !isLast && !moved && quiet(t("round_waits", { round: round.number + 1 })),
    ],
    foot: [
      everythingSent() ? null : secondary("try_now", t("try_now")),
      h("div", { class: "entry-links" }, isLast ? h("span") : tellMe(round), link("call_screen", t("call"), "")),
      isLast && nextStages(),
      isLast && standingsLink(),
      moved && primary("next_round", t("next_round", { round: app.state.round })),
    ],
  };
}

/** The same table in the next stage, once that is in play. */
const nextStages = () =>
  (app.state.next_stages ?? []).map((stage) =>
    h("a", { class: "btn btn-primary btn-big", href: stage.url }, t("next_stage", { stage: stage.name })));

/* Director ------------------------------------------------------------------------------------- */

export function callNotice() {
  const { call } = app.state;
  if (!call) return null;
  if (call.answered) return notice("call", t("call_answered"), null);
  return notice("call", t("call_sent", { time: clock(call.at) }), t("call_sent_text"));
}

export function callScreen(board) {
  if (app.state.call) {
    return { board, main: [title(t("call")), callNotice()], foot: [primary("leave", t("back"))] };
  }
  return {
    board,
    main: [
      title(t("call_title")),
      app.callFailed && notice("bad", null, t("call_failed")),
      h("div", { class: "call-reasons" },
        REASONS.map((key) => button("call", t(key), { value: key, css: "btn btn-big" }))),
    ],
    foot: [secondary("leave", t("back"))],
  };
}

/** The director's messages to the table, until a player marks them as read. */
export function messageNotices() {
  const read = app.items.filter((item) => item.kind === "read").map((item) => item.body.message);
  return (app.state.messages ?? []).filter(({ id }) => !read.includes(id)).map(({ id, at, text }) =>
    h("div", { class: "notice notice-call message", role: "status", "data-value": `message ${id}` },
      h("p", { class: "notice-title" }, t("message_title", { time: clock(at) })),
      h("p", {}, h("bdi", {}, text)),
      button("read_message", t("message_read"), { value: id, css: "btn" })));
}
