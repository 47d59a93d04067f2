/* The slip being typed: known values, preview and errors. */

import { isCarre, premiumsIn } from "../slips/premiums.js";
import { countsBelotesApart, isSolo, SlipError } from "../slips/reading.js";
import { otherSide, scoreSlip } from "../slips/score.js";
import { app, otherOf, rules, save, t } from "./app.js";

const RUNS = ["tierce", "quarte", "quinte"];
/* Changes of these reset the answer whether the declarer took every trick alone. */
const OF_ALONE = ["bid", "declarer", "capot"];

export function draftOf(play) {
  return app.memory.drafts[play];
}

export function startDraft(play, side) {
  app.memory.drafts[play] = { side, active: side, typed: "", contra: 0, claims: [] };
  save();
}

/** Start from an existing entry, to correct it. */
export function draftFrom(play, side, slip) {
  const draft = { side, active: side, typed: "", contra: 0, claims: [] };
  if (slip.contract) {
    const { contract, declarer, contra = 0, claims = [], points, capot, lead = "" } = slip;
    Object.assign(draft, { contract, declarer, contra, claims, lead, typed: String(points[side]) });
    if (slip.bid) Object.assign(draft, { bid: slip.bid, capotBid: Boolean(slip.capot_bid) });
    if (isSolo(rules, slip)) draft.alone = Boolean(slip.alone);
    if (capot !== undefined && Object.values(points).includes(0)) draft.capot = capot;
  }
  app.memory.drafts[play] = draft;
  save();
}

export function dropDraft(play) {
  delete app.memory.drafts[play];
  save();
}

/** Change a draft; declarations are not kept between no trumps and other contracts. */
export function change(play, values) {
  const draft = draftOf(play);
  const before = draft.contract;
  if (OF_ALONE.some((key) => key in values)) delete draft.alone;
  Object.assign(draft, values);
  if (before && (before === "NT") !== (draft.contract === "NT")) draft.claims = [];
  save();
}

export function typeDigit(play, digit) {
  const draft = draftOf(play);
  const typed = draft.typed === "0" ? digit : draft.typed + digit;
  if (typed.length <= 3) change(play, { typed, capot: undefined });
}

/** Both sides' points; null if they cannot be computed. */
export function pointsOf(draft) {
  if (draft.typed === "") return { NS: null, EW: null };
  const typed = Number(draft.typed);
  const rest = otherSide(rules, draft.contract, typed);
  return { [draft.active]: typed, [otherOf(draft.active)]: rest };
}

export const hasZero = (points) => Object.values(points).includes(0);

function sumOf(claims) {
  const sums = { NS: 0, EW: 0 };
  for (const claim of claims) sums[claim.side] += claim.value;
  return sums;
}

const belotesOf = (draft) => draft.claims.filter((claim) => claim.kind === "belote");

export function slipOf(draft) {
  const points = pointsOf(draft);
  const slip = {
    contract: draft.contract,
    declarer: draft.declarer,
    contra: draft.contra,
    points,
    announced: sumOf(draft.claims),
  };
  if (countsBelotesApart(rules)) slip.belote = sumOf(belotesOf(draft));
  if (rules.numbers.length) slip.bid = draft.bid;
  if (rules.numbers.length && draft.capotBid) slip.capot_bid = true;
  if (draft.claims.length) {
    slip.claims = draft.claims.map(({ side, kind, value }) => ({ side, kind, value }));
  }
  if (hasZero(points) && draft.capot !== undefined) slip.capot = draft.capot;
  if (mayBeAlone(draft) && draft.alone) slip.alone = true;
  if (draft.lead) slip.lead = draft.lead;
  return slip;
}

/* A bid of all tricks may have no number of its own. */
const hasBid = ({ bid, capotBid }) => Boolean(bid || (capotBid && rules.capot_bid === "top"));

/** Whether the contract, and the number if numbers are bid, is known. */
export const isNamed = (draft) => Boolean(draft?.contract) && (!rules.numbers.length || hasBid(draft));

/** The draft's error as {title, text}, or null; missing input is no error yet. */
export function faultOf(draft) {
  const points = pointsOf(draft);
  if (draft.typed === "") return null;
  if (points[otherOf(draft.active)] === null) {
    const total = rules.totals[draft.contract];
    return {
      title: t("too_many", { points: draft.typed }),
      text: t("too_many_why", { contract: t(`contract.${draft.contract}`), total }),
    };
  }
  return claimsFault(draft);
}

/** Whether a side's zero points still need an explanation. */
export function asksCapot(draft) {
  return hasZero(pointsOf(draft)) && draft.capot === undefined;
}

/** Whether the declarer bid all tricks alone and the own side took them. */
export function mayBeAlone({ bid, capotBid, capot, declarer }) {
  return isSolo(rules, { bid, capot_bid: capotBid }) && Boolean(capot) && capot === rules.side_of[declarer];
}

/** Whether it is unanswered that the declarer took all tricks alone. */
export const asksAlone = (draft) => mayBeAlone(draft) && draft.alone === undefined;

function claimsFault(draft) {
  const sidesOf = (kinds) =>
    new Set(draft.claims.filter((c) => kinds.includes(c.kind)).map((c) => c.side)).size;
  const inTricks = rules.declarations === "trick";
  const together = rules.contest === "together" && sidesOf([...RUNS, "carre"]) > 1;
  if (!inTricks && (together || sidesOf(RUNS) > 1 || sidesOf(["carre"]) > 1)) {
    return { text: t("one_side_counts") };
  }
  if (belotesOf(draft).length > mostBelotes(draft)) return { text: t("too_many_belotes") };
  if (draft.capot && (rules.trick_needed || inTricks)) {
    const loser = otherOf(draft.capot);
    const spared = rules.trick_needed === "but_belote" && !inTricks ? ["belote"] : [];
    if (draft.claims.some((c) => c.side === loser && !spared.includes(c.kind))) {
      return { text: t("trick_needed", { side: t(`seat.${loser}`) }) };
    }
  }
  return null;
}

/** The score of the slip, or null while incomplete. */
export function outcomeOf(slip) {
  try {
    const { claims: _claims, ...summary } = slip;
    return scoreSlip(rules, summary);
  } catch (error) {
    if (error instanceof SlipError) return null;
    throw error;
  }
}

/* Input that this variant requires ------------------------------------------------------------ */

export const mayDeclare = (draft) => declarations(draft).length > 0;
export const mostBelotes = (draft) => ({ NT: 0, AT: 4 })[draft.contract] ?? 1;

/** Declarations available in this contract: kind, value and text key. */
export function declarations(draft) {
  return Object.entries(premiumsIn(rules, draft.contract)).map(([kind, value]) =>
    ({ kind: isCarre(kind) ? "carre" : kind, value, word: `kind.${kind}` }));
}

export function wordOf(claim, contract) {
  if (claim.kind !== "carre") return t(`kind.${claim.kind}`);
  const same = declarations({ contract }).find(({ kind, value }) => kind === "carre" && value === claim.value);
  return t(same?.word ?? "kind.carre");
}
