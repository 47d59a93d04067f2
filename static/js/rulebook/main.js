/** The rules: a chapter opens for what a link or a search names, and all do for paper. */

const chapters = [...document.querySelectorAll(".rulebook-chapter")];
const search = document.querySelector("[data-rules-search]");
const none = document.querySelector("[data-rules-none]");

/** Open what the address names, and bring it into sight. */
const follow = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const chapter = named?.closest("details");
  if (!chapter) return;
  chapter.open = true;
  named.scrollIntoView();
};

const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Show only the rules with these words; without any, everything as it was. */
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
