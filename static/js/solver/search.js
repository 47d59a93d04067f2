/* Double-dummy search in the browser: the value of each card with all hands known.

   Mirrors games/belot/solving/double_dummy; tests compare them. Not for games with combinations in
   tricks. Values are points of North-South with last ten; taking all tricks counts 90 more. */

import { NOTHING, cash, pointsIn, surePoints } from "./bounds.js";
import { above, highest, legalCards, legalLeads, lowest, sizeOf, suitOf } from "./cards.js";
import { Known } from "./known.js";

const CAPOT = 90;
const LAST_TEN = 10;
const FAR = 4096;
const FIRST = 1 << 28;
/* Higher than any `promise`: the stored best card is tried first. */

export class Solver {
  constructor() {
    this.whole = [];
    this.known = new Known();
    this.hands = new Int32Array(4);
    this.lists = new Int32Array(33 * 8);
    this.history = new Int32Array(64);
    this.nodes = 0;
  }

  /** Load a deal: four masks of cards 0..31 and a contract `{labels, points, trumps, duties}`. */
  begin(hands, contract) {
    this.labels = contract.labels;
    this.cards = [];
    contract.labels.forEach((label, card) => {
      this.cards[label] = card;
    });
    this.points = Int32Array.from(contract.points);
    this.trumps = contract.trumps | 0;
    this.duties = contract.duties;
    this.whole = hands.map((hand) => this.relabel(hand));
    this.total = contract.points.reduce((sum, points) => sum + points, LAST_TEN);
    this.history.fill(0);
    this.known.begin(this.whole, this.points);
  }

  relabel(mask) {
    let found = 0;
    for (; mask; mask &= mask - 1) found |= 1 << this.labels[lowest(mask)];
    return found;
  }

  /** The position after cards 0..31 played from the start, with `leader` on lead. */
  after(leader, played) {
    this.whole.forEach((hand, seat) => {
      this.hands[seat] = hand;
    });
    const at = { ...this.root(leader, 0), won: [0, 0], trick: [] };
    for (const card of played) this.play(at, card);
    return at;
  }

  /** Play a card from a position of `after`. */
  play(at, card) {
    const label = this.labels[card];
    const endsTrick = at.count === 3;
    const pot = at.pot + this.points[label];
    at.trick = at.count ? [...at.trick, [at.seat, card]] : [[at.seat, card]];
    this.push(at, label);
    if (endsTrick) at.won[at.seat & 1] += pot + (at.left ? 0 : LAST_TEN);
  }

  /** The cards 0..31 that may be played. */
  open(at) {
    const cards = [];
    for (let legal = at.left ? this.legal(at) : 0; legal; legal &= legal - 1) {
      cards.push(this.cards[lowest(legal)]);
    }
    return cards;
  }

  /** The points of North-South in the whole deal after this card and then best play. */
  valueOf(at, card, guess = 80) {
    const label = this.labels[card];
    const next = { ...at };
    const gain = this.push(next, label);
    const value = at.won[0] + gain + this.exact(next, guess - gain - at.won[0]);
    this.hands[at.seat] |= 1 << label;
    return value;
  }

  /** The points of North-South in a whole deal with a seat on lead. */
  solve(leader, guess = 80) {
    return this.exact(this.after(leader, []), guess);
  }

  root(leader, state) {
    const left = this.hands[0] | this.hands[1] | this.hands[2] | this.hands[3];
    const rest = pointsIn(this.points, left) + LAST_TEN;
    return {
      seat: leader, count: 0, led: 0, higher: 0, trumped: 0, winner: leader, pot: 0, left, rest, state,
    };
  }

  legal(at) {
    const hand = this.hands[at.seat];
    if (!at.count) return legalLeads(hand, this.trumps, this.duties);
    const partner = ((at.winner ^ at.seat) & 1) === 0;
    return legalCards(hand, at.led, this.trumps, at.higher, at.trumped, partner, this.duties);
  }

  /** Play a card; the points North-South win if it ends a trick. */
  push(at, label) {
    const move = 1 << label;
    this.hands[at.seat] ^= move;
    if (!at.count) at.led = suitOf(label);
    if (!at.count || at.higher & move) {
      at.higher = above(label, this.trumps);
      at.trumped = at.led & move ? 0 : 1;
      at.winner = at.seat;
    }
    at.pot += this.points[label];
    at.count += 1;
    at.seat = (at.seat + 1) & 3;
    if (at.count < 4) return 0;
    const { winner, pot } = at;
    Object.assign(at, this.root(winner, at.state | (winner & 1 ? 2 : 1)));
    if (!at.left) at.rest = 0;
    return winner & 1 ? 0 : at.left ? pot : pot + LAST_TEN;
  }

