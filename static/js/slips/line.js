/* A result in one line of keys, such as "14 H S 98": in pieces, and as a slip.
 *
 * Mirrors games/slips/lines.py step by step, with the same tables (`language` is its
 * browser_language); a test compares them. */

class Fault extends Error {}

const CAPITALS = { "−": "-", "–": "-", "×": "X" };

function upper(letter) {
  if (letter in CAPITALS) return CAPITALS[letter];
  const high = letter.toUpperCase();
  return [...high].length === 1 ? high : letter;
}

class Reader {
  constructor(text, language, places, bids) {
    this.text = text.map(upper);
    this.language = language;
    this.places = places;
    this.bids = bids;
    this.at = 0;
    this.seats = language.seats;
    this.line = {
      number: null,
      bid: null,
      capot_bid: false,
      solo_bid: false,
      contract: "",
      contra: 0,
      declarer: "",
      points: [],
      announced: { NS: 0, EW: 0 },
      belote: { NS: 0, EW: 0 },
      capot: "",
      lead: "",
      passed_out: false,
      not_played: false,
      pieces: [],
      fault: null,
      missing: "",
    };
  }

  skip() {
    while (this.at < this.text.length && this.language.spaces.includes(this.text[this.at])) this.at += 1;
  }

  get isOver() {
    this.skip();
    return this.at >= this.text.length;
  }

  take(kind, length) {
    this.line.pieces.push([kind, this.at, this.at + length]);
    this.at += length;
  }

  eat(kind, table) {
    this.skip();
    const keys = Object.keys(table).sort((one, other) => other.length - one.length);
    const rest = this.text.slice(this.at).join("");
    const key = keys.find((each) => rest.startsWith(each)) ?? this.byPlace(table);
    if (key) this.take(kind, key.length);
    return key;
  }

  byPlace(table) {
    if (this.at >= this.text.length) return "";
    const letter = this.text[this.at];
    const fitting = [...(this.places[letter] ?? "")].filter((key) => key in table);
    if (fitting.length > 1) throw new Fault("ambiguous");
    if (!fitting.length) return "";
    let end = this.at;
    while (end < this.text.length && this.text[end] === letter) end += 1;
    const repeated = fitting[0].repeat(end - this.at);
    return repeated in table ? repeated : fitting[0];
  }

  /* Consume the next match of the pattern; "" if there is none. */
  next(kind, pattern) {
    const found = pattern.exec(this.text.slice(this.at).join(""))?.[0] ?? "";
    if (found) this.take(kind, found.length);
    return found;
  }

  number(kind) {
    this.skip();
    const found = /^[0-9]+/.exec(this.text.slice(this.at).join(""))?.[0];
    if (!found) return null;
    if (found.length > 4 || Number(found) > this.language.most) throw new Fault("number");
    this.take(kind, found.length);
    return Number(found);
  }

  get isAtContract() {
    const { spaces, passes } = this.language;
    let from = this.at;
    let end = this.text.length;
    while (from < end && spaces.includes(this.text[from])) from += 1;
    while (end > from && spaces.includes(this.text[end - 1])) end -= 1;
    const rest = this.text.slice(from, end).join("");
    return rest !== "" && rest !== "-" && !(rest in passes);
  }

  star() {
    this.skip();
    return Boolean(this.next("bid", /^\*/));
  }

  sign() {
    this.skip();
    const sign = this.next("extra", new RegExp(`^[+-] *(?=[0-9${this.language.belotes}])`));
    if (!sign) return "";
    return sign[0] === "-" ? "EW" : "NS";
  }

  belotes() {
    return this.next("extra", new RegExp(`^[${this.language.belotes}]*`)).length;
  }
}

/** The line in pieces; the part that cannot be parsed is its `fault`: code, from, to. */
export function readLine(text, language, places = language.places, bids = false) {
  const reader = new Reader([...text].slice(0, language.longest), language, places, bids);
  try {
    read(reader);
  } catch (found) {
    if (!(found instanceof Fault)) throw found;
    reader.skip();
    const rest = reader.text.slice(reader.at);
    const stop = rest.findIndex((letter) => language.spaces.includes(letter));
    reader.line.fault = [found.message, reader.at, reader.at + (stop < 0 ? rest.length : stop)];
  }
  return reader.line;
}

function read(reader) {
  const { line, language } = reader;
  line.number = reader.number("number");
  if (reader.bids) readBid(reader);
  if (reader.isOver) {
    line.missing = "contract";
    return;
  }
  const rest = reader.text.slice(reader.at).filter((letter) => !language.spaces.includes(letter));
  if (rest.join("") === "-") {
    reader.take("not_played", 1);
    line.not_played = true;
  } else if (reader.eat("pass", language.passes)) {
    line.passed_out = true;
    if (!reader.isOver) throw new Fault("after_pass");
  } else {
    readContract(reader);
  }
}

