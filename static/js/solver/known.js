/* Transposition table of positions between tricks, keyed by which seat owns each remaining card, in
   order of rank. Mirrors double_dummy/transpositions.py. */

import { highest, lowest, sizeOf } from "./cards.js";

const WAYS = 4;
const PLACES = 1 << 15;
const UNKNOWN_LOW = -1024;
const UNKNOWN_HIGH = 3071;

export class Known {
  constructor() {
    this.pattern = new Int32Array(PLACES);
    this.about = new Int32Array(PLACES);
    this.left = new Int32Array(PLACES);
    this.low = new Int16Array(PLACES);
    this.high = new Int16Array(PLACES);
    this.best = new Int8Array(PLACES);
    this.canon = new Int32Array(4 * 256);
    this.deal = 0;
    this.value = 0;
    this.bestCard = -1;
  }

  /** Clear the table; `hands` are those of a new deal. */
  begin(hands, points) {
    this.deal += 1;
    this.points = points;
    for (let slot = 0; slot < 4; slot += 1) {
      const owner = (place) => hands.findIndex((hand) => (hand >>> (8 * slot + place)) & 1);
      for (let cards = 1; cards < 256; cards += 1) {
        const top = highest(cards);
        const before = this.canon[256 * slot + (cards ^ (1 << top))] >>> (8 * slot);
        let place = before ? highest(before) + 1 : 0;
        while (owner(place) !== owner(top)) place += 1;
        this.canon[256 * slot + cards] = (before | (1 << place)) << (8 * slot);
      }
    }
  }

  patternOf(left) {
    const { canon } = this;
    return (
      canon[left & 255] |
      canon[256 + ((left >>> 8) & 255)] |
      canon[512 + ((left >>> 16) & 255)] |
      canon[768 + (left >>> 24)]
    );
  }

  aboutOf(leader, state) {
    return (this.deal << 4) | (state << 2) | leader;
  }

  placeOf(pattern, about) {
    const mixed = Math.imul(pattern ^ (pattern >>> 15) ^ Math.imul(about, 0x85ebca6b), 0x9e3779b1);
    return (mixed >>> 19) * WAYS;
  }

  /** Whether an entry decides the query; sets `value`, and `bestCard` if known. */
  recall(left, leader, state, need) {
    const pattern = this.patternOf(left);
    const about = this.aboutOf(leader, state);
    const first = this.placeOf(pattern, about);
    this.bestCard = -1;
    for (let place = first; place < first + WAYS; place += 1) {
      if (this.pattern[place] !== pattern || this.about[place] !== about) continue;
      let low = this.low[place];
      let high = this.high[place];
      if (this.left[place] === left) this.bestCard = this.best[place];
      else if (low < need && need <= high) continue;
      else {
        const { less, more } = this.gaps(this.left[place], left);
        low -= less;
        high += more;
      }
      if (low >= need || high < need) {
        this.value = low >= need ? low : high;
        return true;
      }
    }
    return false;
  }

  /** How much more and how much less other cards of the same pattern can score. */
  gaps(known, left) {
    let more = 0;
    let less = 0;
    for (let shift = 0; shift < 32; shift += 8) {
      let old = known & (0xff << shift);
      let now = left & (0xff << shift);
      if (old === now) continue;
      for (; old; old &= old - 1, now &= now - 1) {
        const gap = this.points[lowest(now)] - this.points[lowest(old)];
        if (gap > 0) more += gap;
        else less -= gap;
      }
    }
    return { less, more };
  }

  /** Store a value as a bound, replacing the least useful entry. */
  store(left, leader, state, need, value, best) {
    const pattern = this.patternOf(left);
    const about = this.aboutOf(leader, state);
    const first = this.placeOf(pattern, about);
    let low = UNKNOWN_LOW;
    let high = UNKNOWN_HIGH;
    let victim = first;
    let least = 99;
    for (let place = first; place < first + WAYS; place += 1) {
      const isOurs = this.about[place] >> 4 === this.deal;
      if (isOurs && this.about[place] === about && this.left[place] === left) {
        victim = place;
        low = this.low[place];
        high = this.high[place];
        break;
      }
      const worth = isOurs ? sizeOf(this.left[place]) : 0;
      if (worth < least) {
        least = worth;
        victim = place;
      }
    }
    this.pattern[victim] = pattern;
    this.about[victim] = about;
    this.left[victim] = left;
    this.low[victim] = value >= need ? value : low;
    this.high[victim] = value >= need ? high : value;
    this.best[victim] = best;
  }
}
