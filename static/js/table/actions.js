/* Actions of the buttons: each changes the state or the outbox, then the page is redrawn. */

import { app, otherOf, rules, save, setOnline, takeFromOthers, takeState, takeTime, t, urls } from "./app.js";
import { findBoard, onlyGame, shownRound, sideIn, slipOfEntry } from "./boards.js";
import * as drafts from "./draft.js";
import { gameFrom, gameSlip, isGame, setWon, startGame, typeFigure } from "./games.js";
import { ask } from "./net.js";
import { flush, forget, itemsOf, queue } from "./outbox.js";
import * as pads from "./pad.js";
import { chooseCell, foldSeries, setSeries } from "./series.js";
import { levelsOf } from "../slips/factors.js";
import { nextStep } from "./steps.js";
import { newKey } from "./store.js";
import { showToast } from "../frame/toast.js";

const MOST_CLAIMS = 12;

/** Show another screen; the browser's back button returns to the previous one. */
export function go(view) {
  app.memory.view = view;
  save();
  history.pushState({ view }, "");
}

const home = () => go({ screen: "round" });
const here = () => app.memory.view;
/* Deals of the pad have their own draft, apart from their game's result. */
const typedAt = () => (here().screen === "pad" ? pads.dealKey(here().play) : here().play);
const draft = () => drafts.draftOf(typedAt());
const change = (values) => drafts.change(typedAt(), values);

/** Fetch the state; ``tag`` is the ETag from the event stream. */
async function refresh(tag) {
  const { version } = app;
  const query = tag ? `?tag=${encodeURIComponent(tag)}` : "";
  const answer = await ask(urls.state + query, { etag: app.etag });
  setOnline(answer.kind !== "away");
  // The response to a request sent meanwhile may be newer and already applied.
  const isLate = app.version !== version && answer.data?.version < app.version;
  if (answer.kind === "ok" && !isLate) takeState(answer.data);
  if (answer.kind === "same") {
    app.refreshedAt = Date.now();
    takeTime(answer.at);
  }
}

/** Fetch the state again and send the outbox. */
export async function lookAgain(tag) {
  await refresh(tag);
  if (app.online) await flush();
}

/** If only one game is open, go to it, or to its started pad. */
export function openOnlyGame() {
  const board = onlyGame();
  if (!board) return;
  if (pads.padOf(board.play)?.deals.length) actions.pad(board.play);
  else enter(board, board.side, { opened: true });
}

