/* Boards: one input line each, shown as text while typed, with the score that it will save. */

import { h, update } from "../frame/dom.js";
import { readLine, slipOf } from "../slips/line.js";
import { SlipError } from "../slips/reading.js";
import { scoreSlip } from "../slips/score.js";
import { contractLine, outcomeTag } from "./marks.js";
import {
  desk, enterRow, given, goOn, inDoubt, inOrder, isFree, isMissing, isSecond, keepFormer, needsLook, nextRow,
  outbox, rows, say, send, showRow, start, takePlace, visible, vouch, words,
} from "./desk.js";

const DRAFTS = `desk-lines:${given.code}:${given.user}:${isSecond}`;
const drafts = JSON.parse(localStorage.getItem(DRAFTS) ?? "{}");
const byBoard = new URLSearchParams(location.search).has("board");
const { language, rules, names, faults, messages } = given;
const learned = {}; // key position per Cyrillic character, learned from this keyboard

const lineOf = (row) => row.inputs[0].value.trim();
const isDirty = (row) => Boolean(row.edited) && lineOf(row) !== row.data.line;
const numberOf = (row) => (byBoard ? row.data.table : row.data.board);
const isNumeric = rules.numbers.length > 0;
const readText = (text) => readLine(text, language, { ...language.places, ...learned }, isNumeric);
const read = (row) => readText(lineOf(row));

/** The line in Latin characters, so that the server can parse it for any keyboard layout. */
function latin(text) {
  const line = readText(text);
  const letters = [...text];
  for (const [kind, from, to] of line.pieces) {
    if (to - from > 2 || ["points", "number", "bid"].includes(kind)) continue;
    for (let at = from; at < to; at += 1) {
      const key = learned[letters[at].toUpperCase()];
      if (key && !isWord(kind, letters.slice(from, to).join("").toUpperCase())) letters[at] = key;
    }
  }
  return letters.join("");
}

const TABLES = { contract: "contracts", contra: "contras", pass: "passes", extra: "extras" };
const isWord = (kind, text) => text in (language[TABLES[kind]] ?? { ...language.seats, ...language.initials });

function keepDraft(row) {
  if (isDirty(row) && lineOf(row)) drafts[row.play] = lineOf(row);
  else delete drafts[row.play];
  localStorage.setItem(DRAFTS, JSON.stringify(drafts));
}

const own = {
  isDirty,
  typed: (row) => (lineOf(row) ? typedOf(lineOf(row)) : null),
  nameOf: ({ table, board }) => (byBoard ? say(words.table, { n: table }) : say(words.board, { n: board })),
  fill(row) {
    row.inputs[0].value = row.data.line;
  },
  forget(row) {
    row.edited = false;
    delete drafts[row.play];
    localStorage.setItem(DRAFTS, JSON.stringify(drafts));
  },
  show(row) {
    if (row.data.whose && row.data.whose_typed?.line) {
      row.inputs[0].value = row.data.whose_typed.line;
    }
    showStored(row);
    openLine(row);
    showRead(row);
  },
  focus: focusRow,
  typedWords: (row) => lineOf(row),
  shortWords: (row) => lineOf(row),
  titleOf: () => null,
};

function typedOf(line) {
  return /^[-−–]$/.test(line) ? { not_played: true } : { line: latin(line) };
}

/* As text ------------------------------------------------------------------------------------- */

/* The open line spans the cells of its result. */
function openLine(row) {
  const isOpen = desk.current === row && (isMissing(row) || needsLook(row) || isDirty(row));
  row.tr.classList.toggle("is-open", isOpen);
  row.tr.querySelector(".desk-line").colSpan = isOpen ? 4 : 1;
  for (const cell of row.tr.querySelectorAll(".desk-contract, .desk-points, .desk-score")) cell.hidden = isOpen;
}

function showStored(row) {
  const { tr, data } = row;
  const { contract, said, inside, points, score } = data;
  tr.querySelector(".desk-points").textContent = points;
  tr.querySelector(".desk-score").textContent = score;
  const known = contract ?? contractIn(row);
  const words = known ? [contractLine(known, names, rules), inside && outcomeTag("lost", names)]
    : [said && h("span", { class: data.state === "missing" ? "quiet" : null }, said)];
  update(tr.querySelector(".desk-contract"), words.filter(Boolean));
}

