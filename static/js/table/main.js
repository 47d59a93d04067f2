/* Starts the table's page: renders the current screen, handles input, and syncs with the server. */

import { actions, lookAgain, openOnlyGame } from "./actions.js";
import { app, now, onWrittenElsewhere, save, setOnline, t, takeFromOthers, urls } from "./app.js";
import { boardsOf, findBoard, isDone, shownRound, sideIn } from "./boards.js";
import { boardScreen } from "./confirm.js";
import { h, update } from "../frame/dom.js";
import { whenLifted } from "../frame/finger.js";
import { draftOf, startDraft } from "./draft.js";
import { isUntouched, startGame } from "./games.js";
import { isListening, listen, stopListening } from "./listen.js";
import { flush, loadItems, onOutboxChange, waitingItems } from "./outbox.js";
import { padOf, padScreen } from "./pad.js";
import { roundName, stateDot, waitingBoards } from "./parts.js";
import { callScreen, emptyTableScreen, messageNotices, quietScreen, roundScreen, seatingScreen } from "./rounds.js";
import { entryScreen, STEPS } from "./steps.js";
import { showToast } from "../frame/toast.js";

const POLL_MS = 6000;
const QUIET_POLL_MS = 12000;
const LISTENING_POLL_MS = 30000;
const MOVE_ON_MS = 60000;
const DOUBLE_TAP_MS = 600;
const SAME_PLACE_PX = 40;

const places = {
  where: document.querySelector(".entry-table"),
  round: document.querySelector(".entry-round"),
  line: document.getElementById("line-state"),
  steps: document.getElementById("entry-steps"),
  main: document.getElementById("entry-app"),
  foot: document.getElementById("entry-actions"),
};
let shown = "";

/** The current screen: the requested one, if the state still allows it. */
function screenNow() {
  const { phase } = app.state;
  const round = shownRound();
  if (phase === "closed" || !round) return quietScreen(phase === "closed" ? "closed" : "finished");
  const { view } = app.memory;
  if (view.screen === "call") return callScreen(findBoard(view.play));
  if (!Object.keys(round.pairs).length) return emptyTableScreen(round);
  if (!sideIn(round)) return phase === "finished" ? quietScreen("finished") : seatingScreen(round);
  const board = view.play ? findBoard(view.play) : null;
  if (!board) return roundScreen(round);
  if (!board.side) return seatingScreen(board.round);
  if (view.screen === "pad" && mayEnter(board) && padOf(board.play)) return padScreen(board, view);
  if (isOvertaken(board, view)) return roundScreen(round);
  if (view.screen === "entry" && mayEnter(board)) {
    if (!draftOf(board.play)) {
      (board.is_game ? startGame : startDraft)(board.play, board.side);
    }
    return entryScreen(board, view);
  }
  if (board.status === "empty") return roundScreen(round);
  return boardScreen(board, view);
}

/** Confirmed results and closed boards cannot be overwritten. */
const mayEnter = (board) => !["confirmed", "closed"].includes(board.status);

/**
 * A game opened automatically has an entry meanwhile, and nothing is typed: show the round first.
 */
const isOvertaken = (board, view) => view.screen === "entry" && view.opened
  && board.status !== "empty" && isUntouched(draftOf(board.play));

function draw() {
  moveOn();
  const screen = screenNow();
  update(places.where, [where(screen)]);
  update(places.round, roundWords(screen));
  update(places.line, [lineState()]);
  update(places.steps, steps(screen.steps));
  // No messages above the keypad, which would move it: they appear after the entry.
  update(places.main, [...(screen.steps ? [] : messageNotices()), ...screen.main]);
  update(places.foot, screen.foot);
  const question = places.main.querySelector("h2")?.textContent ?? "";
  const name = `${screen.board?.play ?? ""} ${screen.steps ?? ""} ${question}`;
  if (name !== shown) arrived(Boolean(shown));
  if (shown && name !== shown) turnedAt = Date.now();
  shown = name;
}

/** Redraw, but not during a press. */
const redraw = () => whenLifted(draw);

/** Scroll a new screen to its top and focus its question for screen readers. */
function arrived(byAction) {
  if (!byAction) return;
  scrollTo(0, 0);
  places.main.querySelector("h2")?.focus({ preventScroll: true });
}

function where(screen) {
  if (screen.head) return screen.head.where;
  const { table } = app.state;
  const { board } = screen;
  return board && !board.is_game ? t("table_board", { table, board: board.board }) : t("table", { table });
}

function roundWords(screen) {
  if (screen.head) return [screen.head.round];
  const round = screen.board?.round ?? screen.round ?? shownRound();
  if (!round) return [app.state.tournament];
  const { board } = screen;
  const words = board && !board.is_game
    ? t("round_board", { round: round.number, n: board.order, boards: round.boards.length })
    : roundName(round);
  const time = timeLeft(round);
  return time ? [`${words} · `, time] : [words];
}

function timeLeft(round) {
  if (round.number < app.state.round) return null;
  if (round.paused_seconds !== null) {
    const rest = String(round.paused_seconds % 60).padStart(2, "0");
    return h("span", {}, t("paused", { time: `${Math.floor(round.paused_seconds / 60)}:${rest}` }));
  }
  if (!round.ends_at) return null;
  const old = places.round.querySelector("time");
  const kept = old?.dataset.deadline === round.ends_at;
  return h("time", {
    role: "timer",
    "aria-label": t("time_left"),
    class: kept ? old.className : null,
    "data-deadline": round.ends_at,
    "data-now": kept ? old.dataset.now : new Date(now()).toISOString(),
  }, kept ? old.textContent : "");
}

