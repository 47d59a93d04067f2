/* Scores a slip for each side, by a variant's switches given as data.
 *
 * Mirrors the server's engine step by step (games/belot/scoring.py, sheet.py); a test compares
 * them, and the server has the final say. `rules` is games.slips.scoring.browser_rules. */

import { factorOf, MATCH } from "./factors.js";
import { bySide, countsBelotesApart, isSolo, readSlip, sum } from "./reading.js";

const HALVES = { half_up: 5, half_down: 4 };

/**
 * The result of a slip: status, totals, outcome (made, lost, hanging or null), score and hanging.
 *
 * Impossible slips throw a SlipError.
 */
export function scoreSlip(rules, slip) {
  const read = readSlip(rules, slip);
  const zeros = bySide(rules, () => 0);
  const answer = {
    status: read.passedOut ? "passed_out" : "complete",
    contract: read.contract ?? null,
    declarer: read.declarer ?? null,
    contra: read.contra ?? 0,
    points: read.points ?? zeros,
    capot: read.capot ?? null,
    announced: read.announced ?? zeros,
  };
  if (!read.passedOut && countsBelotesApart(rules)) answer.belote = read.belote;
  if (read.bid) Object.assign(answer, { bid: read.bid, capot_bid: read.capot_bid });
  if (isSolo(rules, read)) answer.solo_bid = true;
  if (read.bid && rules.number_unit !== 1) answer.bid_unit = rules.number_unit;
  if (read.passedOut) return { ...answer, totals: zeros, outcome: null, score: zeros, hanging: 0 };
  return { ...answer, ...settle(rules, read) };
}

/** The other side's points by the contract's total, null if these exceed it. */
export function otherSide(rules, contract, points) {
  const rest = rules.totals[contract] - points;
  return rest < 0 ? null : rest;
}

/* Premium for all tricks in this deal. */
function premiumOf(rules, { contract, declarer, capot }) {
  const isPaid = capot !== null
    && (rules.capot_for === "both" || capot === rules.side_of[declarer]);
  if (!isPaid) return 0;
  return (contract === "NT" && rules.capot_doubled_in_no_trumps ? 2 : 1) * rules.capot_points;
}

function totalsOf(rules, slip) {
  const factor = rules.times[slip.contract];
  const premium = premiumOf(rules, slip);
  const counted = (points) => (slip.contract === rules.scaled ? broughtDown(points) : points);
  return bySide(rules, (side) => factor * (counted(slip.points[side]) + slip.announced[side])
    + (side === slip.capot ? premium : 0));
}

/* Scale points of 258 to 162, rounding half up. */
const broughtDown = (points) => Math.floor((54 * points + 43) / 86);

function rounded(rules, contract, total, upAtLimit) {
  const more = HALVES[rules.rounding];
  if (rules.sheet === "card_points") return more ? Math.floor((total + more) / 10) * 10 : total;
  if (more) return Math.floor((total + more) / 10);
  if (contract === "NT" && rules.no_trumps_tens_first) return tensBeforeDoubling(total);
  const digit = total % 10;
  const limit = rules.limits[contract];
  const up = digit > limit || (digit === limit && upAtLimit);
  return (total - digit) / 10 + (up ? 1 : 0);
}

/* Half of a total to the nearest ten, doubled; a 5 is kept. */
function tensBeforeDoubling(total) {
  const half = Math.floor(total / 2);
  return 2 * Math.floor(half / 10) + 1 + Math.sign(half % 10 - 5);
}

/* One amount of the sheet: rounded and multiplied, plus amounts that are not multiplied. */
function write(rules, slip, { total, up = false, premium = 0, belote = 0, base = 0, bid = 0 }) {
  const factor = factorOf(rules, slip);
  if (factor === MATCH) return rules.target;
  const times = rules.factors_on === "deal" ? factor : 1;
  const kept = (rules.capot_multiplied ? 0 : premium) + (rules.belote_multiplied ? 0 : belote);
  const apart = times === 1 ? 0 : kept; // without a multiplication all amounts are rounded together
  const once = apart + bid * factor;
  return (rounded(rules, slip.contract, total - apart, up) + base) * times
    + (rules.sheet === "card_points" ? once : once / 10);
}

/* A bid of all tricks always counts. */
const awardOf = (rules, slip) =>
  (rules.made_award === "taken" && slip.capot_bid ? "taken_and_bid" : rules.made_award);

