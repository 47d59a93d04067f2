/* Picks cards for hands: a tapped card goes to the last used seat field. */

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const box = document.querySelector("[data-pick]");
const fields = [...document.querySelectorAll("[data-hand]")];
const cards = [...document.querySelectorAll("[data-pick-card]")];
const MOST = 8;
let active = fields[0];

/** The cards of a typed hand that can be parsed; the server parses it again. */
function read(text) {
  const found = [];
  let suit = "";
  const plain = text.toUpperCase().replace(/10/g, "T").replace(/[♣♦♥♠]/g, (sign) =>
    Object.keys(SIGNS).find((code) => SIGNS[code] === sign));
  for (const word of plain.split(/[\s,;:|./+-]+/).filter(Boolean)) {
    const rankFirst = /^([789TJQKA])([CDHS])$/.exec(word);
    if (rankFirst) {
      found.push(rankFirst[2] + rankFirst[1]);
      continue;
    }
    for (const letter of word) {
      if (letter in SIGNS) suit = letter;
      else if (suit && "789TJQKA".includes(letter)) found.push(suit + letter);
    }
  }
  return found;
}

const written = (hand) => hand.map((code) => SIGNS[code[0]] + (code[1] === "T" ? "10" : code[1])).join(" ");

function show() {
  const say = box.querySelector("[data-pick-say]");
  const label = document.querySelector(`label[for="${active.id}"]`)?.firstChild.textContent.trim() ?? "";
  say.textContent = `${say.dataset.words.replace("%s", label)} · ${read(active.value).length} / ${MOST}`;
  const own = new Set(read(active.value));
  const taken = new Set(fields.filter((field) => field !== active).flatMap((field) => read(field.value)));
  for (const card of cards) {
    const code = card.dataset.pickCard;
    card.setAttribute("aria-pressed", String(own.has(code)));
    card.classList.toggle("is-elsewhere", taken.has(code));
  }
}

function tap(code) {
  const hand = read(active.value);
  if (hand.includes(code)) {
    active.value = written(hand.filter((other) => other !== code));
  } else if (hand.length < MOST) {
    for (const field of fields) {
      const held = read(field.value);
      if (held.includes(code)) field.value = written(held.filter((other) => other !== code));
    }
    active.value = written([...hand, code]);
  }
  show();
}

if (box && active) {
  box.hidden = false;
  for (const field of fields) {
    field.addEventListener("focus", () => ((active = field), show()));
    field.addEventListener("input", show);
  }
  for (const card of cards) card.addEventListener("click", () => tap(card.dataset.pickCard));
  show();
}
