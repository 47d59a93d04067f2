/* Factors of contra by contract (mirrors games/belot/factors.py), and how they are shown. */

/** Factor of a contra by which the deal decides the match. */
export const MATCH = "match";

/** The factor of contra, or MATCH if it decides the match. */
export function factorOf(rules, { contract, contra }) {
  if (rules.factors === "double") return 2 ** contra;
  const factor = rowOf(rules, contract)[contra];
  return factor === MATCH ? factor : Number(factor);
}

/** How often a contract can be doubled. */
export function levelsOf(rules, contract) {
  return rules.factors === "double" ? rules.contra_levels : rowOf(rules, contract).length - 1;
}

/** Suffix of a doubled contract; `name` is the name of the last contra. */
export function contraMark(rules, slip, name) {
  const factor = factorOf(rules, slip);
  return ` ${factor === MATCH ? name : `×${factor}`}`;
}

/* The factors of a contract, as strings. */
function rowOf(rules, contract) {
  const rows = Object.fromEntries(rules.factors.split(" / ").map((text) => {
    const family = /^[A-Z]+ /.exec(text)?.[0] ?? "";
    return [family.trim(), text.slice(family.length).split(" ")];
  }));
  return rows[contract] ?? rows[""];
}
