/* A score slip turned into what each side writes, by the switches of a variant given as data.
 *
 * It follows the server's engine step by step (games/belot/records/summary.py, scoring.py, sheet.py) and is held
 * equal to it by a test; the server stays the authority. `rules` is games.slips.scoring.browser_rules. */

const LAST_DIGIT_LIMIT = { NT: 5, AT: 4 };
const SUIT_LIMIT = 6;
const BELOTE = 20;
const MOST_BELOTES = { NT: 0, AT: 4 };
const HALVES = { half_up: 5, half_down: 4 };
const SUMMARY_KEYS = ["contract", "declarer", "contra", "points", "announced", "belote", "capot", "bid",
  "capot_bid", "lead"];
const TYPES = {
  contract: "string",
  declarer: "string",
  contra: "integer",
  points: "object",
  announced: "object",
  belote: "object",
  bid: "integer",
  capot_bid: "boolean",
  lead: "string",
  passed_out: "boolean",
};

/** A rule that a slip breaks: where, which, and the figures for its message. */
export class SlipError extends Error {
  constructor(rule, at, params = {}) {
    super(rule);
    this.rule = rule;
    this.at = at;
    this.params = params;
  }
}

/**
 * The result of a slip: status, totals, outcome (made, lost, hanging or null), score and hanging.
 * A slip that no deal can give throws a SlipError.
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
  if (read.passedOut) return { ...answer, totals: zeros, outcome: null, score: zeros, hanging: 0 };
  return { ...answer, ...settle(rules, read) };
}

/** What a side's points are missing to the contract's total, null where it is more than that. */
export function otherSide(rules, contract, points) {
  const rest = rules.totals[contract] - points;
  return rest < 0 ? null : rest;
}

/* Reading ------------------------------------------------------------------------------------ */

