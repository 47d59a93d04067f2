/* Shows where a number comes from, over the page.

   <a data-why href="…"> links to the explanation, an ordinary page without scripts. Here its body
   is fetched (?fragment=1) and shown in <dialog id="why">. */

const dialog = document.getElementById("why");
const place = dialog?.querySelector("[data-why-body]");
const isPlain = (event) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

async function bodyOf(address) {
  const answer = await fetch(`${address}?fragment=1`);
  if (!answer.ok) throw new Error(String(answer.status));
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  // The page below has regions with the same ids, which live.js would mix up.
  for (const part of fresh.querySelectorAll("[id]")) part.removeAttribute("id");
  return [...fresh.childNodes];
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-why]");
  if (!link || !dialog?.showModal || !isPlain(event)) return;
  event.preventDefault();
  try {
    place.replaceChildren(...(await bodyOf(link.href)));
    dialog.showModal();
    dialog.scrollTop = 0;
  } catch {
    location.assign(link.href);
  }
});

dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