export const actions = {
  home,
  leave: () => history.back(),
  try_now: () => lookAgain(),

  we_are(side) {
    const round = shownRound();
    app.memory.sides[round.number] = side;
    app.memory.round = round.number;
    home();
    openOnlyGame();
  },

  other_side() {
    delete app.memory.sides[shownRound().number];
    home();
  },

  next_round() {
    app.memory.round = app.state.round;
    home();
  },

  open_board(value) {
    const board = findBoard(Number(value));
    if (!board) return;
    if (!sideIn(board.round)) app.memory.round = board.round.number;
    if (board.status !== "empty") go({ screen: "board", play: board.play });
    else enter(board, board.side);
  },

  /* Steps */

  contract(contract) {
    const before = draft().contract;
    change({ contract, contra: Math.min(draft().contra ?? 0, levelsOf(rules, contract)) });
    if (before && before !== contract) change({ capot: undefined });
    if (drafts.isNamed(draft())) go({ ...here(), step: "who" });
  },

  /* Number and contract in either order: the second one advances. */
  bid(value) {
    const [number, capot] = value.split(" ");
    const keeps = rules.capot_bid === "with_number" && draft().capotBid;
    change({ bid: Number(number), capotBid: Boolean(capot) || keeps });
    if (drafts.isNamed(draft())) go({ ...here(), step: "who" });
  },
  bid_mark: () => change({ capotBid: !draft().capotBid }),

  bid_more() {
    app.memory.view = { ...here(), more: true };
    save();
  },

  /* Contra is asked above, so the declarer is the last question before the points. */
  declarer(declarer) {
    change({ declarer });
    go({ ...here(), step: "points" });
  },

  contra: (level) => change({ contra: Number(level) }),
  step: (step) => go({ ...here(), step, panel: "" }),
  active: (side) => switchSide(side),
  digit: (digit) => type((typed) => typed + digit, () => drafts.typeDigit(typedAt(), digit)),
  clear: () => type(() => "", () => change({ typed: "", capot: undefined })),
  delete: () => type((typed) => typed.slice(0, -1),
    () => change({ typed: draft().typed.slice(0, -1), capot: undefined })),
  won: (value) => setWon(here().play, value),
  series: (value) => setSeries(here().play, value),
  series_fold: () => foldSeries(here().play),
  cell: (value) => chooseCell(here().play, value),
  panel: (panel) => (panel ? go({ ...here(), panel, panelSide: draft().side }) : history.back()),

  panel_side(side) {
    app.memory.view = { ...here(), panelSide: side };
    save();
  },

  claim(value) {
    const [kind, points] = value.split(" ");
    addClaim({ side: here().panelSide ?? draft().side, kind, value: Number(points) });
  },

  belote: (side) => addClaim({ side, kind: "belote", value: 20 }),

  remove_claim(index) {
    change({ claims: draft().claims.filter((_claim, place) => place !== Number(index)) });
  },

  capot_side(side) {
    const total = rules.totals[draft().contract];
    change({ active: side, typed: String(total), capot: side });
    closePanel();
  },

  capot(who) {
    if (who === "") change({ capot: undefined, typed: "" });
    else change({ capot: who === "winner" ? winnerOf(draft()) : null });
  },

  /* Whether the declarer took every trick alone; a withdrawn answer is requested again. */
  alone: (said) => change({ alone: { yes: true, no: false }[said] }),

  /* A second tap clears the leader. */
  lead: (seat) => change({ lead: draft().lead === seat ? "" : seat }),

  /* Saving */

  save: () => send(isGame(draft()) ? gameSlip(draft()) : drafts.slipOf(draft())),
  save_passed_out: () => send({ passed_out: true }),
  not_played: () => go({ ...here(), step: "not_played" }),
  save_not_played: () => send({ not_played: true }),

  correct(value) {
    const board = findBoard(Number(value));
    edit(board, board.standing.side, slipOfEntry(board.standing));
  },

  repair(value) {
    const board = findBoard(Number(value));
    edit(board, board.problem.side, board.problem.slip ?? {});
  },

  async forget(value) {
    for (const item of itemsOf(Number(value))) await forget(item);
    await refresh();
  },

  /* Pad: deal by deal, sent once */

  pad(value) {
    const board = findBoard(Number(value));
    pads.startPad(board.play, board.side);
    go({ screen: "pad", play: board.play, step: "contract", deal: null });
  },

  pad_first: (seat) => pads.firstDealer(here().play, seat),
  pad_write: () => write(pads.typedDeal(here().play)),
  pad_passed: () => write({ slip: { passed_out: true }, claims: [] }),

  pad_open(value) {
    const { play } = here();
    if (!pads.hasDeal(play, value)) return;
    pads.openDeal(play, findBoard(play).side, value);
    const step = draft().contract ? "points" : "contract";
    go({ screen: "pad", play, step, deal: value });
  },

  pad_remove(value) {
    const { play } = here();
    if (!pads.hasDeal(play, value)) return;
    const { number, undo } = pads.removeDeal(play, value);
    toPad();
    showToast(t("pad_removed", { number }), () => {
      takeFromOthers();
      undo();
      dispatchEvent(new Event("table:changed"));
    });
  },

  pad_back() {
    pads.renewDraft(here().play);
    toPad();
  },
  pad_send: () => send(pads.padSlip(here().play)),
  pad_type: (value) => enter(findBoard(Number(value)), findBoard(Number(value)).side),

  /* The other side */

  hand_over(value) {
    const board = findBoard(Number(value));
    go({ screen: "board", play: board.play, as: otherOf(board.standing.side) });
  },
  agree: (value) => confirm(value, true),
  disagree: (value) => confirm(value, false),

  /** Agreeing with the other side's entry settles the board; the own entry asks the other side. */
  choose(version) {
    const board = findBoard(here().play);
    const entry = board.entries.find((each) => each.version === Number(version));
    const side = here().as ?? board.side;
    if (entry.side !== side) return sendWord(board, side, true, { version: entry.version });
    return go({ screen: "board", play: board.play, as: otherOf(side), choose: entry.version });
  },

  enter_other(side) {
    const board = findBoard(here().play);
    enter(board, side);
  },

  /* The director */

  call_screen(value) {
    app.callFailed = false;
    go({ screen: "call", play: Number(value) || null });
  },

  async read_message(value) {
    await queue({ kind: "read", url: urls.messages, body: { message: Number(value) } });
  },

  async call(key) {
    const { play } = here();
    const body = { message: t(key), client_key: newKey(), ...(play ? { play } : {}) };
    const answer = await ask(urls.call, { body });
    setOnline(answer.kind !== "away");
    app.callFailed = answer.kind !== "ok";
    if (answer.kind === "ok") takeState(answer.data);
  },
};