function lineState() {
  const count = waitingBoards().length;
  const dot = stateDot(app.online ? "online" : "offline", undefined, "state-strong");
  return h("div", { class: "line-state" }, dot,
    count ? h("span", { class: "line-waiting" }, t("to_send", { count })) : null);
}

function steps(step) {
  if (!step) return [];
  const at = STEPS.indexOf(step);
  return [h("ol", { class: "steps" }, [...STEPS, "check"].map((name, index) =>
    h("li", { class: index <= at ? "is-done" : null, "aria-current": index === at ? "step" : null },
      t(`step_${name}`))))];
}

/** Advance from a finished round automatically, after players could read where to go. */
function moveOn() {
  const round = shownRound();
  const { memory, state } = app;
  const done = round && state.round > round.number && boardsOf(round).length > 0
    && boardsOf(round).every(isDone) && !waitingItems().length && memory.view.screen === "round";
  if (!done) {
    memory.doneAt = null;
    return;
  }
  memory.doneAt ??= Date.now();
  if (Date.now() - memory.doneAt > MOVE_ON_MS) {
    memory.round = state.round;
    memory.doneAt = null;
  }
  save();
}

/* Event handlers ------------------------------------------------------------------------------- */

let tap = { at: 0, x: 0, y: 0, screen: "" };
/* When the page last changed its question without a tap. */
let turnedAt = 0;

/** The second tap of a double tap, which would press a button of the new screen. */
function isSecondHalf({ clientX: x, clientY: y, detail, pointerType }) {
  const before = tap;
  tap = { at: Date.now(), x, y, screen: shown };
  // Mice report a click count; touch screens not everywhere.
  const quick = detail > 1 || pointerType === "touch";
  return quick && before.screen !== shown && tap.at - before.at < DOUBLE_TAP_MS
    && Math.hypot(x - before.x, y - before.y) < SAME_PLACE_PX;
}

/** An immediate tap on agree was meant for the previous question. */
const isTooEarly = ({ dataset }) => dataset.act === "agree" && Date.now() - turnedAt < DOUBLE_TAP_MS;

document.addEventListener("click", async (event) => {
  const target = event.target.closest("[data-act]");
  const second = isSecondHalf(event);
  if (!target) return;
  if (second || isTooEarly(target)) {
    showToast(t(second ? "tapped_twice" : "too_early"));
    return;
  }
  takeFromOthers();
  const result = actions[target.dataset.act](target.dataset.value ?? "");
  draw();
  turnedAt = 0;
  await result;
  redraw();
});

/* Physical keys work as the keypad. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !document.querySelector(".keypad")) return;
  const act = { Backspace: "delete", Escape: "clear" }[event.key];
  if (/^[0-9]$/.test(event.key)) actions.digit(event.key);
  else if (act) actions[act]();
  else return;
  event.preventDefault();
  draw();
});

addEventListener("popstate", (event) => {
  app.memory.view = event.state?.view ?? { screen: "round" };
  save();
  draw();
});

let touchedAt = 0;
let touching = null;

/**
 * Polling interval: short while offline or with unsent items; without a stream also while waiting
 * for the other side or the director.
 */
function pollEvery() {
  if (!app.online || waitingItems().length) return POLL_MS;
  if (isListening()) return LISTENING_POLL_MS;
  const boards = app.state.rounds.flatMap((round) => round.boards);
  const waits = app.state.call || boards.some((board) => /entered|disputed/.test(board.state));
  return waits ? POLL_MS : QUIET_POLL_MS;
}

const isDue = () => Date.now() - touchedAt >= pollEvery() - 500;

/** Fetch the state (of ETag `tag`, if known) and send the outbox. */
async function keepInTouch(tag) {
  if (document.visibilityState !== "visible") return;
  if (touching) {
    await touching;
    if (!tag || tag === app.etag) return;
  }
  touching ??= touch(tag).finally(() => {
    touching = null;
  });
  await touching;
}

async function touch(tag) {
  const wasAway = !app.online;
  touchedAt = Date.now();
  await loadItems();
  await lookAgain(tag);
  if (wasAway && app.online) stopListening();
  listen(keepInTouch);
  redraw();
}

function comeOrGo() {
  if (document.visibilityState === "visible") keepInTouch();
  else stopListening();
}

addEventListener("online", () => keepInTouch());
addEventListener("offline", () => {
  setOnline(false);
  redraw();
});
addEventListener("pageshow", (event) => event.persisted && keepInTouch());
document.addEventListener("visibilitychange", comeOrGo);
setInterval(() => isDue() && keepInTouch(), POLL_MS);

/* Start-up ------------------------------------------------------------------------------------- */

onOutboxChange(redraw);
onWrittenElsewhere(redraw);
addEventListener("table:changed", draw);
history.replaceState({ view: app.memory.view }, "");
await loadItems();
if (app.memory.view.screen === "round") openOnlyGame();
draw();
await keepInTouch();
navigator.serviceWorker?.register(urls.worker, { scope: "/table/" }).catch(() => undefined);
