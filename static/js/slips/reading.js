/* Parses a score slip by a variant's switches, or throws the rule that it breaks.
 *
 * Mirrors the server's engine (games/belot/records/summary.py); a test compares them. */

import { levelsOf } from "./factors.js";

const BELOTE = 20;
const MOST_BELOTES = { NT: 0, AT: 4 };
const CEILING = 990;
const SUMMARY_KEYS = ["contract", "declarer", "contra", "points", "announced", "belote", "capot", "bid",
  "capot_bid", "alone", "lead"];
const TYPES = {
  contract: "string",
  declarer: "string",
  contra: "integer",
  points: "object",
  announced: "object",
  belote: "object",
  bid: "integer",
  capot_bid: "boolean",
  alone: "boolean",
  lead: "string",
  passed_out: "boolean",
};

/** A rule broken by a slip: location, rule, and the figures for its message. */
export class SlipError extends Error {
  constructor(rule, at, params = {}) {
    super(rule);
    this.rule = rule;
    this.at = at;
    this.params = params;
  }
}

export const bySide = (rules, of) =>
  Object.fromEntries(rules.sides.map((side) => [side, of(side)]));
export const sum = (rules, numbers) => rules.sides.reduce((all, side) => all + numbers[side], 0);

/** All parts of a slip, completed; impossible slips throw a SlipError. */
export function readSlip(rules, slip) {
  checkShape(slip);
  if ("passed_out" in slip) return readPassedOut(rules, slip);
  if (!rules.contracts.split(" ").includes(slip.contract)) {
    const known = rules.contracts;
    throw new SlipError("unknown_contract", "contract", { value: slip.contract, known });
  }
  for (const at of ["declarer", "lead"]) {
    if (at in slip && !rules.seats.includes(slip[at])) {
      const known = rules.seats.join(" ");
      throw new SlipError("unknown_seat", at, { value: slip[at], known });
    }
  }
  const contra = slip.contra ?? 0;
  const highest = levelsOf(rules, slip.contract);
  if (contra < 0 || contra > highest) throw new SlipError("contra_out_of_range", "contra", { highest });
  const points = readNumbers(rules, slip, "points");
  checkSum(rules, slip.contract, points);
  const announced = "announced" in slip
    ? readNumbers(rules, slip, "announced")
    : bySide(rules, () => 0);
  checkAnnounced(rules, slip.contract, announced);
  const capot = readCapot(rules, slip, points);
  if (rules.declarations === "trick") checkRoem(rules, slip.contract, announced, capot);
  const { contract, declarer } = slip;
  const belote = readBelote(rules, slip, announced);
  const read = { contract, declarer, contra, points, announced, capot, belote };
  const said = { ...read, ...readBid(rules, slip) };
  return { ...said, is_alone: readAlone(rules, slip, said) };
}

function checkShape(slip) {
  if (!isObject(slip)) throw new SlipError("not_an_object", "");
  const passedOut = "passed_out" in slip;
  checkKeys(slip, passedOut ? ["passed_out"] : SUMMARY_KEYS, "");
  if (!passedOut) require(slip, ["contract", "declarer", "points"], "");
  for (const [key, kind] of Object.entries(TYPES)) {
    if (key in slip && !isA(slip[key], kind)) throw new SlipError("wrong_type", key, { key });
  }
  const { capot = null } = slip;
  if (capot !== null && typeof capot !== "string") {
    throw new SlipError("wrong_type", "capot", { key: "capot" });
  }
}

function checkKeys(object, known, path) {
  for (const [key, value] of Object.entries(object)) {
    if (!known.includes(key)) throw new SlipError("unknown_key", path + key, { key });
    if (value === null && key !== "capot") throw new SlipError("empty_value", path + key, { key });
  }
}