/* An unsettled line shows at least what was played. */
function contractIn(row) {
  const line = needsLook(row) ? read(row) : {};
  const { contract, declarer, contra } = line;
  return contract && declarer ? [contract, declarer, contra, bidIn(line).trim()] : null;
}

/** Show the parsed line piece by piece, then its score or its error. */
function showRead(row) {
  const place = row.tr.querySelector(".desk-read");
  const open = desk.current === row && (isDirty(row) || needsLook(row)) && lineOf(row);
  place.hidden = !open;
  if (!open) return;
  const line = read(row);
  const said = wordsOf(row, line).map((each) => h("b", {}, each));
  update(place, [...said, faultOf(row, line) ?? scoreOf(line)]);
}

function wordsOf(row, line) {
  const { contract, contra, declarer, points, announced, belote, capot, lead } = line;
  if (line.passed_out) return [words.passed_out];
  if (line.not_played) return [words.not_played];
  const slip = slipOf(line, rules);
  const both = slip.points ?? null;
  const extras = Object.entries(announced).filter(([, figure]) => figure);
  const belotes = Object.entries(belote).filter(([, figure]) => figure && rules.belotes_apart);
  return [
    line.number !== null && (byBoard ? say(words.table, { n: line.number }) : say(words.board, { n: line.number })),
    contract && `${bidIn(line)}${names.contracts[contract]}, ${contra ? names.contras[contra] : words.no_contra}`,
    declarer && [names.seats[declarer], personAt(row, declarer)].filter(Boolean).join(", "),
    (both && `${both.NS}–${both.EW}`) || points.join("–"),
    ...outcomeIn(slip),
    ...extras.map(([side, figure]) => `+${figure} ${names.seats[side]}`),
    ...belotes.map(([side, figure]) => say(words.belote, { points: figure, side: names.seats[side] })),
    capot === "K" && words.all_tricks,
    capot === "KK" && words.taken_alone,
    lead && say(words.led, { seat: names.seats[lead] }),
  ].filter(Boolean);
}

/* The bid number and a bid of all tricks, as prefix of a contract. */
function bidIn({ bid, capot_bid: isCapot, solo_bid: isSolo }) {
  return [bid ?? "", isSolo ? words.solo_bid : isCapot ? words.capot_bid : ""].filter((piece) => piece !== "").map((piece) => `${piece} `).join("");
}

/* Pairs list North or East first, the partner second. */
function personAt(row, seat) {
  const [, , people] = row.data.people["NS".includes(seat) ? 0 : 1];
  return people.length === 2 ? people["NE".includes(seat) ? 0 : 1] : "";
}

function outcomeIn(slip) {
  try {
    return typeof slip === "string" ? [] : [names.outcomes[scoreSlip(rules, slip).outcome]];
  } catch (error) {
    if (!(error instanceof SlipError)) throw error;
    return [];
  }
}

function faultOf(row, line) {
  if (line.fault) {
    const [code, from, to] = line.fault;
    const piece = [...lineOf(row)].slice(from, to).join("");
    return h("span", { class: "desk-fault" }, h("u", {}, piece || "…"), ` ${faults[code]}`);
  }
  const slip = slipOf(line, rules);
  if (typeof slip !== "string") return null;
  const isWanting = slip.startsWith("missing_");
  return h("span", { class: isWanting ? "quiet" : "desk-fault" }, faults[slip]);
}

function scoreOf(line) {
  const slip = slipOf(line, rules);
  if (slip.not_played) return null;
  try {
    const { score } = scoreSlip(rules, slip);
    return h("span", { class: "desk-score-now" }, say(words.save, { score: `${score.NS}–${score.EW}` }));
  } catch (error) {
    if (!(error instanceof SlipError)) throw error;
    return h("span", { class: "desk-fault" }, inWords(error));
  }
}

