/* Games of open play: two numbers and two Enters each. Commands in number fields are signs or named
 * keys, which are the same on every keyboard. */

import {
  desk, enterRow, given, goOn, inDoubt, inOrder, isFree, isMissing, isSecond, keepFormer, needsLook, nextRow,
  outbox, rows, say, send, showRow, start, takePlace, visible, vouch, words,
} from "./desk.js";

const DRAFTS = `desk-drafts:${given.code}:${given.user}:${isSecond}`;
const MINUS = ["-", "−", "–"];
const drafts = JSON.parse(localStorage.getItem(DRAFTS) ?? "{}");
const wanted = document.getElementById("desk-wanted");

const cellsOf = (row) => Object.fromEntries(row.inputs.map((each) => [each.dataset.cell, each.value]));
const isPoints = (name) => !name.startsWith("won_");
const hasText = (row) => row.inputs.some((each) => each.value !== "");
const isDirty = (row) =>
  Boolean(row.edited) && row.inputs.some((each) => each.value !== (row.data.cells[each.dataset.cell] ?? ""));

/* Points of a match are optional: Enter skips them unless the club types them. */
function isNeeded(input) {
  const isMatch = input.closest("tr").querySelector('[data-cell^="won_"]');
  if (!isMatch || !isPoints(input.dataset.cell)) return true;
  return inOrder().some((row) => row.inputs.some((each) => isPoints(each.dataset.cell) && each.value));
}

function isWhole(row) {
  const cells = Object.entries(cellsOf(row));
  const won = cells.filter(([name]) => !isPoints(name));
  const points = cells.filter(([name]) => isPoints(name)).map(([, text]) => text);
  if (won.some(([, text]) => text === "")) return false;
  return points.every(Boolean) || (won.length > 0 && points.every((text) => !text));
}

function keepDraft(row) {
  if (isDirty(row) && hasText(row)) drafts[row.play] = cellsOf(row);
  else delete drafts[row.play];
  localStorage.setItem(DRAFTS, JSON.stringify(drafts));
}

const own = {
  isDirty,
  typed: (row) => (hasText(row) ? { figures: cellsOf(row) } : null),
  nameOf: ({ table }) => say(words.table, { n: table }),
  fill(row) {
    for (const input of row.inputs) input.value = row.data.cells[input.dataset.cell] ?? "";
  },
  forget(row) {
    row.edited = false;
    delete drafts[row.play];
    localStorage.setItem(DRAFTS, JSON.stringify(drafts));
  },
  show(row) {
    showTheirs(row);
    const points = row.inputs.filter((each) => isPoints(each.dataset.cell));
    const whole = points.length && points.every((each) => /^\d+$/.test(each.value));
    const best = Math.max(...points.map((each) => Number(each.value)));
    row.tr.querySelector(".desk-sum").textContent = whole
      ? points.reduce((sum, each) => sum + Number(each.value), 0)
      : "";
    for (const input of row.inputs) {
      input.classList.toggle("is-best", Boolean(whole) && Number(input.value) === best);
    }
  },
  focus: (row) => focusCell(row, 0),
  typedWords(row) {
    const texts = row.inputs.filter((each) => each.value).map((each) => each.value);
    const sum = row.tr.querySelector(".desk-sum").textContent;
    const isMatch = row.inputs.some((each) => !isPoints(each.dataset.cell));
    return sum && !isMatch ? `${texts.join(" + ")} = ${sum}` : own.shortWords(row);
  },
  titleOf: ({ table }) => say(words.table, { n: table }),
  shortWords(row) {
    const texts = (wanted) => row.inputs.filter((each) => each.value && wanted(each)).map((each) => each.value);
    const won = texts((each) => !isPoints(each.dataset.cell)).join(":");
    const points = texts((each) => isPoints(each.dataset.cell)).join("–");
    return won && points ? `${won} (${points})` : won || points;
  },
  search(text) {
    desk.wanted = text.trim().toLowerCase();
    return true;
  },
};

