/* Minus and plus buttons of a number field: they change it by a step and dispatch a change event.
   In an empty field both start at `data-start`, such as the value that a proposal needs. */

function step(box, direction) {
  const field = box.querySelector("input");
  const size = Number(box.dataset.stepper);
  const least = field.min === "" ? -Infinity : Number(field.min);
  const most = field.max === "" ? Infinity : Number(field.max);
  const now = Number(field.value) || 0;
  const isFirst = field.value === "" && "start" in box.dataset;
  const next = isFirst ? Number(box.dataset.start) : now + direction * size;
  field.value = Math.min(most, Math.max(least, next));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

for (const box of document.querySelectorAll("[data-stepper]")) {
  const [less, more] = box.querySelectorAll("button");
  less.addEventListener("click", () => step(box, -1));
  more.addEventListener("click", () => step(box, 1));
}
