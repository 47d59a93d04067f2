/* Side column: players at the current row, and rows that need a check. */

import { h, symbol } from "../frame/dom.js";

const say = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");

/** The players at the row of the cursor, with full names. */
export function hereCard(row, title, state, words) {
  const { people, whose } = row.data;
  const isOpen = !whose && ["missing", "compare", "to_come"].includes(state);
  return [
    h("h2", { class: "desk-row-title" }, title,
      isOpen && h("span", { class: "state state-entered small" }, symbol("ring"), h("span", {}, words.here))),
    h("dl", { class: "desk-people" }, people.map(([side, number, names]) =>
      h("div", {}, h("dt", {}, `${side} ${number}`), h("dd", {}, names.join(" – ") || "–")))),
  ];
}

/** An invalid row, or one typed in two versions, with its possible actions. */
export function doubtNotice(row, { name, typed, short }, words) {
  const { state, rivals, play, doubt, may_vouch: mayVouch, words: why } = row.data;
  const isDoubtful = state === "doubtful";
  const choices = rivals.map(([version, text]) =>
    button("choose", `${play} ${version}`, say(words.right, { words: text })));
  const isTyped = isDoubtful ? mayVouch : rivals.length < 2;
  return h("section", { class: `notice notice-${isDoubtful ? "warn" : "bad"}`, "data-value": play },
    h("p", { class: "notice-title" }, `${name}: ${typed}`),
    h("p", {}, isDoubtful ? `${(doubt || why).replace(/[.]$/, "")}. ${words.kept_doubt}` : why),
    h("p", { class: "btn-row" }, button("go", play, words.go), choices,
      isTyped && button("so", play, isDoubtful ? words.so : say(words.right, { words: short }))));
}

const button = (act, value, text) =>
  h("button", { type: "button", class: "btn btn-small", "data-act": act, "data-value": value }, text);
