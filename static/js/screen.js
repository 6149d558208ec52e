// What the page shows. A message's regions are its end state; before them its film may be played, one message after the other.
import { Film } from "./film.js";
import { flown } from "./flight.js";
import { keepFocus } from "./focus.js";
import { announce } from "./notices.js";
import { isStill } from "./settings.js";

const POLL_MS = 4_000;
const MOST_FILMS = 2;
const MINE = ["hand"];

export class Screen {
  #film = new Film((regions, isMoving) => (isMoving ? flown(regions, () => swap(regions)) : swap(regions)));
  #queue = [];
  #isBusy = false;
  #poll = 0;
  #shown = {};
  #last = null;

  constructor() {
    document.addEventListener("visibilitychange", () => document.hidden && this.#film.skip());
    document.addEventListener("click", event => event.target.closest("[data-replay]") && this.replay());
  }

  receive(message) {
    this.#queue.push(message);
    if (this.#queue.filter(each => each.film?.length).length > MOST_FILMS) {
      for (const each of this.#queue) delete each.film;
      this.#film.skip();
    }
    if (this.#last?.isPlaying) this.#film.skip();
    if (!this.#isBusy) this.#run();
  }

  // The last film once more: the table moves, what is asked and one's own hand stay.
  async replay() {
    if (!this.#last || this.#isBusy) return;
    document.querySelector(".sheet:popover-open")?.hidePopover();
    const film = this.#last;
    this.#isBusy = true;
    film.isPlaying = true;
    try {
      await swap(film.start);
      await this.#film.play(film.steps, { isBeside: true });
    } finally {
      film.isPlaying = false;
      await swap(Object.fromEntries(Object.keys(film.start).map(id => [id, this.#shown[id]])));
      this.#isBusy = false;
    }
    if (this.#queue.length) this.#run();
  }

  async #run() {
    this.#isBusy = true;
    try {
      while (this.#queue.length) await this.#show(this.#queue.shift());
    } finally {
      this.#isBusy = false;
    }
  }

  async #show({ regions, film = [], start = {} }) {
    // the parts of another game's board are not on this page
    if (isOfAnotherGame(regions.phase)) return location.reload();
    const isQuiet = isStill() || document.hidden || this.#film.isOff;
    if (film.length) this.#keep(film, start);
    if (film.length && !isQuiet) await this.#film.play(film);
    Object.assign(this.#shown, regions);
    await swap(regions);
    if (film.length && isQuiet) {
      film.forEach(step => announce(step.say));
      if (!document.hidden) this.#film.tell(film);
    }
    document.dispatchEvent(new CustomEvent("signet:shown"));
    keepFocus();
  }

  #keep(film, start) {
    const isOfTable = ([id]) => !MINE.includes(id);
    const table = regions => Object.fromEntries(Object.entries(regions).filter(isOfTable));
    this.#last = { start: table(start), steps: film.map(step => ({ ...step, regions: table(step.regions) })), isPlaying: false };
    document.documentElement.classList.add("has-film");
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

function isOfAnotherGame(phase = "") {
  const game = phase.match(/data-game="([^"]*)"/)?.[1];
  return game !== undefined && game !== document.getElementById("phase").dataset.game;
}

async function swap(regions) {
  const text = Object.values(regions).join("");
  if (!text) return;
  const root = document.getElementById("main");
  await htmx.swap({ sourceElement: root, target: root, swap: "none", text, transition: false });
  keepFocus();
}