/* Another scorer's empty input does not hide stored figures. */
function showTheirs({ inputs, data }) {
  const theirs = data.whose ? data.whose_typed : {};
  if (!Object.values(theirs).some(Boolean)) return;
  for (const input of inputs) input.value = theirs[input.dataset.cell] ?? input.value;
}

function focusCell(row, index) {
  const input = row?.inputs[index];
  input?.focus();
  input?.select();
}

/** Send a complete, changed row. */
function commit(row) {
  keepDraft(row);
  if (!isDirty(row) || !isWhole(row) || row.data.whose) return;
  send(row, { typed: { figures: cellsOf(row) } });
  own.forget(row);
}

function onEnter(row, input) {
  const rest = row.inputs.slice(row.inputs.indexOf(input) + 1).filter(isNeeded);
  if (rest.length) {
    rest[0].focus();
    rest[0].select();
    return;
  }
  commit(row);
  goOn(row);
}

function move(row, input, by) {
  const all = visible();
  focusCell(all[all.indexOf(row) + by], row.inputs.indexOf(input));
}

function notPlayed(row) {
  if (hasText(row)) return;
  send(row, { typed: { not_played: true } });
  goOn(row);
}

function onEscape(row, input) {
  if (needsLook(row) && !isDirty(row)) {
    for (const each of row.inputs) each.value = "";
    own.forget(row);
    send(row, {});
    row.data.cells = cellsOf(row);
    return;
  }
  input.value = "";
  keepDraft(row);
  showRow(row);
}

const COMMANDS = {
  Enter: onEnter,
  ArrowDown: (row, input) => move(row, input, 1),
  ArrowUp: (row, input) => move(row, input, -1),
  " ": (row) => focusCell(nextRow(row, needsLook), 0),
  "*": () => inDoubt() && vouch(inDoubt()),
  "+": () => inDoubt() && keepFormer(inDoubt()),
  Escape: onEscape,
};

const rowOf = (input) => rows.get(Number(input.closest("tr").dataset.play));
const grid = document.getElementById("desk-grid");

grid.addEventListener("keydown", (event) => {
  const input = event.target.closest("[data-cell]");
  if (!input || event.ctrlKey || event.metaKey || event.altKey) return;
  const command = MINUS.includes(event.key) ? notPlayed : COMMANDS[event.key];
  if (command) {
    event.preventDefault();
    command(rowOf(input), input);
  } else if (event.key?.length === 1 && !/[0-9/]/.test(event.key)) {
    event.preventDefault();
  }
});
grid.addEventListener("input", ({ target }) => {
  const row = rowOf(target);
  target.value = target.value.replace(/[^0-9]/g, "");
  row.problem = "";
  row.edited = true;
  keepDraft(row);
  showRow(row);
  takePlace();
});
grid.addEventListener("focusin", ({ target }) => target.dataset.cell && enterRow(rowOf(target)));
grid.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (!target.dataset.cell) return;
  const row = rowOf(target);
  if (!row.tr.contains(relatedTarget)) commit(row);
});
wanted.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const [first] = visible();
  wanted.value = "";
  own.search("");
  for (const row of rows.values()) showRow(row);
  focusCell(first, 0);
});

start(own);
for (const [play, cells] of Object.entries(drafts)) {
  const row = rows.get(Number(play));
  if (!row || outbox.has(row.play)) continue;
  for (const input of row.inputs) input.value = cells[input.dataset.cell] ?? "";
  row.edited = true;
  showRow(row);
}
for (const item of outbox.items) {
  const row = rows.get(item.play);
  for (const input of row?.inputs ?? []) input.value = item.typed?.figures?.[input.dataset.cell] ?? input.value;
}
const asked = new URLSearchParams(location.search).get("table");
const first = inOrder().find((row) => String(row.data.table) === asked)
  ?? inOrder().find((row) => isMissing(row) && isFree(row));
focusCell(first ?? inOrder()[0], 0);
