/* A score slip turned into what each side writes, by the switches of a variant given as data.
 *
 * It follows the server's engine step by step (games/belot/records/summary.py, scoring.py) and is held
 * equal to it by a test; the server stays the authority. `rules` is games.slips.scoring.browser_rules. */

const LAST_DIGIT_LIMIT = { NT: 5, AT: 4 };
const SUIT_LIMIT = 6;
const CAPOT_PREMIUM = 90;
const SUMMARY_KEYS = ["contract", "declarer", "contra", "points", "announced", "capot", "lead"];
const TYPES = {
  contract: "string",
  declarer: "string",
  contra: "integer",
  points: "object",
  announced: "object",
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
  return { contract: slip.contract, declarer: slip.declarer, contra, points, announced, capot };
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

/* Scoring ------------------------------------------------------------------------------------ */

const bySide = (rules, of) => Object.fromEntries(rules.sides.map((side) => [side, of(side)]));
const sum = (rules, numbers) => rules.sides.reduce((all, side) => all + numbers[side], 0);

function capotPoints(rules, contract) {
  return contract === "NT" && rules.capot_doubled_in_no_trumps ? 2 * CAPOT_PREMIUM : CAPOT_PREMIUM;
}

function totalsOf(rules, { contract, points, announced, capot }) {
  const factor = contract === "NT" ? 2 : 1;
  return bySide(rules, (side) => {
    const premium = side === capot ? capotPoints(rules, contract) : 0;
    return factor * (points[side] + announced[side]) + premium;
  });
}

function rounded(total, contract, upAtLimit) {
  const digit = total % 10;
  const limit = LAST_DIGIT_LIMIT[contract] ?? SUIT_LIMIT;
  const up = digit > limit || (digit === limit && upAtLimit);
  return (total - digit) / 10 + (up ? 1 : 0);
}

/** One amount on the sheet: rounded, multiplied by contra, the capot premium apart if need be. */
function write(rules, { contract, contra }, total, upAtLimit, withCapot) {
  const apart = withCapot && !rules.capot_multiplied ? capotPoints(rules, contract) : 0;
  const times = 2 ** contra;
  if (rules.sheet === "card_points") return (total - apart) * times + apart;
  return rounded(total - apart, contract, upAtLimit) * times + apart / 10;
}

function settle(rules, slip) {
  const totals = totalsOf(rules, slip);
  const own = rules.side_of[slip.declarer];
  const others = sum(rules, totals) - totals[own];
  const outcome = outcomeOf(rules, totals[own], others);
  const whole = () => write(rules, slip, sum(rules, totals), false, slip.capot !== null);
  const ownPart = (side) => {
    const fewest = rules.sides.filter((other) => totals[other] <= totals[side]).length === 1;
    const up = fewest && outcome !== "hanging"; // then only what hangs rounds up
    return write(rules, slip, totals[side], up, slip.capot === side);
  };
  let score = bySide(rules, () => 0);
  let hanging = 0;
  if (slip.contra && outcome === "hanging") {
    hanging = whole();
  } else if (slip.contra && outcome === "made") {
    score[own] = whole();
  } else if (outcome === "lost" && rules.sides.length === 2) {
    score[rules.sides.find((side) => side !== own)] = whole();
  } else {
    score = bySide(rules, ownPart);
    if (outcome !== "made") score[own] = 0;
    if (outcome === "hanging") {
      hanging = write(rules, slip, totals[own], true, slip.capot === own);
    }
  }
  payKirtik(rules, score, outcome, own, slip.capot);
  return { totals, outcome, score, hanging };
}

function outcomeOf(rules, own, others) {
  if (own > others) return "made";
  return own === others && rules.on_equal === "hang" ? "hanging" : "lost";
}

function payKirtik(rules, score, outcome, own, capot) {
  if (!rules.kirtik || outcome === "hanging") return;
  for (const side of rules.sides) {
    const capoted = capot !== null && capot !== side;
    if ((outcome === "lost" && side === own) || capoted) score[side] -= rules.kirtik;
  }
}
