/* A contract and how it ended, drawn as everywhere: a suit to see, its name to hear. */

import { h, symbol } from "../frame/dom.js";

const TRUMPS = ["NT", "AT"];

/** "♥ South ×2", read out as "hearts, South, contra". */
export function contractLine([code, seat, contra], names) {
  const suit = `suit-${code.toLowerCase()}`;
  const mark = TRUMPS.includes(code) ? h("b", {}, names.marks[code]) : symbol(suit, `suit ${suit}`);
  const spoken = [names.contracts[code], names.seats[seat], names.contras[contra]];
  return h("span", { class: "contract" },
    h("span", { "aria-hidden": "true" }, mark, ` ${names.seats[seat]}`,
      contra ? h("span", { class: "contra" }, ` ×${2 ** contra}`) : ""),
    h("span", { class: "sr" }, spoken.filter(Boolean).join(", ")));
}

export const outcomeTag = (outcome, names) => h("span", { class: "tag" }, names.outcomes[outcome]);
