/* Running score sheet: hanging points, endings of a match, the winner.
 *
 * Mirrors the server's engine (games/belot/records/match.py); a test compares them. A deal is a
 * slip as in score.js, or {enough: {side: points}}: the match stopped during a deal. */

import { factorOf, MATCH } from "../slips/factors.js";
import { SlipError } from "../slips/reading.js";
import { scoreSlip } from "../slips/score.js";

/** Sheet of a growing match; `rules` is games.slips.scoring.browser_rules. */
export class MatchSheet {
  constructor(rules) {
    this.rules = rules;
    this.rows = [];
    this.score = Object.fromEntries(rules.sides.map((side) => [side, 0]));
    this.waiting = 0;
    this.target = rules.target;
    this.winner = null;
    this.drawn = false;
    this.played = 0; // deals of a match with a fixed number; passed-out ones do not count
    this.last = null; // row of the last deal that counts
    this.more = this.#sums(() => 0); // extra points per side if the last deal is counted exactly
  }

  get over() {
    return this.drawn || this.winner !== null;
  }

  /** Add one deal; throws a SlipError and adds nothing if it is invalid. */
  add(deal) {
    if (this.over) throw new SlipError("match_over", "");
    if (deal.enough) return this.#stop(deal.enough);
    const result = scoreSlip(this.rules, deal);
    const row = { result, written: { ...result.score }, received: {}, note: "" };
    const played = result.status === "complete";
    if (result.outcome === "hanging") this.waiting += result.hanging;
    else if (played && !this.#decides(result)) this.#giveWaiting(row);
    this.#write(row);
    if (played) this.#rememberExactly(row, deal);
    if (played && this.#decides(result)) this.#endFor(this.#most(row.written));
    else if (this.rules.match_deals) this.#lookForLastDeal();
    else if (played && result.capot !== null) this.#afterCapot(row);
    else if (played) this.#lookForWinner(row);
    return row;
  }

  /** Whether the match would end now, during a deal, with these extra points. */
  wouldEnd(points) {
    const reached = this.#sums((side) => this.score[side] + points[side]);
    return this.rules.until === "enough" && this.#leader(reached) !== null;
  }

  #stop(points) {
    if (!this.wouldEnd(points)) throw new SlipError("not_enough", "enough");
    const row = { result: null, written: { ...points }, received: {}, note: "enough" };
    this.#write(row);
    this.more = this.#sums(() => 0);
    this.winner = this.#leader(this.score);
    return row;
  }

  #giveWaiting(row) {
    const { totals } = row.result;
    const best = Math.max(...Object.values(totals));
    const most = this.rules.sides.filter((side) => totals[side] === best);
    if (!this.waiting || most.length > 1) return;
    row.written[most[0]] += this.waiting;
    row.received[most[0]] = this.waiting;
    this.waiting = 0;
  }

  #write(row) {
    this.score = this.#sums((side) => this.score[side] + row.written[side]);
    this.rows.push(Object.assign(row, { waiting: this.waiting, sums: this.score }));
  }

  #rememberExactly(row, deal) {
    const exact = this.rules.last_deal === "exact" ? scoreSlip({ ...this.rules, rounding: "none" }, deal) : row.result;
    this.more = this.#sums((side) => exact.score[side] - row.result.score[side]);
    this.last = row;
    this.played += 1;
  }

  /** Count the last deal exactly, if the rules require it. */
  countExactly() {
    if (!this.last) return;
    const from = this.rows.indexOf(this.last);
    this.last.written = this.#sums((side) => this.last.written[side] + this.more[side]);
    this.score = this.#exactScore();
    this.rows.slice(from).forEach((row) => (row.sums = this.score));
    this.more = this.#sums(() => 0);
  }

  #exactScore() {
    return this.#sums((side) => this.score[side] + this.more[side]);
  }

  /** End the match after the previous deal, whatever the target; the higher sum wins. */
  callTime() {
    if (!this.over) this.#endWhoeverLeads();
  }

  #afterCapot(row) {
    const leader = this.#leader(this.score);
    if (this.rules.capot_exit === true) this.#lookForWinner(row);
    else if (leader !== null && this.rules.capot_exit === "raised") {
      this.target = this.score[leader] + 1;
      row.note = "raised";
    } else if (leader !== null) row.note = "capot";
    else this.#noteEqual(row);
  }

  /* Whether contra makes this won deal decide the match. */
  #decides(result) {
    return factorOf(this.rules, result) === MATCH && result.outcome !== "hanging";
  }

  #endFor(side) {
    this.countExactly();
    this.winner = side;
  }

  #most(points) {
    return this.rules.sides.reduce((best, side) => (points[side] > points[best] ? side : best));
  }

  /* After the fixed number of deals the higher sum wins; equal sums are a draw. */
  #lookForLastDeal() {
    if (this.played >= this.rules.match_deals) this.#endWhoeverLeads();
  }

  #endWhoeverLeads() {
    this.countExactly();
    const best = Math.max(...Object.values(this.score));
    const most = this.rules.sides.filter((side) => this.score[side] === best);
    this.winner = most.length === 1 ? most[0] : null;
    this.drawn = most.length > 1;
  }

  #lookForWinner(row) {
    this.winner = this.#leader(this.#exactScore());
    if (this.over) this.countExactly();
    else this.#noteEqual(row);
  }

  #noteEqual(row) {
    const [most, exactly] = [this.score, this.#exactScore()].map((sums) => Math.max(...Object.values(sums)));
    if (exactly >= this.target) row.note = "equal";
    else if (most >= this.target) row.note = "short";
  }

  /* The only side with the highest sum, if it has reached the target. */
  #leader(sums) {
    const best = Math.max(...Object.values(sums));
    const most = this.rules.sides.filter((side) => sums[side] === best);
    return best >= this.target && most.length === 1 ? most[0] : null;
  }

  #sums(of) {
    return Object.fromEntries(this.rules.sides.map((side) => [side, of(side)]));
  }

  /** Match result in the format of the server's engine. */
  result() {
    return {
      sheet: this.rows.map((row) => ({ score: row.written, hanging: row.waiting })),
      score: this.score,
      winner: this.winner,
      ...(this.drawn && { drawn: true }),
      deals_counted: this.rows.length,
    };
  }
}

/** The result of a whole match; SlipErrors are located at `deals[i]…`. */
export function scoreMatch(rules, deals) {
  const sheet = new MatchSheet(rules);
  deals.forEach((deal, index) => {
    try {
      sheet.add(deal);
    } catch (error) {
      if (!(error instanceof SlipError)) throw error;
      const at = error.at ? `deals[${index}].${error.at}` : `deals[${index}]`;
      throw new SlipError(error.rule, at, error.params);
    }
  });
  return sheet.result();
}

/** The sheet of deals that may continue past the end: `extra` is how many no longer count. */
export function sheetOf(rules, deals) {
  const sheet = new MatchSheet(rules);
  const counted = deals.findIndex((deal) => {
    if (sheet.over) return true;
    sheet.add(deal);
    return false;
  });
  return { sheet, extra: counted < 0 ? 0 : deals.length - counted };
}
