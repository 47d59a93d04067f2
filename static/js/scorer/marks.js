/* A contract and how it ended, drawn as everywhere: a suit to see, its name to hear. */

import { h, symbol } from "../frame/dom.js";
import { contraMark } from "../slips/factors.js";

const TRUMPS = ["NT", "AT"];

/** "♥ South ×2", read out as "hearts, South, contra"; the rules say what contra multiplies by. */
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
