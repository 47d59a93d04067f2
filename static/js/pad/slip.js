/* The deal being written: known values, preview and errors. */

import { BELOTE, isCarre, premiumsIn } from "../slips/premiums.js";
import { countsBelotesApart, isSolo, SlipError } from "../slips/reading.js";
import { scoreSlip } from "../slips/score.js";
import { app, config, nameOf, premiumName, rules, sheetNow, sides, t } from "./state.js";

const RUNS = ["tierce", "quarte", "quinte"];
const MOST_DIGITS = 4;

/** A new draft; `index` is the deal that it corrects. */
export function newDraft(index = null) {
  const nothing = { contra: 0, typed: {}, order: [], named: {} };
  return { step: "contract", index, active: sides()[0], ...nothing };
}

/** Draft for correcting an existing deal. */
export function draftOf(index) {
  const { slip, named = {} } = app.match.deals[index];
  const draft = { ...newDraft(index), named: structuredClone(named) };
  if (slip.enough) return { ...draft, step: "enough", typed: asText(slip.enough) };
  if (slip.passed_out) return draft;
  const by = rules().side_of[slip.declarer];
  const { contract, contra = 0, bid, points, capot } = slip;
  const typed = asText(points);
  const order = sides().filter((side) => side !== by).concat(by);
  if (isExact()) delete typed[order.shift()];
  const said = { bid, capotBid: Boolean(slip.capot_bid) };
  if (isSolo(rules(), slip)) said.alone = Boolean(slip.alone);
  return { ...draft, ...said, step: "points", contract, contra, by, typed, order, active: by, capot };
}

const asText = (numbers) =>
  Object.fromEntries(Object.entries(numbers).map(([side, number]) => [side, String(number)]));

/** Whether all points of a deal sum to the contract's total: all cards are in play. */
export const isExact = () => !rules().cards_out;

/* Typing -------------------------------------------------------------------------------------- */

export function typeDigit(draft, digit) {
  const had = draft.typed[draft.active] ?? "";
  const typed = had === "0" ? digit : had + digit;
  if (typed.length > MOST_DIGITS) return;
  draft.typed[draft.active] = typed;
  draft.order = [...draft.order.filter((side) => side !== draft.active), draft.active];
  forgetCapot(draft);
  if (draft.step === "points" && isExact() && draft.order.length === sides().length) {
    delete draft.typed[draft.order.shift()]; // the oldest figure is cleared and computed
  }
}

export function clearActive(draft, digits = Infinity) {
  const rest = (draft.typed[draft.active] ?? "").slice(0, -digits);
  if (rest && digits !== Infinity) draft.typed[draft.active] = rest;
  else {
    delete draft.typed[draft.active];
    draft.order = draft.order.filter((side) => side !== draft.active);
  }
  forgetCapot(draft);
}

/** Clear the answer to who took every trick. */
function forgetCapot(draft) {
  delete draft.capot;
  delete draft.alone;
}

/** All tricks to one side: the others have no points; if all cards are in play, all are known. */
export function setCapot(draft, winner) {
  const own = isExact() ? String(rules().totals[draft.contract]) : draft.typed[winner];
  draft.typed = Object.fromEntries(sides().filter((s) => s !== winner).map((s) => [s, "0"]));
  if (isExact()) draft.order = Object.keys(draft.typed);
  else if (own) draft.typed[winner] = own;
  delete draft.alone;
  Object.assign(draft, { capot: winner, active: winner });
}

/** Points per side; null while unknown or if they cannot be computed. */
export function pointsOf(draft) {
  const known = Object.fromEntries(
    sides().map((side) => [side, side in draft.typed ? Number(draft.typed[side]) : null]),
  );
  const open = sides().filter((side) => known[side] === null);
  if (draft.step === "enough" || !isExact() || open.length !== 1) return known;
  const rest = rules().totals[draft.contract] - sumOf(known);
  return { ...known, [open[0]]: rest < 0 ? null : rest };
}

const sumOf = (numbers) => Object.values(numbers).reduce((sum, number) => sum + (number ?? 0), 0);

/* The slip ------------------------------------------------------------------------------------ */

export const announcedOf = (draft) => pointsNamed(draft, () => true);

const pointsNamed = (draft, isCounted) => Object.fromEntries(sides().map((side) => [
  side,
  (draft.named[side] ?? []).filter(isCounted)
    .reduce((sum, kind) => sum + pointsOfKind(draft, kind), 0),
]));

/** Value of a declaration in the deal's contract. */
export const pointsOfKind = ({ contract }, kind) =>
  kind === "belote" ? BELOTE : premiumsIn(rules(), contract)[kind] ?? config.premiums[kind].value;

/** The draft as a slip; null while incomplete. */
export function slipOf(draft) {
  const points = pointsOf(draft);
  if (Object.values(points).includes(null)) return null;
  if (draft.step === "enough") return { enough: points };
  const slip = {
    contract: draft.contract,
    declarer: rules().seats.find((seat) => rules().side_of[seat] === draft.by),
    contra: draft.contra,
    points,
    announced: announcedOf(draft),
  };
  if (countsBelotesApart(rules())) {
    slip.belote = pointsNamed(draft, (kind) => kind === "belote");
  }
  if (rules().numbers.length) slip.bid = draft.bid;
  if (rules().numbers.length && draft.capotBid) slip.capot_bid = true;
  if (mayBeAlone(draft) && draft.alone) slip.alone = true;
  return hasZero(points) ? { ...slip, capot: draft.capot ?? null } : slip;
}

