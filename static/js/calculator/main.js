/* Fills in the last side's points while typing, and copies the link of a slip.
 *
 * The server renders everything else: the form requests the changed parts of the page. */

import { showToast } from "../frame/toast.js";

const PATIENCE_MS = 2000;
let isAsked = false; // an input event has no response yet

const calculator = () => document.getElementById("calculator");
const boxes = () => [...document.querySelectorAll("#points .calc-figure")];

/** Keep the newest figures: when all sides are typed, the oldest is cleared and computed. */
function typed(box) {
  const all = boxes();
  if (!document.getElementById("points").matches("[data-exact]")) return;
  const order = [...all].sort((one, other) => (one.dataset.at ?? 0) - (other.dataset.at ?? 0));
  box.dataset.at = Date.now();
  if (all.every((other) => other.value)) order.find((other) => other !== box).value = "";
  fill();
}

function fill() {
  const chosen = document.querySelector("input[name=contract]:checked");
  const all = boxes();
  if (!chosen || !document.getElementById("points").matches("[data-exact]")) return;
  const open = all.filter((box) => !box.value);
  const sum = all.reduce((typed, box) => typed + Number(box.value || 0), 0);
  const rest = Number(chosen.dataset.total) - sum;
  const known = open.length === 1 && rest >= 0 ? String(rest) : "";
  for (const box of all) box.placeholder = box === open[0] && open.length === 1 ? known : "";
}

/** All tricks to one side determine every side's points, so none is typed. */
function capot(winner) {
  const exact = document.getElementById("points").matches("[data-exact]");
  const total = document.querySelector("input[name=contract]:checked").dataset.total;
  for (const box of boxes()) {
    const own = box.name === `p_${winner}`;
    if (winner && (exact || !own)) box.value = "";
    box.placeholder = winner ? (own ? (exact ? total : "") : "0") : "";
  }
  if (!winner) fill();
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** The link of the current input; wait briefly for the pending response. */
async function newest(link) {
  const until = Date.now() + PATIENCE_MS;
  while (isAsked && Date.now() < until) await pause(50);
  return document.querySelector("[data-copy]") ?? link;
}

async function copy(pressed) {
  const link = await newest(pressed);
  try {
    await navigator.clipboard.writeText(new URL(link.href, location.href).href);
    showToast(link.dataset.copied);
  } catch {
    location.assign(link.href); // without clipboard access the address bar shows the link
  }
}

document.addEventListener("input", (event) => {
  isAsked = Boolean(calculator()?.contains(event.target));
  if (event.target.matches?.(".calc-figure")) typed(event.target);
});

document.addEventListener("htmx:afterSwap", () => {
  isAsked = false;
});

/** Do not swap unchanged parts: a list in them may be open. */
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.isEqualNode(detail.fragment.firstElementChild)) detail.shouldSwap = false;
});

document.addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (!calculator()?.contains(event.target)) return;
  if (name === "capot") capot(value);
  if (name === "contract") {
    const winner = document.querySelector("input[name=capot]:checked")?.value;
    if (winner) capot(winner);
    else fill();
  }
}, { capture: true });

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-copy]");
  if (!link) return;
  event.preventDefault();
  copy(link);
});
