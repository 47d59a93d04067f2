/* Components that several views of the pad share. */

import { h, symbol } from "../frame/dom.js";
import { nameOfBid } from "../slips/bids.js";
import { contraMark } from "../slips/factors.js";
import { nameOf, rules, sides, t } from "./state.js";

/** A button; `act` is the name of the action in main.js, `value` its argument. */
export function button(act, words, { value = null, css = "btn", ...more } = {}) {
  const attributes = { type: "button", class: css, "data-act": act, "data-value": value, ...more };
  return h("button", attributes, words);
}

export const primary = (act, words, value = null) =>
  button(act, words, { value, css: "btn btn-primary btn-big" });
export const link = (act, words, value = null) => button(act, words, { value, css: "btn-link" });

/** A question, focused when its step opens so that screen readers read it. */
export const title = (words) => h("h2", { tabindex: "-1", "data-title": true }, words);

export function notice(kind, heading, text) {
  return h(
    "div",
    { class: `notice notice-${kind}`, role: kind === "bad" ? "alert" : "status" },
    heading && h("p", { class: "notice-title" }, heading),
    text && h("p", {}, text),
  );
}

/** The suit, or the initials of no and all trumps, with its name for screen readers. */
export function mark(contract, css = "") {
  const letters = t(`mark.${contract}`);
  if (letters !== `mark.${contract}`) return h("b", { class: css, "aria-hidden": "true" }, letters);
  return symbol(`suit-${contract.toLowerCase()}`, `suit suit-${contract.toLowerCase()}`);
}

/** The bid number as players call it: "120", "capot", "26 capot"; empty without one. */
export const bidName = (slip) => nameOfBid(rules(), t, slip);

const contraOf = (contract, contra) =>
  contraMark(rules(), { contract, contra }, t(`contra.${contra}`));

/** "♥ We ×2", read out as "hearts, We, contra"; with the number where one is bid. */
export function contractLine(contract, side, contra, bid = "") {
  const spoken = [bid, t(`contract.${contract}`), nameOf(side), contra && t(`contra.${contra}`)];
  return h(
    "span",
    { class: "contract" },
    h("span", { "aria-hidden": "true" }, bid && h("b", {}, `${bid} `), mark(contract), ` ${nameOf(side)}`,
      contra ? h("span", { class: "contra" }, contraOf(contract, contra)) : null),
    h("span", { class: "sr" }, spoken.filter(Boolean).join(", ")),
  );
}

export const capitalised = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** Segmented choice; `chosen` is the current value. */
export function segments(act, options, chosen, label) {
  return h(
    "div",
    { class: "segments", role: "group", "aria-label": label },
    options.map(([value, words]) =>
      button(act, words, { value, css: "segment", "aria-pressed": String(value === chosen) })),
  );
}

/** A pad per side; `suffix` is appended to the action's argument. */
export function sidePads(act, { suffix = "", chosen = null } = {}) {
  const css = sides().length === 2 ? "pads pads-2" : "pads";
  return h("div", { class: css }, sides().map((side) =>
    button(act, nameOf(side), {
      value: side + suffix, css: "pad", "aria-pressed": chosen && String(side === chosen),
    })));
}
