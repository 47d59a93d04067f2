/* Plausibility of the points of a game of open play. Implausible points are marked but can be
 * saved, as the club may know better; only a race without a winner cannot. */

import { game, rules, t } from "./app.js";

/* Least and most points of a deal without contra and declarations, in the club's unit. */
const unit = rules.sheet === "card_points" ? 1 : 10;
const wholes = Object.entries(rules.totals)
  .map(([contract, total]) => (contract === rules.scaled ? 162 : rules.times[contract] * total))
  .map((total) => Math.round(total / unit));
const [least, most] = [Math.min(...wholes), Math.max(...wholes)];
const isShared = rules.lost_base === "total" && rules.lost_base_capot === "total"
  && ["paired", "none"].includes(rules.rounding);
const isLeastSure = !rules.cards_out && !rules.kirtik && isShared;

/** Why these figures cannot end a game yet, or null. */
export function lengthFault(figures) {
  if (!game.to || game.minutes) return null;
  const best = Math.max(...figures);
  if (best < game.to) return t("not_arrived", { points: game.to });
  return figures.filter((figure) => figure === best).length > 1 ? t("no_winner") : null;
}

/** Why the figures of a game are implausible, or null. */
export function doubtOf(figures) {
  const sum = figures.reduce((all, figure) => all + figure, 0);
  if (game.to) {
    const best = Math.max(...figures);
    return best > game.to + 8 * most ? t("doubt_past", { points: game.to, sum: best }) : null;
  }
  const { deals } = game;
  if (!deals) return null;
  if (isLeastSure && sum < deals * least) {
    return t("doubt_few", { deals, sum, least: deals * least });
  }
  // Contra and declarations may double the sum, and a single deal may bring far more.
  return sum > (2 * deals + 4) * most ? t("doubt_many", { deals, sum }) : null;
}