/* A side's own points; in a hanging deal only the hanging part rounds up at the limit. */
function ownPart(rules, slip, totals, side, hangs) {
  const isDeclarer = side === rules.side_of[slip.declarer];
  const award = awardOf(rules, slip);
  const belote = slip.belote[side];
  const bid = isDeclarer && award !== "taken" ? slip.bid : 0;
  if (award === "bid") {
    if (!isDeclarer) return 0;
    return write(rules, slip, { total: slip.announced[side], up: hangs, belote, bid });
  }
  const fewest = rules.sides.filter((other) => totals[other] <= totals[side]).length === 1;
  const premium = slip.capot === side ? premiumOf(rules, slip) : 0;
  const up = hangs ? isDeclarer : fewest;
  return write(rules, slip, { total: totals[side], up, premium, belote, bid });
}

/* The whole deal for one side; hanging points have no winner yet. */
function everything(rules, slip, totals, winner, isWon = true) {
  const losers = rules.sides.filter((side) => side !== winner);
  const ofLosers = (numbers) => losers.reduce((all, side) => all + numbers[side], 0);
  const factor = rules.times[slip.contract];
  const kept = isWon && rules.belote_when_lost !== "other_side" ? ofLosers(slip.belote) : 0;
  const left = isWon && rules.lost_declarations === "defence"
    ? factor * (ofLosers(slip.announced) - ofLosers(slip.belote)) : 0;
  const belote = sum(rules, slip.belote) - kept;
  const bid = awardOf(rules, slip) === "taken" ? 0 : slip.bid;
  const base = baseOf(rules, slip);
  if (base === "total") {
    const total = sum(rules, totals) - kept - left;
    return write(rules, slip, { total, premium: premiumOf(rules, slip), belote, bid });
  }
  const total = factor * sum(rules, slip.announced) - kept - left;
  return rules.sheet === "card_points"
    ? write(rules, slip, { total: total + base, belote, bid })
    : write(rules, slip, { total, belote, base, bid });
}

/* Value of the cards in a lost contract: "total", or a number of the sheet. */
function baseOf(rules, { capot, capot_bid: capotBid, declarer }) {
  const byDefence = capot !== null && capot !== rules.side_of[declarer]
    && rules.capot_for === "both";
  return (capotBid && rules.capot_bid !== "with_number") || byDefence ? rules.lost_base_capot : rules.lost_base;
}

function settle(rules, slip) {
  const totals = totalsOf(rules, slip);
  const own = rules.side_of[slip.declarer];
  const outcome = outcomeOf(rules, slip, totals[own], sum(rules, totals) - totals[own]);
  const winner = winnerOf(rules, slip, outcome);
  let score = bySide(rules, () => 0);
  let hanging = 0;
  if (winner !== undefined) {
    score = bySide(rules, (side) => (side === winner
      ? everything(rules, slip, totals, winner)
      : keptOf(rules, slip, side)));
  } else if (slip.contra && outcome === "hanging") {
    hanging = everything(rules, slip, totals, own, false);
  } else {
    score = bySide(rules, (side) => ownPart(rules, slip, totals, side, outcome === "hanging"));
    if (outcome === "hanging") hanging = score[own];
    if (outcome !== "made") score[own] = 0;
  }
  payKirtik(rules, score, outcome, own, slip.capot);
  return { totals, outcome, score, hanging };
}

/* The side that gets the whole deal, if any. */
function winnerOf(rules, slip, outcome) {
  const own = rules.side_of[slip.declarer];
  if (slip.contra && outcome === "made") return own;
  const isLost = outcome === "lost" && rules.sides.length === 2;
  return isLost ? rules.sides.find((side) => side !== own) : undefined;
}

/* The losing side's belotes, if the rules never forfeit them. */
function keptOf(rules, slip, side) {
  const belote = rules.belote_when_lost === "kept" ? slip.belote[side] : 0;
  return belote && write(rules, slip, { total: belote, belote });
}

function outcomeOf(rules, slip, own, others) {
  const declarer = rules.side_of[slip.declarer];
  const number = rules.capot_bid === "with_number" ? slip.bid : 0;
  if (slip.capot_bid) return slip.capot === declarer && slip.is_alone && own >= number ? "made" : "lost";
  if (own < rules.goal_floor || (rules.goal !== "more" && own < slip.bid)) return "lost";
  if (own > others || rules.goal === "bid") return "made";
  return own === others ? whenEqual(rules, slip) : "lost";
}

/* Under contra the last doubler may lose; in no trumps each side may keep its own points. */
function whenEqual(rules, { contract, contra }) {
  if (contra && rules.equal_under_contra === "last_doubler_loses") return contra % 2 ? "made" : "lost";
  const [first, noTrumps = first] = rules.on_equal.split(" / NT ");
  return { hang: "hanging", lost: "lost", own: "made" }[contract === "NT" ? noTrumps : first];
}

function payKirtik(rules, score, outcome, own, capot) {
  if (!rules.kirtik || outcome === "hanging") return;
  for (const side of rules.sides) {
    const capoted = capot !== null && capot !== side;
    if ((outcome === "lost" && side === own) || capoted) score[side] -= rules.kirtik;
  }
}
