/* The sheet as text, and the URL that explains one of its rows. */

import { isSolo } from "../slips/reading.js";
import { bidName } from "./parts.js";
import {
  app, config, endWords, figure, lengthWords, nameOf, rules, scoreText, sheetNow, sides, t,
} from "./state.js";

const coded = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** The calculator with this deal under the rules of the match. */
export function linkOf({ slip, named = {} }) {
  const { preset, changed } = app.match;
  const query = new URLSearchParams({ rules: preset });
  for (const [key, value] of Object.entries(changed)) query.set(`s_${key}`, coded(value));
  query.set("contract", slip.contract);
  query.set("by", rules().side_of[slip.declarer]);
  if (slip.contra) query.set("contra", slip.contra);
  if (slip.bid) query.set("bid", chosenBid(slip));
  if (slip.capot_bid) query.set("capot_bid", 1);
  if (slip.alone) query.set("alone", 1);
  const asked = rules().cards_out ? sides() : sides().slice(0, -1);
  if (slip.capot) query.set("capot", slip.capot);
  const settled = slip.capot && !rules().cards_out;
  for (const side of settled ? [] : asked) query.set(`p_${side}`, slip.points[side]);
  for (const [side, kinds] of Object.entries(named)) {
    for (const kind of kinds) query.append(`d_${side}`, kind);
  }
  return `${config.urls.calculator}?${query}`;
}

/* A bid as a value of the calculator's form: its number, or a word for all tricks. */
function chosenBid(slip) {
  if (isSolo(rules(), slip)) return "solo";
  return slip.capot_bid && rules().capot_bid === "top" ? "capot" : slip.bid;
}

/** The whole sheet as text lines with aligned figures. */
export function sheetText() {
  const { sheet } = sheetNow();
  const { preset, begun } = app.match;
  const widths = sides().map((side) => Math.max(6, nameOf(side).length + 2));
  const figures = (of) =>
    sides().map((side, index) => String(of(side)).padStart(widths[index])).join("");
  const lines = sheet.rows.map((row, index) => {
    const number = String(index + 1).padStart(3);
    const written = figures((side) => figure(row.written[side]));
    return `${number}.${written}   ${rowWords(row, index)}`.trimEnd();
  });
  const day = new Date(begun).toLocaleDateString(document.documentElement.lang);
  return [
    `${config.presets[preset].name}, ${lengthWords(app.match)}, ${day}`,
    `    ${figures(nameOf)}`,
    ...lines,
    `   =${figures((side) => figure(sheet.score[side]))}`,
    sheet.over && `${endWords(sheet)}, ${scoreText(sheet.score)}`,
    sheet.waiting > 0 && t("hang", { points: sheet.waiting }),
  ].filter(Boolean).join("\n");
}

function rowWords(row, index) {
  const { slip } = app.match.deals[index];
  if (slip.passed_out) return t("passed_out");
  if (slip.enough) return t("enough_row");
  const contra = slip.contra ? t(`contra.${slip.contra}`) : "";
  const hangs = row.result.hanging ? t("hang", { points: row.result.hanging }) : "";
  return [bidName(slip), t(`contract.${slip.contract}`), nameOf(rules().side_of[slip.declarer]), contra, hangs]
    .filter(Boolean).join(", ");
}

/** Share the text through the phone's dialog, else copy it; false if neither is possible. */
export async function shareText() {
  const text = sheetText();
  if (navigator.share) {
    try {
      await navigator.share({ text });
      return "shared";
    } catch (error) {
      if (error.name === "AbortError") return "shared";
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "shown";
  }
}
