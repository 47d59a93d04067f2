/* List of tables: row contents update at once, the order only while the list is idle. */

const isAt = (list) => list.matches(":hover") || list.contains(document.activeElement);

/* A leaving mouse pointer drops its focus; keyboard focus stays. */
function letGo({ target }) {
  const active = document.activeElement;
  if (target.matches?.("[data-rows]") && target.contains(active)) {
    if (!active.matches(":focus-visible")) active.blur();
  }
}

document.addEventListener("pointerleave", letGo, true);

/** Update existing rows in place; added and removed rows wait. */
function renewInPlace(list, fresh) {
  for (const row of list.querySelectorAll(".desk-row")) {
    const now = fresh.querySelector(`#${row.id}`);
    if (!now || row.isEqualNode(now)) continue;
    const held = row.contains(document.activeElement) ? document.activeElement : null;
    row.replaceWith(now.cloneNode(true));
    if (held) focusAgain(row.id, held);
  }
}

/* Focus the same button, or the row itself if the button is gone. */
function focusAgain(id, held) {
  const row = document.getElementById(id);
  const same = [...row.querySelectorAll("button, a")].find(
    (each) => each.id === held.id && each.value === held.value && each.name === held.name,
  );
  (same ?? row.querySelector(".desk-row-open")).focus({ preventScroll: true });
}

/** Update the list; true if no full replacement is needed. */
export function renewRows(part, fresh) {
  if (!part.matches("[data-rows]") || !isAt(part)) return false;
  // The question before the next round appears at once, as the user has just requested it.
  const asks = Boolean(part.querySelector("#ask-next")) !== Boolean(fresh.querySelector("#ask-next"));
  if (asks) return false;
  renewInPlace(part, fresh);
  return true;
}

/** Move up and down the rows in their displayed order. */
export function walk(step) {
  const links = [...document.querySelectorAll(".desk-row-open")];
  const row = document.activeElement.closest?.(".desk-row")
    ?? document.querySelector(".desk-row[aria-current]");
  const at = links.findIndex((link) => row?.contains(link));
  links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}

/** The next table that needs attention: focus its first answer. */
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
