/* Exchanges two seats of a round: press ⇄ on both, or drag one onto the other. Typing still works;
   the form shows what a change would break. */

const form = document.querySelector("[data-seating]");
let picked = null;

const fieldOf = (place) => place.querySelector("[data-seat]");
const buttonOf = (place) => place.querySelector("[data-swap]");

function mark(place) {
  if (picked) buttonOf(picked).setAttribute("aria-pressed", "false");
  picked = place;
  form.querySelectorAll(".is-picked").forEach((each) => each.classList.remove("is-picked"));
  if (!place) return;
  buttonOf(place).setAttribute("aria-pressed", "true");
  place.classList.add("is-picked");
}

function exchange(one, other) {
  const [first, second] = [fieldOf(one), fieldOf(other)];
  [first.value, second.value] = [second.value, first.value];
  mark(null);
  first.dispatchEvent(new Event("input", { bubbles: true }));
}

function press(place) {
  if (picked === place) mark(null);
  else if (picked) exchange(picked, place);
  else mark(place);
}

for (const place of form.querySelectorAll("[data-place]")) {
  const button = buttonOf(place);
  button.hidden = false;
  button.draggable = true;
  button.addEventListener("click", () => press(place));
  button.addEventListener("dragstart", (event) => {
    mark(place);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", fieldOf(place).value);
  });
  place.addEventListener("dragover", (event) => {
    if (!picked || picked === place) return;
    event.preventDefault();
    place.classList.add("is-over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("is-over"));
  place.addEventListener("drop", (event) => {
    place.classList.remove("is-over");
    if (!picked || picked === place) return;
    event.preventDefault();
    exchange(picked, place);
  });
}

document.addEventListener("dragend", () => mark(null));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") mark(null);
});
