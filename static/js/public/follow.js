/* One followed pair per tournament, stored in this browser.

   Rows with data-team="19" are marked; #follow-pin repeats the followed row of the standings at the
   bottom of a phone while the row is out of view; #find lists pairs by name or number; buttons with
   data-follow="19" start and stop following. Nothing is sent to the server. */

const page = document.querySelector("[data-follow-key]");
const key = page && `follow:${page.dataset.followKey}`;
const MOST = 8;
let sight;

function followed() {
  try {
    return localStorage.getItem(key) || "";
  } catch {
    return "";
  }
}

function follow(team) {
  try {
    if (team) localStorage.setItem(key, team);
    else localStorage.removeItem(key);
  } catch {
    return; /* Without storage nothing is followed. */
  }
  mark();
  find();
}

/* ---- marking rows ---- */

function mark() {
  const team = followed();
  for (const tag of document.querySelectorAll(".follow-tag")) tag.remove();
  for (const row of document.querySelectorAll("[data-team]")) {
    const own = row.dataset.team.split(" ").includes(team) && team !== "";
    row.classList.toggle("is-own", own);
    if (own) tagRow(row);
  }
  for (const button of document.querySelectorAll("button[data-follow]")) {
    const on = button.dataset.follow === team;
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? button.dataset.off : button.dataset.on;
    button.hidden = false;
  }
  pin(team);
}

function tagRow(row) {
  const place = row.querySelector("[data-follow-tag]");
  const tag = document.getElementById("follow-tag");
  if (place && tag) place.append(tag.content.cloneNode(true));
}

/* ---- the pinned row on a phone ---- */

function pin(team) {
  const box = document.getElementById("follow-pin");
  sight?.disconnect();
  if (!box) return;
  const row = team && document.querySelector(`tr[data-row][data-team="${CSS.escape(team)}"]`);
  box.hidden = true;
  if (!row) return;
  const copy = row.cloneNode(true);
  copy.removeAttribute("data-row");
  copy.removeAttribute("data-team");
  box.querySelector("tbody").replaceChildren(copy);
  sight = new IntersectionObserver(([entry]) => (box.hidden = entry.isIntersecting));
  sight.observe(row);
}

/* ---- finding a pair ---- */

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function candidates() {
  const found = new Map();
  for (const row of document.querySelectorAll("[data-team][data-name]")) {
    found.set(row.dataset.team, row.dataset.name);
  }
  return found;
}

function matches(words) {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  return [...candidates()].filter(([team, name]) =>
    wanted.every((word) => (/^\d+$/.test(word) ? team === word : plain(name).includes(word))),
  );
}

function find() {
  const input = document.getElementById("find");
  const list = document.getElementById("found");
  if (!input || !list) return;
  const team = followed();
  const names = candidates();
  let hits = matches(input.value);
  if (!input.value.trim() && names.has(team)) hits = [[team, names.get(team)]];
  list.replaceChildren(...hits.slice(0, MOST).map(([number, name]) => item(number, name, team)));
  const none = document.getElementById("found-none");
  if (none) none.hidden = !input.value.trim() || hits.length > 0;
}

function item(number, name, team) {
  const made = document.getElementById("found-item").content.cloneNode(true);
  const link = made.querySelector("a");
  link.textContent = `${number} ${name}`;
  link.href = link.dataset.href.replace("/0/", `/${number}/`);
  const button = made.querySelector("button");
  button.dataset.follow = number;
  const on = number === team;
  button.setAttribute("aria-pressed", String(on));
  button.textContent = on ? button.dataset.off : button.dataset.on;
  return made;
}

if (page) {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-follow]");
    if (button) follow(button.dataset.follow === followed() ? "" : button.dataset.follow);
  });
  document.addEventListener("input", (event) => event.target.id === "find" && find());
  document.addEventListener("live:updated", mark);
  for (const part of document.querySelectorAll("[data-follow-part]")) part.hidden = false;
  addEventListener("storage", (event) => event.key === key && mark());
  mark();
  find();
}