function inWords({ rule, params }) {
  const text = messages[rule] ?? rule;
  return text.replace(/%\((\w+)\)[sd]/g, (_all, name) => params[name] ?? "");
}

/* Keyboard ------------------------------------------------------------------------------------ */

function focusRow(row) {
  row?.inputs[0].focus();
  row?.inputs[0].select();
}

/** The row that a line refers to: by its number, else this one. */
function meant(row) {
  const { number } = read(row);
  if (number === null || number === numberOf(row)) return row;
  return inOrder().find((each) => numberOf(each) === number) ?? null;
}

/** Send a changed line, to another row if it contains that row's number. */
function commit(row) {
  keepDraft(row);
  if (!isDirty(row) || !lineOf(row) || row.data.whose) return true;
  const line = lineOf(row);
  const target = meant(row);
  if (!target || (target !== row && target.data.whose)) {
    row.problem = faults.number_unknown;
    showRow(row);
    return false;
  }
  const typed = typedOf(line);
  own.forget(row);
  if (target !== row) own.fill(row);
  target.inputs[0].value = line;
  send(target, { typed });
  showRow(row);
  return true;
}

function onEnter(row) {
  const target = meant(row) ?? row;
  if (commit(row)) goOn(target);
}

function move(row, by) {
  const all = visible();
  focusRow(all[all.indexOf(row) + by]);
}

function onEscape(row) {
  if (needsLook(row) && !isDirty(row)) {
    row.inputs[0].value = "";
    own.forget(row);
    send(row, {});
    row.data.line = "";
    return;
  }
  row.inputs[0].value = "";
  row.edited = true;
  keepDraft(row);
  showRow(row);
}

const nextTable = () => document.querySelector("#desk-here + a")?.click();
const COMMANDS = {
  Enter: onEnter,
  ArrowDown: (row) => move(row, 1),
  ArrowUp: (row) => move(row, -1),
  "*": () => inDoubt() && vouch(inDoubt()),
  Escape: onEscape,
};

const rowOf = (input) => rows.get(Number(input.closest("tr").dataset.play));
const grid = document.getElementById("desk-grid");

grid.addEventListener("keydown", (event) => {
  const input = event.target.closest("[data-cell]");
  if (!input) return;
  const row = rowOf(input);
  if (event.ctrlKey && event.key === "ArrowDown") {
    event.preventDefault();
    nextTable();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^Key[A-Z]$/.test(event.code) && /^[\u0400-\u04ff]$/.test(event.key)) {
    learned[event.key.toUpperCase()] = event.code.at(-1);
  }
  const isPlus = event.key === "+" && !isDirty(row) && inDoubt();
  // A star is also a bid of all tricks, where numbers are bid.
  const isStar = event.key === "*" && isNumeric && (isDirty(row) || !inDoubt());
  const command = isPlus ? () => keepFormer(inDoubt()) : isStar ? null : COMMANDS[event.key];
  const next = event.key === "Tab" && !event.shiftKey
    && (nextRow(row, (each) => isMissing(each) || needsLook(each)) ?? null);
  if (!command && !next) return;
  event.preventDefault();
  if (command) command(row);
  else if (commit(row)) focusRow(next);
});
grid.addEventListener("input", ({ target }) => {
  const row = rowOf(target);
  row.problem = "";
  row.edited = true;
  keepDraft(row);
  showRow(row);
  takePlace();
});
grid.addEventListener("focusin", ({ target }) => target.dataset.cell && enterRow(rowOf(target)));
grid.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (target.dataset.cell && relatedTarget) commit(rowOf(target));
});

start(own);
for (const [play, line] of Object.entries(drafts)) {
  const row = rows.get(Number(play));
  if (!row || outbox.has(row.play)) continue;
  row.inputs[0].value = line;
  row.edited = true;
  showRow(row);
}
for (const item of outbox.items) {
  const row = rows.get(item.play);
  if (row && item.typed?.line) row.inputs[0].value = item.typed.line;
}
focusRow(inOrder().find((row) => isMissing(row) && isFree(row)) ?? inOrder()[0]);
