/* Pad of a check: how many cards are tapped, and in which order. */

const form = document.querySelector(".dealing-check");
const order = form.elements.order;
const count = form.querySelector(".dealing-count");

function tapped() {
  return order.value.split(" ").filter(Boolean);
}

/** Cards tapped before the script loaded come after those with a known order. */
function catchUp() {
  const chosen = [...form.querySelectorAll("[name=card]:checked")].map(({ value }) => value);
  const known = tapped().filter((code) => chosen.includes(code));
  order.value = [...new Set([...known, ...chosen])].join(" ");
}

function tell() {
  count.textContent = count.dataset.of.replace("{n}", tapped().length);
}

form.addEventListener("change", ({ target }) => {
  if (target.name !== "card") return;
  const others = tapped().filter((code) => code !== target.value);
  order.value = (target.checked ? [...others, target.value] : others).join(" ");
  tell();
});

catchUp();
tell();
