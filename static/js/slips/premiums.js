/* Declarations available in a contract: kinds with their points, as in games/slips/premiums.py. */

const RUNS = { tierce: 20, quarte: 50, quinte: 100 };
const FOURS = {
  carre_tens: "T",
  carre_queens: "Q",
  carre_kings: "K",
  carre_nines: "9",
  carre_jacks: "J",
  four_aces: "A",
};
export const BELOTE = 20;

/** The kinds that count in a contract, in menu order, without belotes. */
export function premiumsIn(rules, contract) {
  if (rules.declarations === "none") return {};
  return { ...runsIn(rules, contract), ...carreKinds(carresIn(rules, contract)) };
}

function runsIn(rules, contract) {
  if (contract === "NT" && !rules.no_trumps_declarations) return {};
  const { quinte, ...upToFour } = RUNS;
  const fourAtMost = rules.long_runs === "four" || rules.declarations === "trick";
  return fourAtMost ? upToFour : { ...upToFour, quinte };
}

/** Value of four of a kind by rank; in no trumps two switches decide. */
function carresIn(rules, contract) {
  if (contract !== "NT") return rules.carres[contract];
  const row = rules.no_trumps_declarations ? rules.carres.NT : {};
  return rules.no_trumps_four_aces ? { ...row, A: rules.no_trumps_four_aces } : row;
}

/** Carrés of the usual value are one kind; the others have their own names. */
function carreKinds(row) {
  const usual = row.Q === row.K ? row.Q : row.T;
  const own = Object.entries(FOURS).filter(([, rank]) => row[rank] && row[rank] !== usual);
  return { ...(usual ? { carre: usual } : {}), ...Object.fromEntries(own.map(([kind, rank]) => [kind, row[rank]])) };
}

export const isCarre = (kind) => kind === "carre" || kind in FOURS;