/** Change a figure of a game or of a board. */
function type(figure, otherwise) {
  if (isGame(draft())) typeFigure(here().play, figure);
  else otherwise();
}

/* Do not recreate a deal that another window has deleted: the screen shows that. */
function write(deal) {
  const { play, deal: key } = here();
  if (key !== null && !pads.hasDeal(play, key)) return;
  pads.writeDeal(play, key, deal);
  toPad();
}

const toPad = () => go({ screen: "pad", play: here().play, step: "contract", deal: null });

function enter(board, side, more = {}) {
  if (!drafts.draftOf(board.play) || drafts.draftOf(board.play).side !== side) {
    start(board, side);
  }
  go({ screen: "entry", play: board.play, step: nextStep(board.play), ...more });
}

const start = (board, side) =>
  (board.is_game ? startGame : drafts.startDraft)(board.play, side);

function edit(board, side, slip) {
  (board.is_game ? gameFrom : drafts.draftFrom)(board.play, side, slip);
  go({ screen: "entry", play: board.play, step: nextStep(board.play) });
}

/** The typed figure stays with its side; the other box starts with the computed one. */
function switchSide(side) {
  if (draft().active === side) return;
  if (isGame(draft())) {
    change({ active: side });
    return;
  }
  change({ active: side, typed: "", capot: undefined });
}

function addClaim(claim) {
  const { claims } = draft();
  if (claims.length < MOST_CLAIMS) change({ claims: [...claims, claim] });
  closePanel();
}

/** The panel was a history entry of its own; going back must not reopen it. */
function closePanel() {
  app.memory.view = { ...here(), panel: "" };
  save();
  history.replaceState({ view: app.memory.view }, "");
}

function winnerOf(slip) {
  const points = drafts.pointsOf(slip);
  return points.NS === 0 ? "EW" : "NS";
}

async function send(slip) {
  const board = findBoard(here().play);
  const { side } = draft() ?? { side: board.side };
  for (const item of itemsOf(board.play)) {
    if (item.kind === "result" || item.status !== "waiting") await forget(item);
  }
  const details = { play: board.play, board: board.board, round: board.round.number };
  const body = { play: board.play, side, slip };
  drafts.dropDraft(board.play);
  go({ screen: "board", play: board.play });
  await queue({ kind: "result", url: urls.results, side, slip, body, ...details });
}

/** `value` is the side and the play, as the board list may show the question. */
function confirm(value, agrees) {
  const [side, play] = value.split(" ");
  const board = findBoard(Number(play));
  if (here().choose) {
    if (agrees) return sendWord(board, side, true, { version: here().choose });
    return go({ screen: "board", play: board.play });
  }
  const { standing } = board;
  const which = standing.version === null ? { entry: standing.key } : { version: standing.version };
  return sendWord(board, side, agrees, which);
}

async function sendWord(board, side, agrees, which) {
  const body = { play: board.play, side, agrees, ...which };
  const details = { play: board.play, board: board.board, round: board.round.number, slip: {} };
  go({ screen: "board", play: board.play, as: agrees ? undefined : side });
  await queue({ kind: "confirmation", url: urls.confirmations, side, agrees, body, ...details });
}