/* The last number before a contract is the bid; a star is a bid of all tricks. */
function readBid(reader) {
  const { line } = reader;
  line.bid = reader.number("bid");
  if (reader.star()) {
    line.capot_bid = true;
    line.solo_bid = reader.star();
  } else if (line.bid === null && line.number !== null && reader.isAtContract) {
    line.bid = line.number;
    line.number = null;
    line.pieces.at(-1)[0] = "bid";
  }
}

function readContract(reader) {
  const { line, language } = reader;
  const key = reader.eat("contract", language.contracts);
  if (!key) throw new Fault("XЙЬ".includes(reader.text[reader.at]) ? "x_first" : "contract");
  line.contract = language.contracts[key];
  if (reader.bids && reader.star()) line.capot_bid = true;
  readContra(reader);
  if (reader.isOver) {
    line.missing = "seat";
    return;
  }
  const inWords = key.length > 1 && !"NA".includes(key[0]);
  if (inWords) reader.seats = { ...language.seats, ...language.initials };
  const seat = reader.eat("seat", reader.seats);
  if (!seat) throw new Fault("seat");
  line.declarer = reader.seats[seat];
  readContra(reader);
  readPoints(reader);
}

function readContra(reader) {
  if (reader.line.contra) return;
  const key = reader.eat("contra", reader.language.contras);
  reader.line.contra = key ? reader.language.contras[key] : 0;
}

function readPoints(reader) {
  const { line } = reader;
  while (line.points.length < 2) {
    const found = reader.number("points");
    if (found === null) break;
    line.points.push(found);
  }
  while (!reader.isOver) readExtra(reader);
  if (!line.points.length && !line.capot.startsWith("K")) line.missing = "points";
}

function readExtra(reader) {
  const { line, language } = reader;
  const side = reader.sign();
  if (side) {
    const belotes = language.belote * reader.belotes();
    line.announced[side] += belotes || reader.number("extra");
    line.belote[side] += belotes;
    return;
  }
  if (!line.lead && reader.eat("extra", language.leads)) {
    readLead(reader);
    return;
  }
  const table = line.solo_bid ? { ...language.extras, ...language.alone } : language.extras;
  const key = line.capot ? "" : reader.eat("extra", table);
  if (!key) throw new Fault(line.points.length || line.capot ? "rest" : "points");
  line.capot = table[key];
}

function readLead(reader) {
  const { line } = reader;
  const seat = reader.eat("extra", reader.seats);
  if (!seat) throw new Fault("lead");
  line.lead = reader.seats[seat];
}

/** The slip of a complete line, or the code of what is missing. */
export function slipOf(line, rules) {
  if (line.fault) return line.fault[0];
  if (line.not_played) return { not_played: true };
  if (line.passed_out) return { passed_out: true };
  if (line.missing) return `missing_${line.missing}`;
  const total = rules.totals[line.contract];
  if (total === undefined) return "not_here";
  const own = rules.side_of[line.declarer];
  const points = pointsOf(line, total, own);
  if (points.EW < 0) return "too_many";
  const { contract, declarer, contra, announced } = line;
  const slip = { contract, declarer, contra, points, announced };
  if (rules.belotes_apart) slip.belote = line.belote;
  if (rules.numbers.length) {
    const said = bidOf(line, rules);
    if (typeof said === "string") return said;
    Object.assign(slip, said);
  }
  const empty = Object.keys(points).filter((side) => points[side] === 0);
  if (empty.length && !line.capot) return "say_capot";
  if (line.capot === "KK") slip.alone = true;
  if (line.capot.startsWith("K")) {
    const winner = empty[0] === "NS" ? "EW" : "NS";
    slip.capot = empty.length === 1 ? winner : own;
  } else if (line.capot) {
    slip.capot = null;
  }
  if (line.lead) slip.lead = line.lead;
  return slip;
}

/* The bid in card points, or the code of its error. */
function bidOf(line, rules) {
  const { capot_bid: mark, capot_value: value, solo_value: alone, numbers, number_unit: unit } = rules;
  if (line.capot_bid && mark === "none") return "no_capot_bid";
  if (line.solo_bid && !alone) return "no_solo_bid";
  if (line.bid === null && line.solo_bid) return { bid: alone, capot_bid: true };
  if (line.bid === null) {
    return line.capot_bid && mark === "top" ? { bid: value, capot_bid: true } : "missing_bid";
  }
  if (line.capot_bid && mark === "top") return "capot_alone";
  const bid = line.bid * unit;
  if (!numbers.includes(bid)) return "not_bid";
  return line.capot_bid ? { bid, capot_bid: true } : { bid };
}

function pointsOf(line, total, own) {
  if (!line.points.length) return own === "NS" ? { NS: total, EW: 0 } : { NS: 0, EW: total };
  const [first, second = total - first] = line.points;
  return { NS: first, EW: second };
}
