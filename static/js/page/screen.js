// What the page shows. A message's regions are its end state; before them its film may be played, one message after the
// other.
import { Film } from "../film/film.js";
import { flown } from "../film/flight.js";
import { keepFocus } from "./focus.js";
import { dropIds } from "./forms.js";
import { announce } from "./notices.js";
import { isTooFarBehind } from "../film/pace.js";
import { isStill } from "../settings/settings.js";

const POLL_MS = 4_000;
const MINE = ["hand"];
const LAST = "phase";
const PIECE = 6_000;

export class Screen {
  // others, and bots above all, are quicker than a film: it hastens when the next one waits
  #film = new Film(
    (regions, isMoving) => this.#step(regions, isMoving),
    () => this.#queue.some(({ film, isCut }) => film?.length || isCut),
  );
  #queue = [];
  #isBusy = false;
  #poll = 0;
  #shown = {};
  #there = new Map();
  #last = null;
  #isWished = false;
  #texts;
  #heard = 0;

  constructor(texts) {
    this.#texts = texts;
    document.addEventListener("visibilitychange", () => document.hidden && this.#film.skip());
    document.addEventListener("click", event => event.target.closest("[data-replay]") && this.replay());
  }

  // A message of the socket.
  receive(message) {
    this.#heard += 1;
    this.#take(message);
  }

  #take(message) {
    const isTooLate = isTooFarBehind(this.#queue.flatMap(({ film = [] }) => film));
    this.#queue.push(message);
    // what is being shown is seen to its end
    if (isTooLate) this.#cut();
    if (this.#last?.isPlaying) this.#film.skip();
    if (!this.#isBusy) this.#run();
  }

  // The last film once more: the table moves, what is asked and one's own hand stay.
  async replay() {
    // the film is over, but its end state is still being put: a moment later then
    if (this.#isBusy && !this.#film.isSeen) this.#isWished = true;
    if (!this.#last || this.#isBusy) return;
    document.querySelector(".sheet:popover-open")?.hidePopover();
    const film = this.#last;
    this.#isBusy = true;
    film.isPlaying = true;
    try {
      await this.#put(film.start);
      await this.#film.play(film.steps, { isBeside: true });
    } finally {
      film.isPlaying = false;
      await this.#put(Object.fromEntries(Object.keys(film.start).map(id => [id, this.#shown[id]])));
      this.#isBusy = false;
    }
    if (this.#queue.length) this.#run();
  }

  async #run() {
    this.#isBusy = true;
    try {
      while (this.#queue.length) await this.#show(this.#queue.shift());
    } catch (error) {
      this.#texts.doubt();
      throw error;
    } finally {
      this.#isBusy = false;
    }
    if (this.#isWished) {
      this.#isWished = false;
      await this.replay();
    }
  }

  async #show({ regions, film = [], start = {} }) {
    // the parts of another game's board are not on this page
    if (isOfAnotherGame(regions.phase)) return location.reload();
    const isQuiet = isStill() || document.hidden || this.#film.isOff;
    if (film.length) this.#keep(film, start);
    // who skips wants to be where the others are
    if (film.length && !isQuiet && !(await this.#film.play(film))) this.#cut();
    Object.assign(this.#shown, regions);
    await this.#put(regions);
    if (film.length && isQuiet) {
      film.forEach(step => announce(step.say));
      if (!document.hidden) this.#film.tell(film);
    }
    document.dispatchEvent(new CustomEvent("signet:shown"));
    keepFocus();
  }

  // What waits is shown without its film.
  #cut() {
    for (const each of this.#queue) if (each.film?.length) Object.assign(each, { film: [], isCut: true });
  }

  #step(regions, isMoving) {
    const changed = this.#changed(regions);
    return isMoving ? flown(changed, () => swap(changed)) : swap(changed);
  }

  // A piece at a time, so that no frame has to wait for all of them.
  async #put(regions) {
    for (const piece of pieces(this.#changed(regions))) {
      await swap(piece);
      await frames();
    }
  }

  // Without what stands there already: the last step of a film has led to most of the end state.
  #changed(regions) {
    const changed = Object.entries(regions).filter(([id, html]) => html !== undefined && this.#there.get(id) !== html);
    for (const [id, html] of changed) this.#there.set(id, html);
    return Object.fromEntries(changed);
  }

  #keep(film, start) {
    const isOfTable = ([id]) => !MINE.includes(id);
    const table = regions => Object.fromEntries(Object.entries(regions).filter(isOfTable));
    const steps = film.map(step => ({ ...step, regions: table(step.regions) }));
    this.#last = { start: table(start), steps, isPlaying: false };
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
    const heard = this.#heard;
    try {
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(location.href, { headers: { Accept: "text/html" }, signal });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      // what a socket said meanwhile is newer
      if (this.#heard !== heard) return;
      dropIds(page);
      this.#texts.isPage(page);
      const regions = {};
      for (const region of page.querySelectorAll("[hx-swap-oob]")) regions[region.id] = region.outerHTML;
      this.#take({ regions });
    } catch {
      // the server is not there: the socket's own attempts will notice when it is
    }
  }
}

function isOfAnotherGame(phase = "") {
  const game = phase.match(/data-game="([^"]*)"/)?.[1];
  return game !== undefined && game !== document.getElementById("phase").dataset.game;
}

// Small parts together; the one that tells what is asked comes last.
function pieces(regions) {
  const entries = Object.entries(regions).sort(([one], [other]) => (one === LAST) - (other === LAST));
  const found = [];
  let size = PIECE;
  for (const [id, html] of entries) {
    if (size + html.length > PIECE) {
      found.push({});
      size = 0;
    }
    found.at(-1)[id] = html;
    size += html.length;
  }
  return found;
}

// Lets the browser draw, if anybody looks.
function frames() {
  if (!document.hidden) return new Promise(done => setTimeout(done));
}

async function swap(regions) {
  const text = Object.values(regions).join("");
  if (!text) return;
  const root = document.getElementById("main");
  await htmx.swap({ sourceElement: root, target: root, swap: "none", text, transition: false });
  keepFocus();
}
