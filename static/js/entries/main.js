/* Suggests known players while a name is typed, in either alphabet. */

const address = document.getElementById("suggest").dataset.address;
const list = document.getElementById("known-players");
const WAIT_MS = 150;
let timer;
let asked = 0;

async function suggest(text) {
  const mine = ++asked;
  const response = await fetch(`${address}?q=${encodeURIComponent(text)}`);
  if (!response.ok || mine !== asked) return;
  const { names } = await response.json();
  // Prefix each name with the typed text, or browsers filter out the other alphabet.
  list.replaceChildren(
    ...names.map((name) => {
      const option = document.createElement("option");
      option.value = name;
      if (!name.toLowerCase().includes(text.toLowerCase())) option.label = `${text} → ${name}`;
      return option;
    }),
  );
}

document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-suggest]")) return;
  const text = event.target.value.trim();
  clearTimeout(timer);
  if (text) timer = setTimeout(() => suggest(text), WAIT_MS);
});
