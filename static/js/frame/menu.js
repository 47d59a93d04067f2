/* Closes open menus on Escape or a press elsewhere, and focuses an error summary. */

const openMenus = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

const focusMarked = (root) => root.querySelector("[data-focus]")?.focus();

document.addEventListener("htmx:afterSettle", (event) => focusMarked(event.target));
focusMarked(document);