  /** The exact points of North-South from a position; a good guess only saves time. */
  exact(at, guess) {
    const left = this.hands[0] | this.hands[1] | this.hands[2] | this.hands[3];
    const most = at.pot + pointsIn(this.points, left) + (left ? LAST_TEN : 0);
    let low = at.state & 1 ? 0 : -CAPOT;
    let high = at.state & 2 ? most : most + CAPOT;
    let need = guess;
    let step = 2;
    let met = 0;
    while (low < high) {
      need = Math.min(Math.max(need, low + 1), high);
      const value = this.reach(at, need);
      if (value >= need) {
        low = value <= most ? value : most + CAPOT;
        if (low < 0 && low > -CAPOT) low = 0;
        met |= 1;
        need = low + step;
      } else {
        high = value >= 0 ? value : -CAPOT;
        if (high > most && high < most + CAPOT) high = most;
        met |= 2;
        need = high - step + 1;
      }
      if (met === 3) need = (low + high + 1) >> 1;
      else if (step < 64) step *= 2;
    }
    return low;
  }

  reach(at, need) {
    if (!at.count) return this.lead(at.seat, at.state, at.left, at.rest, need, 0);
    const { seat, count, led, higher, trumped, winner, pot, left, rest, state } = at;
    return this.follow(seat, count, led, higher, trumped, winner, pot, left, rest, state, need, 0);
  }

  /** At the start of a trick: at least `need` if North-South can get as many, else less. */
  lead(seat, state, left, rest, need, depth) {
    this.nodes += 1;
    const sure = this.answerAtOnce(seat, state, left, rest, need);
    if (sure !== FAR) return sure;
    if (this.known.recall(left, seat, state, need)) return this.known.value;
    const legal = legalLeads(this.hands[seat], this.trumps, this.duties);
    const first = 8 * depth;
    let count = this.list(first, legal, seat, 0, 0, 0, seat, 0, this.known.bestCard);
    const isNs = (seat & 1) === 0;
    let value = isNs ? -FAR : FAR;
    let best = 32;
    while (count) {
      count -= 1;
      const label = this.take(first, count);
      const move = 1 << label;
      this.hands[seat] ^= move;
      const found = this.follow(
        (seat + 1) & 3, 1, suitOf(label), above(label, this.trumps), 0, seat,
        this.points[label], left, rest, state, need, depth + 1,
      );
      this.hands[seat] ^= move;
      if (isNs ? found > value : found < value) value = found;
      if (isNs ? found >= need : found < need) {
        best = label;
        this.history[32 * (seat & 1) + label] += 1;
        break;
      }
      if (count) {
        count = this.strikeOut(first, count, seat, label, left, found, need);
        if (this.struck !== FAR) value = isNs ? Math.max(value, this.struck) : Math.min(value, this.struck);
      }
    }
    this.known.store(left, seat, state, need, value, best);
    return value;
  }

  /** The same during a trick. */
  follow(seat, played, led, higher, trumped, winner, pot, left, rest, state, need, depth) {
    this.nodes += 1;
    const partner = ((winner ^ seat) & 1) === 0;
    const legal = legalCards(this.hands[seat], led, this.trumps, higher, trumped, partner, this.duties);
    const first = 8 * depth;
    let count = this.list(first, legal, seat, played, led, higher, winner, pot, -1);
    const isNs = (seat & 1) === 0;
    let value = isNs ? -FAR : FAR;
    while (count) {
      count -= 1;
      const label = this.take(first, count);
      const move = 1 << label;
      this.hands[seat] ^= move;
      const wins = higher & move;
      const nowHigher = wins ? above(label, this.trumps) : higher;
      const nowTrumped = wins ? (led & move ? 0 : 1) : trumped;
      const nowWinner = wins ? seat : winner;
      const nowPot = pot + this.points[label];
      let found;
      if (played < 3) {
        found = this.follow(
          (seat + 1) & 3, played + 1, led, nowHigher, nowTrumped, nowWinner, nowPot, left, rest, state,
          need, depth + 1,
        );
      } else {
        const after = this.hands[0] | this.hands[1] | this.hands[2] | this.hands[3];
        const gain = nowWinner & 1 ? 0 : after ? nowPot : nowPot + LAST_TEN;
        const nowState = state | (nowWinner & 1 ? 2 : 1);
        found = gain + this.lead(nowWinner, nowState, after, rest - nowPot, need - gain, depth + 1);
      }
      this.hands[seat] ^= move;
      if (isNs ? found > value : found < value) value = found;
      if (isNs ? found >= need : found < need) {
        this.history[32 * (seat & 1) + label] += 1;
        break;
      }
      if (count) {
        count = this.strikeOut(first, count, seat, label, left, found, need);
        if (this.struck !== FAR) value = isNs ? Math.max(value, this.struck) : Math.min(value, this.struck);
      }
    }
    return value;
  }

