/* Bounds at the start of a trick, without playing a card. Mirrors double_dummy/bounds.py. */

import { ALL, CLOSED_LEAD, LAST_SUIT, highest, lowest, sizeOf } from "./cards.js";

export const NOTHING = -1;
const FAR = 4096;

/** The points of a mask. */
export function pointsIn(points, mask) {
  let total = 0;
  for (; mask; mask &= mask - 1) total += points[lowest(mask)];
  return total;
}

/**
 * The points a seat on lead takes by cashing from the top, trumps first.
 *
 * `most` if that takes all remaining tricks, NOTHING if none is certain.
 */
export function cash(deal, seat, tricks, most) {
  const { hands, points, trumps, duties } = deal;
  const own = hands[seat];
  const others = [hands[(seat + 1) & 3], hands[(seat + 2) & 3], hands[(seat + 3) & 3]];
  const [a, b, c] = others;
  const withTrumpSuit = trumps === LAST_SUIT;
  const closed = withTrumpSuit && duties & CLOSED_LEAD && own & ~LAST_SUIT;
  let trumpers = 0;
  let rounds = 0;
  let total = 0;
  for (let shift = 24; shift >= 0; shift -= 8) {
    const suit = 0xff << shift;
    const mine = own & suit;
    const longA = sizeOf(a & suit);
    const longB = sizeOf(b & suit);
    const longC = sizeOf(c & suit);
    let count = 0;
    if (mine && !(closed && shift === 24)) {
      const against = (a | b | c) & suit;
      let tops = against ? mine & ~(2 * 2 ** highest(against) - 1) : mine;
      count = sizeOf(tops);
      if (count >= Math.max(longA, longB, longC)) {
        tops = mine;
        count = sizeOf(mine);
      }
      let safe = 8;
      if (trumpers & 1) safe = Math.min(safe, longA);
      if (trumpers & 2) safe = Math.min(safe, longB);
      if (trumpers & 4) safe = Math.min(safe, longC);
      for (; count > safe; count -= 1) tops &= tops - 1;
      if (count) {
        rounds += count;
        total += pointsIn(points, tops);
        if (longA <= count) total += pointsIn(points, a & suit);
        if (longB <= count) total += pointsIn(points, b & suit);
        if (longC <= count) total += pointsIn(points, c & suit);
      }
    }
    if (shift === 24 && withTrumpSuit) {
      trumpers = (longA > count ? 1 : 0) | (longB > count ? 2 : 0) | (longC > count ? 4 : 0);
    }
  }
  if (rounds >= tricks) return most;
  return rounds ? total : NOTHING;
}

/** The points certain for the other side: a seat wins any lead and then cashes. */
export function surePoints(deal, leader, left, tricks, most) {
  const { hands, trumps } = deal;
  const hand = hands[leader];
  const first = (leader + 1) & 3;
  const third = (leader + 3) & 3;
  const cutting = trumps === ALL ? 0 : trumps;
  let withFirst = FAR;
  let withThird = FAR;
  for (let shift = 0; shift < 32; shift += 8) {
    const suit = 0xff << shift;
    if (!(hand & suit)) continue;
    if (cutting & ~suit) {
      for (let step = 1; step < 4; step += 1) {
        const other = hands[(leader + step) & 3];
        if (!(other & suit) && other & trumps) return NOTHING;
      }
    }
    const top = 1 << highest(left & suit);
    if (hands[first] & top) withFirst = 0;
    else if (hands[third] & top) withThird = 0;
    else return NOTHING;
  }
  if (withFirst === 0) withFirst = cash(deal, first, tricks, most);
  if (withThird === 0) withThird = cash(deal, third, tricks, most);
  return Math.min(withFirst, withThird);
}
