// Steps through the replay of a game without a scene. It replaces parts of the page with those of the next page.
import { restMs } from "../film/pace.js";
import { announce } from "../page/notices.js";

const PATIENCE_MS = 10_000;

export class Pages {
  #isBusy = false;

  // Fetch the page at an address and show its parts. If that fails, load the page itself, which shows what is wrong.
  async go(address) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
      if (!answer.ok) throw new Error("not now");
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!page.getElementById("ways")) throw new Error("no replay");
      history.replaceState(null, "", address);
      put(page);
      announce(readSentence());
    } catch {
      location.assign(address);
    } finally {
      this.#isBusy = false;
    }
  }

  // Time to stay at the current stop in automatic play, in milliseconds.
  get rest() {
    return restMs(readSentence().length);
  }
}

function readSentence() {
  return document.getElementById("film-say").textContent.trim();
}

const PARTS = "[data-swap], #board > [id]";
// HTML of each part as the server sent it: a translator may have changed the DOM since.
const drawn = new Map(Array.from(document.querySelectorAll(PARTS), part => [part.id, part.outerHTML]));

// Replace the parts that differ. Links stay and only get new attributes, so that they keep the focus.
function put(page) {
  for (const part of document.querySelectorAll(PARTS)) {
    const next = page.getElementById(part.id);
    const html = next?.outerHTML;
    if (!next || drawn.get(part.id) === html || part.contains(document.activeElement)) continue;
    drawn.set(part.id, html);
    part.replaceWith(document.adoptNode(next));
  }
  for (const way of document.querySelectorAll("a.way, #what-if")) {
    const next = page.getElementById(way.id);
    for (const name of ["href", "role", "aria-disabled"]) {
      if (next.hasAttribute(name)) way.setAttribute(name, next.getAttribute(name));
      else way.removeAttribute(name);
    }
    if (way === document.activeElement || !way.hasAttribute("href")) way.tabIndex = way.hasAttribute("href") ? 0 : -1;
    else way.removeAttribute("tabindex");
  }
}
