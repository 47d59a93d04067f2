/* State of a board on this phone: the server's state with the outbox applied. */

import { app, otherOf, token } from "./app.js";
import { outcomeOf } from "./draft.js";
import { itemsOf } from "./outbox.js";

const NOBODY = { NS: 0, EW: 0 };

export const roundOf = (number) => app.state.rounds.find((round) => round.number === number);
export const sideIn = (round) => app.memory.sides[round.number];
export const boardsOf = (round) => round.boards.map((board) => viewOf(board, round));

export function findBoard(play) {
  for (const round of app.state.rounds) {
    const board = round.boards.find((each) => each.play === play);
    if (board) return viewOf(board, round);
  }
  return null;
}

/** The displayed round: the previous one until it is done and the page advances. */
export function shownRound() {
  return roundOf(app.memory.round) ?? roundOf(app.state.round) ?? null;
}

/** The only open game at this table, which the page opens at. */
export function onlyGame() {
  const round = shownRound();
  if (!round || !sideIn(round) || app.state.phase !== "playing") return null;
  const open = app.state.rounds.filter((each) => each.number <= round.number)
    .flatMap((each) => boardsOf(each).filter((board) => !isDone(board)));
  const isIt = open.length === 1 && open[0].is_game && open[0].status === "empty";
  return isIt && open[0].side ? open[0] : null;
}

/** A board with its current entry, its status, and its outbox items. */
export function viewOf(board, round) {
  const items = itemsOf(board.play);
  const problem = items.find((item) => item.status === "refused" || item.status === "conflict");
  const waiting = items.filter((item) => item.status === "waiting");
  const entry = waiting.findLast((item) => item.kind === "result");
  const word = waiting.findLast((item) => item.kind === "confirmation");
  const current = board.entries.find((each) => each.version === board.current) ?? null;
  return {
    ...board,
    round,
    order: round.boards.indexOf(board) + 1,
    side: sideIn(round),
    problem,
    pending: entry ?? word ?? null,
    pendingWord: word ?? null,
    standing: entry ? entryOf(entry) : current,
    status: statusOf(board, { problem, entry, word }),
  };
}

function statusOf(board, { problem, entry, word }) {
  if (problem) return "problem";
  if (entry || word) return "saved";
  return isClosed(board) ? "closed" : board.state;
}

/** The director closed it without an entry: its cards are public. */
const isClosed = (board) =>
  board.state === "empty" && board.is_over && app.state.phase === "playing";

/** An outbox item in the format of the server's entries. */
export function entryOf(item) {
  const { slip } = item;
  const outcome = slip.contract ? outcomeOf(slip) : null;
  return {
    version: null,
    key: item.key,
    side: item.side,
    source: "table",
    at: item.at,
    kind: kindOf(slip),
    contract: slip.contract ?? "",
    declarer: slip.declarer ?? "",
    contra: slip.contra ?? 0,
    bid: slip.bid ?? 0,
    capot_bid: slip.capot_bid ?? false,
    alone: slip.alone ?? false,
    points: slip.points ?? NOBODY,
    announced: slip.announced ?? NOBODY,
    belote: slip.belote ?? NOBODY,
    claims: slip.claims ?? [],
    capot: slip.capot ?? null,
    lead: slip.lead ?? "",
    outcome: outcome?.outcome ?? "",
    score: slip.game ?? (slip.won ? pointsOfGames(slip) : null) ?? outcome?.score ?? NOBODY,
    won: slip.won ?? null,
    games: slip.games ?? [],
    agreed: [item.side],
    refused: [],
  };
}

/** Points of a match if those of all its games are known, else none. */
function pointsOfGames({ games = [], won }) {
  if (games.length !== won.NS + won.EW) return NOBODY;
  const sum = (side) => games.reduce((all, one) => all + one[side], 0);
  return { NS: sum("NS"), EW: sum("EW") };
}

function kindOf(slip) {
  if (slip.not_played) return "not_played";
  if (slip.game || slip.won) return "game";
  return slip.passed_out ? "passed_out" : "played";
}

/** An entry as a slip, for correcting it. */
export function slipOfEntry(entry) {
  if (entry.kind === "game") return { game: entry.score, won: entry.won, games: entry.games };
  if (entry.kind !== "played") return {};
  const { contract, declarer, contra, bid, capot_bid: isCapot, points, claims, capot, alone, lead } = entry;
  return { contract, declarer, contra, bid, capot_bid: isCapot, points, claims, capot, alone, lead };
}

/** The latest entry of each side, for a dispute. */
export function latestBySide(board) {
  return ["NS", "EW"]
    .map((side) => board.entries.findLast((entry) => entry.side === side))
    .filter(Boolean);
}

/** Whether `side` still has to confirm or reject this entry. */
export function waitsFor(board, side) {
  const entry = board.standing;
  return ["entered", "saved"].includes(board.status) && entry?.side === otherOf(side)
    && !entry.agreed.includes(side) && !board.pendingWord;
}

export function isDone(board) {
  return ["confirmed", "closed"].includes(board.status) || (board.status === "saved" && board.pendingWord?.agrees);
}

export const isEntered = (board) => board.status !== "empty";

export const everythingSent = () => !app.items.some((item) => item.token === token);

/** The next task of a round: a dispute, a confirmation, then a board to enter. */
export function nextTask(round, after) {
  const boards = boardsOf(round);
  const side = sideIn(round);
  const later = boards.filter((board) => board.order > (after?.order ?? 0));
  return boards.find((board) => board.status === "problem")
    ?? boards.find((board) => board.status === "disputed")
    ?? boards.find((board) => waitsFor(board, side))
    ?? later.find((board) => board.status === "empty")
    ?? boards.find((board) => board.status === "empty")
    ?? null;
}