function readSlip(rules, slip) {
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
  if (contra < 0 || contra > rules.contra_levels) {
    throw new SlipError("contra_out_of_range", "contra", { highest: rules.contra_levels });
  }
  const points = readNumbers(rules, slip, "points");
  checkSum(rules, slip.contract, points);
  const announced = "announced" in slip
    ? readNumbers(rules, slip, "announced")
    : bySide(rules, () => 0);
  checkAnnounced(rules, slip.contract, announced);
  const capot = readCapot(rules, slip, points);
  const { contract, declarer } = slip;
  const belote = readBelote(rules, slip, announced);
  const read = { contract, declarer, contra, points, announced, capot, belote };
  return { ...read, ...readBid(rules, slip) };
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
  if (contract !== "NT" || !numbers.some(Boolean)) return;
  const aces = rules.no_trumps_four_aces;
  if (!aces) throw new SlipError("nothing_in_no_trumps", "announced");
  if (Math.max(...numbers) !== aces || sum(rules, announced) !== aces) {
    throw new SlipError("four_aces_only", "announced");
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

/** Whether a slip must say how much of what was announced belotes are. */
export function countsBelotesApart(rules) {
  return !rules.belote_multiplied || rules.belote_when_lost === "kept"
    || rules.lost_declarations === "defence";
}

const countsBids = (rules) => rules.goal !== "more" || rules.made_award !== "taken";

function readBelote(rules, slip, announced) {
  const { contract } = slip;
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

function readBid(rules, slip) {
  const counted = countsBids(rules);
  for (const key of ["bid", "capot_bid"]) {
    if (key in slip && !counted) throw new SlipError("bid_not_counted", key);
  }
  if (!counted) return { bid: 0, capot_bid: false };
  const { bid = 0, capot_bid: asked = true } = slip;
  if (bid <= 0 || bid % 10) throw new SlipError("bid_needed", "bid");
  if (asked !== true) throw new SlipError("must_be_true", "capot_bid", { key: "capot_bid" });
  return { bid, capot_bid: "capot_bid" in slip };
}

/* Scoring ------------------------------------------------------------------------------------ */

const bySide = (rules, of) => Object.fromEntries(rules.sides.map((side) => [side, of(side)]));
const sum = (rules, numbers) => rules.sides.reduce((all, side) => all + numbers[side], 0);

/* What all tricks brought in this deal. */
function premiumOf(rules, { contract, declarer, capot }) {
  const isPaid = capot !== null
    && (rules.capot_for === "both" || capot === rules.side_of[declarer]);
  if (!isPaid) return 0;
  return (contract === "NT" && rules.capot_doubled_in_no_trumps ? 2 : 1) * rules.capot_points;
}

function totalsOf(rules, slip) {
  const factor = slip.contract === "NT" ? 2 : 1;
  const premium = premiumOf(rules, slip);
  return bySide(rules, (side) =>
    factor * (slip.points[side] + slip.announced[side]) + (side === slip.capot ? premium : 0));
}

/* What contra multiplies by. */
function factorOf(rules, { contract, contra }) {
  if (rules.factors === "double") return 2 ** contra;
  const rows = Object.fromEntries(rules.factors.split(" / ").map((text) => {
    const family = /^[A-Z]+ /.exec(text)?.[0] ?? "";
    return [family.trim(), text.slice(family.length).split(" ").map(Number)];
  }));
  return (rows[contract] ?? rows[""])[contra];
}

function rounded(rules, contract, total, upAtLimit) {
  const more = HALVES[rules.rounding];
  if (rules.sheet === "card_points") return more ? Math.floor((total + more) / 10) * 10 : total;
  if (more) return Math.floor((total + more) / 10);
  const digit = total % 10;
  const limit = LAST_DIGIT_LIMIT[contract] ?? SUIT_LIMIT;
  const up = digit > limit || (digit === limit && upAtLimit);
  return (total - digit) / 10 + (up ? 1 : 0);
}

/* One amount on the sheet: rounded and multiplied, with what is written once beside it. */
function write(rules, slip, { total, up = false, premium = 0, belote = 0, base = 0, bid = 0 }) {
  const factor = factorOf(rules, slip);
  const apart = (rules.capot_multiplied ? 0 : premium) + (rules.belote_multiplied ? 0 : belote);
  const times = rules.factors_on === "deal" ? factor : 1;
  const once = apart + bid * factor;
  return (rounded(rules, slip.contract, total - apart, up) + base) * times
    + (rules.sheet === "card_points" ? once : once / 10);
}

/* A bid of all tricks always counts. */
const awardOf = (rules, slip) =>
  (rules.made_award === "taken" && slip.capot_bid ? "taken_and_bid" : rules.made_award);

/* A side's own points; of a hanging deal only what hangs rounds up at the limit. */
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

/* The whole deal written by one side; what hangs is won by nobody yet. */
function everything(rules, slip, totals, winner, isWon = true) {
  const losers = rules.sides.filter((side) => side !== winner);
  const ofLosers = (numbers) => losers.reduce((all, side) => all + numbers[side], 0);
  const factor = slip.contract === "NT" ? 2 : 1;
  const kept = isWon && rules.belote_when_lost === "kept" ? ofLosers(slip.belote) : 0;
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

/* What the cards of a lost contract count: "total", or a number of the sheet. */
function baseOf(rules, { capot, capot_bid: capotBid, declarer }) {
  const byDefence = capot !== null && capot !== rules.side_of[declarer]
    && rules.capot_for === "both";
  return capotBid || byDefence ? rules.lost_base_capot : rules.lost_base;
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

/* The side that writes the whole deal, if one does. */
function winnerOf(rules, slip, outcome) {
  const own = rules.side_of[slip.declarer];
  if (slip.contra && outcome === "made") return own;
  const isLost = outcome === "lost" && rules.sides.length === 2;
  return isLost ? rules.sides.find((side) => side !== own) : undefined;
}

/* The belotes of the side that lost the deal, where they are never lost. */
function keptOf(rules, slip, side) {
  const belote = rules.belote_when_lost === "kept" ? slip.belote[side] : 0;
  return belote && write(rules, slip, { total: belote, belote });
}

function outcomeOf(rules, slip, own, others) {
  const declarer = rules.side_of[slip.declarer];
  if (slip.capot_bid) return slip.capot === declarer ? "made" : "lost";
  if (own < rules.goal_floor || (rules.goal !== "more" && own < slip.bid)) return "lost";
  if (own > others || rules.goal === "bid") return "made";
  return own === others && rules.on_equal === "hang" ? "hanging" : "lost";
}

function payKirtik(rules, score, outcome, own, capot) {
  if (!rules.kirtik || outcome === "hanging") return;
  for (const side of rules.sides) {
    const capoted = capot !== null && capot !== side;
    if ((outcome === "lost" && side === own) || capoted) score[side] -= rules.kirtik;
  }
}
