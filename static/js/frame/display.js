/* Applies the visitor's display settings to a cached page before it is painted: a blocking script
   in the head. */

{
  const root = document.documentElement;
  for (const name of ["theme", "suits", "textsize"]) {
    const chosen = document.cookie.match(`(?:^|; )${name}=([a-z]+)`);
    if (chosen) root.dataset[name] = chosen[1];
  }
  const { theme } = root.dataset;
  if (theme === "light" || theme === "dark") {
    document.querySelector("meta[name=color-scheme]").content = theme;
  }
  document.addEventListener("DOMContentLoaded", () => {
    for (const name of ["theme", "suits", "textsize"]) {
      for (const choice of document.querySelectorAll(`.menu input[name=${name}]`)) {
        choice.checked = choice.value === root.dataset[name];
      }
    }
  });
}
