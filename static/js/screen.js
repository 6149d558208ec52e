// What the page shows. A message's regions are its end state; before them its film may be played, one message after the other.
import { Film } from "./film.js";
import { announce } from "./notices.js";

const POLL_MS = 4_000;
const MOST_FILMS = 2;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Screen {
  #film = new Film((regions, isMoving) => swap(regions, isMoving));
  #queue = [];
  #isBusy = false;
  #poll = 0;

  constructor() {
    document.addEventListener("visibilitychange", () => document.hidden && this.#film.skip());
  }

  receive(message) {
    this.#queue.push(message);
    if (this.#queue.filter(each => each.film?.length).length > MOST_FILMS) {
      for (const each of this.#queue) delete each.film;
      this.#film.skip();
    }
    if (!this.#isBusy) this.#run();
  }

  async #run() {
    this.#isBusy = true;
    try {
      while (this.#queue.length) await this.#show(this.#queue.shift());
    } finally {
      this.#isBusy = false;
    }
  }

  async #show({ regions, film }) {
    const isStill = still.matches || document.hidden || this.#film.isOff;
    if (film?.length && !isStill) await this.#film.play(film);
    await swap(regions, false);
    if (film?.length && isStill) {
      film.forEach(step => announce(step.say));
      if (!document.hidden) this.#film.tell(film);
    }
    document.dispatchEvent(new CustomEvent("signet:shown"));
  }

  // Without a socket the page itself is asked, so that the game goes on all the same.
  startPolling() {
    if (!this.#poll) this.#poll = setInterval(() => document.hidden || this.refresh(), POLL_MS);
  }

  stopPolling() {
    clearInterval(this.#poll);
    this.#poll = 0;
  }

  async refresh() {
    try {
      const response = await fetch(location.href, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10_000) });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const regions = {};
      for (const region of page.querySelectorAll("[hx-swap-oob]")) regions[region.id] = region.outerHTML;
      this.receive({ regions });
    } catch {
      // the server is not there: the socket's own attempts will notice when it is
    }
  }
}

async function swap(regions, isMoving) {
  const text = Object.values(regions).join("");
  if (!text) return;
  const root = document.getElementById("main");
  const put = () => htmx.swap({ sourceElement: root, target: root, swap: "none", text, transition: false });
  if (!isMoving || !document.startViewTransition) return put();
  name();
  const transition = document.startViewTransition(async () => {
    await put();
    name();
  });
  await transition.updateCallbackDone;
  // names that are not unique only cost the flight
  transition.ready.catch(() => {});
}

// Where styles cannot read the attribute yet, the name is set by hand.
const readsNames = CSS.supports("view-transition-name", "attr(data-vt type(<custom-ident>), none)");
function name() {
  if (readsNames) return;
  for (const element of document.querySelectorAll("#board [data-vt], .my-objects [data-vt]")) element.style.viewTransitionName = element.dataset.vt;
}
