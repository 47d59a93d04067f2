/** Rules: a chapter opens for a link or a search match, and all open for printing. */

const chapters = [...document.querySelectorAll(".rulebook-chapter")];
const search = document.querySelector("[data-rules-search]");
const none = document.querySelector("[data-rules-none]");

/** Open and scroll to the target of the URL. */
const follow = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const chapter = named?.closest("details");
  if (!chapter) return;
  chapter.open = true;
  named.scrollIntoView();
};

const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Show only rules that contain the text; without one, restore everything. */
const find = (text) => {
  const words = plain(text).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const chapter of chapters) {
    const title = plain(chapter.querySelector("h2").textContent);
    let here = 0;
    for (const rule of chapter.querySelectorAll("[data-rule]")) {
      const told = `${title} ${plain(rule.textContent)}`;
      rule.hidden = !words.every((word) => told.includes(word));
      here += !rule.hidden;
    }
    chapter.hidden = !here;
    chapter.open = Boolean(words.length && here);
    found += here;
  }
  none.hidden = Boolean(found);
};

search.querySelector("input").addEventListener("input", (event) => find(event.target.value));
addEventListener("hashchange", follow);
addEventListener("beforeprint", () => chapters.forEach((chapter) => { chapter.open = true; }));
follow();