function require(object, keys, path) {
  for (const key of keys) {
    if (!(key in object)) throw new SlipError("missing_key", path + key, { key });
  }
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

function isA(value, kind) {
  if (kind === "integer") return Number.isInteger(value);
  return kind === "object" ? isObject(value) : typeof value === kind;
}

function readPassedOut(rules, slip) {
  if (slip.passed_out !== true) {
    throw new SlipError("must_be_true", "passed_out", { key: "passed_out" });
  }
  if (rules.somebody_must_name) throw new SlipError("somebody_must_name", "passed_out");
  return { passedOut: true };
}

function readNumbers(rules, slip, key) {
  const given = slip[key];
  checkKeys(given, rules.sides, `${key}.`);
  require(given, rules.sides, `${key}.`);
  for (const number of Object.values(given)) {
    if (!Number.isInteger(number)) throw new SlipError("wrong_type", key, { key });
    if (number < 0) throw new SlipError("negative_points", key);
  }
  return bySide(rules, (side) => given[side]);
}

function checkSum(rules, contract, points) {
  const total = sum(rules, points);
  const expected = rules.totals[contract];
  if (rules.cards_out && total > expected) {
    throw new SlipError("points_too_many", "points", { expected, total });
  }
  if (!rules.cards_out && total !== expected) {
    throw new SlipError("points_sum", "points", { expected, total });
  }
}

function checkAnnounced(rules, contract, announced) {
  const numbers = Object.values(announced);
  if (numbers.some((number) => number % 10)) throw new SlipError("not_in_tens", "announced");
  if (contract !== "NT" || rules.no_trumps_declarations || !numbers.some(Boolean)) return;
  const aces = rules.no_trumps_four_aces;
  if (!aces) throw new SlipError("nothing_in_no_trumps", "announced");
  if (Math.max(...numbers) !== aces || sum(rules, announced) !== aces) {
    throw new SlipError("four_aces_only", "announced");
  }
}

/* Points in tricks are sums of combinations, and belong to a side with tricks. */
function checkRoem(rules, contract, announced, capot) {
  const fours = Object.values(rules.carres[contract]);
  const isPossible = (points) =>
    ![10, 30].includes(points) || fours.some((four) => [10, 30].includes(four) && four <= points);
  for (const side of rules.sides) {
    const points = announced[side];
    if (!isPossible(points)) {
      throw new SlipError("roem_impossible", "announced", { points });
    }
    if (points && capot !== null && capot !== side) {
      throw new SlipError("roem_without_trick", "announced", { side });
    }
  }
}

function readCapot(rules, slip, points) {
  const nobody = rules.sides.every((side) => points[side] !== 0);
  if (nobody && "capot" in slip) throw new SlipError("capot_not_needed", "capot");
  if (nobody) return null;
  if (!("capot" in slip)) throw new SlipError("capot_needed", "capot");
  const winner = slip.capot;
  if (winner === null) return null;
  if (!rules.sides.includes(winner)) {
    const known = rules.sides.join(" ");
    throw new SlipError("unknown_seat", "capot", { value: winner, known });
  }
  if (rules.sides.some((side) => side !== winner && points[side] !== 0)) {
    throw new SlipError("capot_impossible", "capot", { side: winner });
  }
  return winner;
}

/** Whether a slip must list belotes apart from other declarations. */
export function countsBelotesApart(rules) {
  return rules.declarations === "hand" && (!rules.belote_multiplied
    || rules.belote_when_lost !== "other_side" || rules.lost_declarations === "defence");
}

const countsBids = ({ auction, goal, made_award: award }) =>
  auction === "numeric" || goal !== "more" || award !== "taken";

/** Whether the bid was that one player alone takes all tricks. */
export const isSolo = ({ solo_value: value }, { bid, capot_bid: isCapot }) =>
  Boolean(isCapot) && value > 0 && bid === value;

/* Whether a bid of all tricks alone was fulfilled; true for other bids. */
function readAlone(rules, slip, said) {
  if (!isSolo(rules, said)) {
    if ("alone" in slip) throw new SlipError("alone_not_bid", "alone");
    return true;
  }
  if (slip.alone && said.capot !== rules.side_of[said.declarer]) throw new SlipError("alone_needs_capot", "alone");
  return Boolean(slip.alone);
}

function readBelote(rules, slip, announced) {
  const { contract } = slip;
  if (rules.declarations === "none") return onlyBelotes(rules, slip, announced);
  if (!("belote" in slip)) {
    const isNeeded = countsBelotesApart(rules) && contract !== "NT" && sum(rules, announced) > 0;
    if (isNeeded) throw new SlipError("belote_needed", "belote");
    return bySide(rules, () => 0);
  }
  const belote = readNumbers(rules, slip, "belote");
  const most = BELOTE * (MOST_BELOTES[contract] ?? 1);
  const isWrong = (side) => belote[side] > announced[side] || belote[side] % BELOTE;
  if (rules.sides.some(isWrong) || sum(rules, belote) > most) {
    throw new SlipError("belote_too_many", "belote");
  }
  return belote;
}

function onlyBelotes(rules, slip, announced) {
  const said = "belote" in slip ? readNumbers(rules, slip, "belote") : announced;
  const most = BELOTE * (MOST_BELOTES[slip.contract] ?? 1);
  if (rules.sides.some((side) => announced[side] % BELOTE) || sum(rules, announced) > most) {
    throw new SlipError("only_belotes", "announced");
  }
  if (rules.sides.some((side) => said[side] !== announced[side])) throw new SlipError("only_belotes", "belote");
  return announced;
}

function readBid(rules, slip) {
  const counted = countsBids(rules);
  for (const key of ["bid", "capot_bid"]) {
    if (key in slip && !counted) throw new SlipError("bid_not_counted", key);
  }
  if (!counted) return { bid: 0, capot_bid: false };
  const { bid = -1, capot_bid: asked = true } = slip;
  if (!canBeBid(rules, bid, "capot_bid" in slip)) throw new SlipError("bid_needed", "bid");
  if (asked !== true) throw new SlipError("must_be_true", "capot_bid", { key: "capot_bid" });
  if (rules.auction === "numeric") checkScale(rules, bid, "capot_bid" in slip);
  return { bid, capot_bid: "capot_bid" in slip };
}

/* Whether it can be a number at all: 0 for a bid of all tricks without a number. */
function canBeBid({ auction, capot_value: value }, bid, isCapot) {
  const isNumeric = auction === "numeric";
  if (bid < 0 || (bid % 10 && !isNumeric)) return false;
  return bid > 0 || (isCapot && isNumeric && !value);
}

/* A bid must be on the scale; a bid of all tricks without a number has a fixed value. */
function checkScale(rules, bid, isCapot) {
  const { bids, capot_bid: mark, capot_value: value } = rules;
  if (isCapot && mark === "none") throw new SlipError("capot_not_bid", "capot_bid");
  if (isCapot && mark === "top") {
    if (bid === value || isSolo(rules, { bid, capot_bid: true })) return;
    throw new SlipError("capot_bid_value", "bid", { value, bid });
  }
  const [, low, high = Infinity, step, tens] = /^(\d+)(?:-(\d+)|\+) by (\d+)( in tens)?$/.exec(bids);
  const number = tens ? bid / 10 : bid;
  const isBid = bid <= CEILING && number >= low && number <= high && !((number - low) % step);
  if (!isBid) throw new SlipError("bid_not_possible", "bid", { bid, bids });
}
