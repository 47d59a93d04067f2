/* A contract and its outcome, as on all pages: a suit symbol with its name for screen readers. */

import { h, symbol } from "../frame/dom.js";
import { contraMark } from "../slips/factors.js";

const TRUMPS = ["NT", "AT"];

/** "♥ South ×2", read out as "hearts, South, contra"; the rules give the factor of contra. */
export function contractLine([code, seat, contra, bid = ""], names, rules) {
  const suit = `suit-${code.toLowerCase()}`;
  const mark = TRUMPS.includes(code) ? h("b", {}, names.marks[code]) : symbol(suit, `suit ${suit}`);
  const spoken = [bid, names.contracts[code], names.seats[seat], names.contras[contra]];
  return h("span", { class: "contract" },
    h("span", { "aria-hidden": "true" }, bid && h("b", {}, `${bid} `), mark, ` ${names.seats[seat]}`,
      contra ? h("span", { class: "contra" }, contraMark(rules, { contract: code, contra }, names.contras[contra])) : ""),
    h("span", { class: "sr" }, spoken.filter(Boolean).join(", ")));
}

export const outcomeTag = (outcome, names) => h("span", { class: "tag" }, names.outcomes[outcome]);
