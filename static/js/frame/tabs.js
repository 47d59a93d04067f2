/* Scrolls the current tab into view if a row of tabs is wider than the window.

   Scrolls only the row, without animation, on page load and when a part is replaced. */

const ROWS = ".tabs, .work-parts, .chips-row";

function bringIntoView(row) {
  const open = row.querySelector("[aria-current]");
  if (!open) return;
  const [edge, tab] = [row.getBoundingClientRect(), open.getBoundingClientRect()];
  if (tab.left >= edge.left && tab.right <= edge.right) return;
  // Centre it, so that its neighbours are visible too.
  row.scrollLeft += (tab.left + tab.right - edge.left - edge.right) / 2;
}

const lookThrough = (root) => root.querySelectorAll(ROWS).forEach(bringIntoView);

document.addEventListener("live:updated", (event) => lookThrough(event.detail.region));
document.addEventListener("htmx:afterSettle", (event) => lookThrough(event.target));
lookThrough(document);