  /** A bound that decides the query at the start of a trick, or FAR. */
  answerAtOnce(seat, state, left, rest, need) {
    if (!left) return state === 1 ? CAPOT : state === 2 ? -CAPOT : 0;
    const size = sizeOf(left);
    if (size === 4) return this.lastTrick(seat, state, rest);
    const low = state & 1 ? 0 : -CAPOT;
    const high = state & 2 ? rest : rest + CAPOT;
    if (need > high) return high;
    if (need <= low) return low;
    let side = seat & 1;
    let sure = cash(this, seat, size >> 2, rest);
    if (sure === rest) {
      const value = side ? low : high;
      return (side ? value < need : value >= need) ? value : FAR;
    }
    if (sure === NOTHING) {
      sure = surePoints(this, seat, left, size >> 2, rest);
      side ^= 1;
    }
    if (sure === NOTHING) return FAR;
    if (!side) return sure >= need ? sure : FAR;
    return rest - sure < need ? rest - sure : FAR;
  }

  lastTrick(leader, state, rest) {
    let winner = leader;
    for (let step = 1; step < 4; step += 1) {
      const seat = (leader + step) & 3;
      if (above(lowest(this.hands[winner]), this.trumps) & this.hands[seat]) winner = seat;
    }
    const whole = state | (winner & 1 ? 2 : 1);
    const premium = whole === 1 ? CAPOT : whole === 2 ? -CAPOT : 0;
    return premium + (winner & 1 ? 0 : rest);
  }

  /** Fill the list of a depth with the legal cards and their promises; return their number. */
  list(first, legal, seat, played, led, higher, winner, pot, best) {
    let count = 0;
    if (!(legal & (legal - 1))) {
      this.lists[first] = lowest(legal);
      return 1;
    }
    for (; legal; legal &= legal - 1) {
      const label = lowest(legal);
      const score = this.promise(label, seat, played, led, higher, winner, pot);
      const settled = Math.min(this.history[32 * (seat & 1) + label], 1023);
      this.lists[first + count] = label === best ? FIRST | label : (((score << 10) | settled) << 5) | label;
      count += 1;
    }
    return count;
  }

  /** Heuristic value of a card, higher is better: each later player wins if able to. */
  promise(label, seat, played, led, higher, winner, pot) {
    let suit = led;
    let over = higher;
    let best = winner;
    if (!played) suit = suitOf(label);
    if (!played || (over >>> label) & 1) {
      over = above(label, this.trumps);
      best = seat;
    }
    for (let step = 1; step < 4 - played; step += 1) {
      const other = (seat + step) & 3;
      const hand = this.hands[other];
      const can = (hand & suit || hand & this.trumps) & over;
      if (can && (other ^ best) & 1) {
        over = above(highest(can), this.trumps);
        best = other;
      }
    }
    const worth = pot + this.points[label];
    if (((best ^ seat) & 1) === 0) return (!played && best === seat ? 70 : 80) + worth;
    return Math.max(60 - worth - 2 * (label & 7), 0);
  }

  /** Remove the most promising card from a list; `count` remain. */
  take(first, count) {
    const { lists } = this;
    let best = first;
    for (let place = first + 1; place <= first + count; place += 1) {
      if (lists[place] > lists[best]) best = place;
    }
    const label = lists[best] & 31;
    lists[best] = lists[first + count];
    return label;
  }

  /** Drop cards that cannot improve on the tried one: its neighbours in the same hand. */
  strikeOut(first, count, seat, label, left, found, need) {
    const { lists, points } = this;
    const others = left & ~this.hands[seat];
    this.struck = FAR;
    for (let place = first; place < first + count; ) {
      const other = lists[place] & 31;
      let dropped = false;
      if (((other ^ label) & 24) === 0) {
        const low = Math.min(label, other);
        const between = ((1 << Math.max(label, other)) - (2 << low)) & others;
        if (!between) {
          const gap = Math.abs(points[label] - points[other]);
          if (seat & 1) {
            if (found - gap >= need) {
              dropped = true;
              this.struck = Math.min(this.struck, found - gap);
            }
          } else if (found + gap < need) {
            dropped = true;
            this.struck = this.struck === FAR ? found + gap : Math.max(this.struck, found + gap);
          }
        }
      }
      if (dropped) {
        count -= 1;
        lists[place] = lists[first + count];
      } else place += 1;
    }
    return count;
  }
}
