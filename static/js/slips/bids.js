/* Bids of a slip, for the phone and the match pad: their names and the keys to choose them. */

import { h } from "../frame/dom.js";
import { isSolo } from "./reading.js";

const LIKELY = 9;

/**
 * The bid number as players call it: "120", "capot", "capot alone", "26 capot"; empty without one.
 */
export function nameOfBid(rules, t, { bid, capot_bid: isCapot }) {
  if (!bid && !isCapot) return "";
  if (isSolo(rules, { bid, capot_bid: isCapot })) return t("bid_alone");
  const number = isCapot && rules.capot_bid === "top" ? "" : String(bid / rules.number_unit);
  return [number, isCapot ? t("bid_capot") : ""].filter(Boolean).join(" ");
}

/**
 * Layout of the contracts: suits in one row below numbers, else two per row, with wide no-trumps
 * below as the fifth; six in rows of three.
 */
export function cssOfContracts({ numbers, contracts }) {
  const count = contracts.split(" ").length;
  const row = numbers.length ? "pads pads-4" : count > 5 ? "pads" : "pads pads-2";
  return count === 5 ? `${row} pads-five` : row;
}

/** Keys of likely numbers, the others behind one key; then all tricks. */
export function bidKeys(rules, t, button, draft, isOpen) {
  const { numbers, capot_bid: mark, capot_value: value, solo_value: alone } = rules;
  const isFar = numbers.indexOf(draft.bid) >= LIKELY;
  const shown = isOpen || isFar ? numbers : numbers.slice(0, LIKELY);
  const key = (act, words, more) => button(act, words, { css: "segment", ...more });
  const isTop = mark === "top" && Boolean(draft.capotBid);
  const top = (bid, words, css = "segment") =>
    key("bid", words, { value: `${bid} capot`, css, "aria-pressed": String(isTop && draft.bid === bid) });
  return h("div", { class: "bids", role: "group", "aria-label": t("bid") },
    shown.map((number) => key("bid", nameOfBid(rules, t, { bid: number }), {
      value: String(number),
      "aria-pressed": String(!isTop && draft.bid === number),
    })),
    mark === "top" && top(value, t("bid_capot")),
    alone > 0 && top(alone, t("bid_alone"), "segment is-wide"),
    mark === "with_number" && key("bid_mark", t("bid_mark"), { "aria-pressed": String(Boolean(draft.capotBid)) }),
    shown.length < numbers.length && key("bid_more", t("bid_more")));
}
