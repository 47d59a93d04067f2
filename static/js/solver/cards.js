/* Card sets as 32-bit masks in the labels of a contract, and legal cards.

   A suit is a byte, a higher bit a stronger card, trumps the last byte (all bytes in all trumps);
   the server sends the labels. Mirrors games/belot/tricks.py and double_dummy/labels.py. */

export const ALL = -1;
export const LAST_SUIT = 0xff << 24;

const BEAT_PLAIN = 1;
const FREE_IN_TRUMPS = 2;
const FREE_WHEN_VOID = 4;
const OVERTRUMP = 8;
const ELSE_ANY_CARD = 16;
const NOT_UNDER = 32;
export const CLOSED_LEAD = 64;

/** The number of cards in a mask. */
export function sizeOf(mask) {
  mask -= (mask >>> 1) & 0x55555555;
  mask = (mask & 0x33333333) + ((mask >>> 2) & 0x33333333);
  return Math.imul((mask + (mask >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The label of the lowest card of a non-empty mask. */
export const lowest = (mask) => 31 - Math.clz32(mask & -mask);

/** The label of the highest card of a non-empty mask. */
export const highest = (mask) => 31 - Math.clz32(mask);

/** The mask of a label's suit. */
export const suitOf = (label) => 0xff << (label & 24);

/** The mask of the cards that win against a led card or a trump. */
export function above(label, trumps) {
  const higher = suitOf(label) & ~(2 * 2 ** label - 1);
  return (trumps >>> label) & 1 ? higher : higher | trumps;
}

/** The cards of a hand that may be led. */
export function legalLeads(hand, trumps, duties) {
  return duties & CLOSED_LEAD ? hand & ~trumps || hand : hand;
}

/** The cards of a hand that may be played to a started trick. */
export function legalCards(hand, led, trumps, higher, trumped, partnerWins, duties) {
  const follow = hand & led;
  if (led & trumps) {
    if (!follow) return hand;
    if (partnerWins && duties & FREE_IN_TRUMPS) return follow;
    return follow & higher || follow;
  }
  if (follow) return duties & BEAT_PLAIN && !trumped ? follow & higher || follow : follow;
  const cut = hand & trumps;
  if (!cut) return hand;
  const isLow = trumped && duties & NOT_UNDER;
  if (partnerWins && duties & FREE_WHEN_VOID) return isLow ? hand & ~(cut & ~higher) || hand : hand;
  if (!trumped || !(duties & OVERTRUMP)) return cut;
  if (isLow) return cut & higher || hand ^ cut || hand;
  return cut & higher || (duties & ELSE_ANY_CARD ? hand : cut);
}
