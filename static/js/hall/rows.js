/* The list of tables: what a row says is renewed at once, its place only while nobody is at it. */

const isAt = (list) => list.matches(":hover") || list.contains(document.activeElement);

/* A mouse that has left leaves no focus behind; a keyboard's stays where it is. */
function letGo({ target }) {
  const active = document.activeElement;
  if (target.matches?.("[data-rows]") && target.contains(active)) {
    if (!active.matches(":focus-visible")) active.blur();
  }
}

document.addEventListener("pointerleave", letGo, true);

/** Put the new words of each row where the row is; what came or went waits. */
function renewInPlace(list, fresh) {
  for (const row of list.querySelectorAll(".desk-row")) {
    const now = fresh.querySelector(`#${row.id}`);
    if (!now || row.isEqualNode(now)) continue;
    const held = row.contains(document.activeElement) ? document.activeElement : null;
    row.replaceWith(now.cloneNode(true));
    if (held) focusAgain(row.id, held);
  }
}

/* The same button, or the row itself where its question is answered. */
function focusAgain(id, held) {
  const row = document.getElementById(id);
  const same = [...row.querySelectorAll("button, a")].find(
    (each) => each.id === held.id && each.value === held.value && each.name === held.name,
  );
  (same ?? row.querySelector(".desk-row-open")).focus({ preventScroll: true });
}

/** Renew the list; true where that was all there is to do. */
export function renewRows(part, fresh) {
  if (!part.matches("[data-rows]") || !isAt(part)) return false;
  // The question before the next round comes at once: it was asked for just now.
  const asks = Boolean(part.querySelector("#ask-next")) !== Boolean(fresh.querySelector("#ask-next"));
  if (asks) return false;
  renewInPlace(part, fresh);
  return true;
}

/** Walk up and down the rows, as they stand. */
export function walk(step) {
  const links = [...document.querySelectorAll(".desk-row-open")];
  const row = document.activeElement.closest?.(".desk-row")
    ?? document.querySelector(".desk-row[aria-current]");
  const at = links.findIndex((link) => row?.contains(link));
  links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}

/** The next table in need: its first answer takes the focus. */
export function nextNeed() {
  const rows = [...document.querySelectorAll(".desk-needs .desk-answers")].map((each) =>
    each.closest(".desk-row"));
  if (!rows.length) return null;
  const here = document.activeElement.closest?.(".desk-row")
    ?? document.querySelector(".desk-row[aria-current]");
  const row = rows[(rows.indexOf(here) + 1) % rows.length];
  row.querySelector(".desk-answers button, .desk-answers a")?.focus();
  return row.querySelector(".desk-row-open");
}
