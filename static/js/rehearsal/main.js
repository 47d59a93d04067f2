/* With reduced motion a rehearsal advances in steps. */

const still = matchMedia("(prefers-reduced-motion: reduce)");
for (const input of document.querySelectorAll("[data-in-steps]")) input.value = still.matches ? "yes" : "";
