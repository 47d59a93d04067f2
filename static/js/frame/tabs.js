/* Brings the open tab into view where a row of tabs is wider than the window.

   The row alone scrolls, at once and without a movement, when a page comes and when a part of it
   comes anew. */

const ROWS = ".tabs, .work-parts, .chips-row";

function bringIntoView(row) {
  const open = row.querySelector("[aria-current]");
  if (!open) return;
  const [edge, tab] = [row.getBoundingClientRect(), open.getBoundingClientRect()];
  if (tab.left >= edge.left && tab.right <= edge.right) return;
  // In the middle, so that what comes before and after it is seen too.
  row.scrollLeft += (tab.left + tab.right - edge.left - edge.right) / 2;
}

const lookThrough = (root) => root.querySelectorAll(ROWS).forEach(bringIntoView);

document.addEventListener("live:updated", (event) => lookThrough(event.detail.region));
document.addEventListener("htmx:afterSettle", (event) => lookThrough(event.target));
lookThrough(document);
