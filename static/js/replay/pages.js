// Steps through the replay of a game whose table is no picture: the parts of the next page come without loading it.
import { restMs } from "../film/pace.js";
import { announce } from "../page/notices.js";

const PATIENCE_MS = 10_000;

export class Pages {
  #isBusy = false;

  // Goes there; what cannot be fetched quietly is loaded as a page, which says what is wrong.
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
      announce(said());
    } catch {
      location.assign(address);
    } finally {
      this.#isBusy = false;
    }
  }

  // How long one rests there when it plays by itself, in milliseconds.
  get rest() {
    return restMs(said().length);
  }
}

function said() {
  return document.getElementById("film-say").textContent.trim();
}

const PARTS = "[data-swap], #board > [id]";
// Each part as the server drew it: what stands there may have been translated since.
const drawn = new Map(Array.from(document.querySelectorAll(PARTS), part => [part.id, part.outerHTML]));

// Only what is different is put in; links stay, so that the focus does.
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