export const hasZero = (points) => Object.values(points).includes(0);

/** The side that may have taken every trick, while that is unanswered; else null. */
export function capotAsked(draft) {
  const points = pointsOf(draft);
  if (draft.capot !== undefined || Object.values(points).includes(null)) return null;
  const others = sides().filter((side) => points[side] > 0);
  return others.length === 1 && hasZero(points) ? others[0] : null;
}

/** Whether all tricks were bid alone and the bidder's side took them. */
export function mayBeAlone({ bid, capotBid, capot, by }) {
  return isSolo(rules(), { bid, capot_bid: capotBid }) && Boolean(capot) && capot === by;
}

/** Whether it is unanswered that the bidder took all tricks alone. */
export const aloneAsked = (draft) => mayBeAlone(draft) && draft.alone === undefined;

/** The draft's row of the sheet, as in match.js; null while incomplete. */
export function previewOf(draft) {
  const slip = slipOf(draft);
  if (!slip || faultOf(draft) || capotAsked(draft) || aloneAsked(draft)) return null;
  try {
    const { sheet } = sheetNow(draft.index ?? undefined);
    return sheet.add(slip);
  } catch (error) {
    if (error instanceof SlipError) return null;
    throw error;
  }
}

/* Faults -------------------------------------------------------------------------------------- */

/** The draft's error as {title, text}, or null; missing input is no error yet. */
export function faultOf(draft) {
  if (draft.step === "enough") return enoughFault(draft);
  return sumFault(draft) ?? namedFault(draft) ?? engineFault(draft);
}

function enoughFault(draft) {
  const points = pointsOf(draft);
  if (Object.values(points).includes(null)) return null;
  const { sheet } = sheetNow(draft.index ?? undefined);
  return sheet.wouldEnd(points) ? null : { text: t("enough_not") };
}

function sumFault(draft) {
  const total = rules().totals[draft.contract];
  const typed = sides().filter((side) => side in draft.typed);
  const sum = typed.reduce((all, side) => all + Number(draft.typed[side]), 0);
  const whole = typed.length === sides().length && isExact();
  if (sum <= total && !(whole && sum < total)) return null;
  return {
    title: t(sum > total ? "too_many" : "too_few", {
      points: typed.map((side) => draft.typed[side]).join(" + "),
    }),
    text: t("sum_why", { contract: t(`contract.${draft.contract}`), total }),
  };
}

function namedFault(draft) {
  const { contest, declarations: where } = rules();
  const inTricks = where === "trick";
  const trickNeeded = inTricks ? "all" : rules().trick_needed;
  const named = Object.entries(draft.named);
  const count = (isOne) => named.filter(([, own]) => own.some(isOne)).length;
  const isRun = (kind) => RUNS.includes(kind);
  const together = contest === "together" && count((kind) => isRun(kind) || isCarre(kind)) > 1;
  if (!inTricks && (together || count(isRun) > 1 || count(isCarre) > 1)) return { text: t("one_side_counts") };
  if (allOf(draft, "belote") > mostBelotes(draft)) {
    return { text: t(draft.contract === "AT" ? "too_many_belotes_at" : "too_many_belotes") };
  }
  if (allOf(draft, "four_aces") > 1) return { text: t("four_aces_once") };
  if (!draft.capot || !trickNeeded) return null;
  const spared = trickNeeded === "but_belote" ? ["belote"] : [];
  const lost = named.some(([side, own]) =>
    side !== draft.capot && own.some((kind) => !spared.includes(kind)));
  return lost ? { text: t("trick_needed") } : null;
}

const allOf = (draft, wanted) =>
  Object.values(draft.named).flat().filter((kind) => kind === wanted).length;

function engineFault(draft) {
  const slip = slipOf(draft);
  if (!slip) return null;
  try {
    scoreSlip(rules(), slip);
    return null;
  } catch (error) {
    if (!(error instanceof SlipError)) throw error;
    return { text: t(error.at === "capot" ? "capot_points" : "sum_why", {
      contract: t(`contract.${draft.contract}`),
      total: rules().totals[draft.contract],
    }) };
  }
}

/* Input that this variant requires ------------------------------------------------------------ */

/** Whether the contract, and the number if numbers are bid, is known. */
export const isNamed = ({ contract, bid }) => Boolean(contract) && (!rules().numbers.length || Boolean(bid));

export const mostBelotes = ({ contract }) => ({ NT: 0, AT: 4 })[contract] ?? 1;

/** The kinds of declaration available in this contract. */
export function declarations({ contract }) {
  return Object.keys(premiumsIn(rules(), contract));
}

/** Everything announced, one row each: side, kind, index in that side's list. */
export function namedLines(draft) {
  return sides().flatMap((side) =>
    (draft.named[side] ?? []).map((kind, place) => ({
      side, kind, place, words: t("chip", { what: premiumName(kind), name: nameOf(side) }),
    })));
}
