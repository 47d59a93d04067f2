/* Whoever wants nothing to move by itself goes through a rehearsal in steps. */

const still = matchMedia("(prefers-reduced-motion: reduce)");
for (const input of document.querySelectorAll("[data-in-steps]")) input.value = still.matches ? "yes" : "";
