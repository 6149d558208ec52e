// Show the table's messages one after the other. A message describes an end state, and its film may play first.
import { keepFocus } from "./focus.js";
import { dropIds } from "./forms.js";
import { isTooFarBehind } from "../film/pace.js";
import { Stranger } from "../scene/stranger.js";
import { isStill } from "../settings/settings.js";
import { partOf } from "./parts.js";
import { loadPlay } from "./load_play.js";
import { isKept } from "./reading.js";
import { doubtRegions, putRegions, regionsOf } from "./regions.js";
import { phase, putSeats, putState } from "./states.js";

const AGAIN_MS = 2_000, TRIES = 30;

export class Screen {
  // features of a game; null until one has begun
  #play = null;
  #queue = [];
  #isBusy = false;
  #last = null;
  #isWished = false;
  #heard = 0;
  // id of the table after all messages received so far
  #heading = document.getElementById("scene").dataset.tableId ?? "";
  #version = versionOf(document);

  constructor() {
    document.addEventListener("visibilitychange", () => document.hidden && this.#film?.skip());
    document.addEventListener("click", event => event.target.closest("[data-replay]") && this.replay());
    if (phase().phase !== "lobby") this.#begin();
  }

  get #table() {
    return this.#play?.table;
  }

  get #film() {
    return this.#play?.film;
  }

  // The table that the page shows or is about to show, and its version of the room.
  get says() {
    return { table_id: this.#heading, version: this.#version };
  }

  // Receive a message of the table.
  receive(message) {
    this.#heard += 1;
    this.#take(message);
  }

  #take(message) {
    document.dispatchEvent(new CustomEvent("signet:heard", { detail: message }));
    if (isKept(message, () => this.refresh())) return;
    this.#heading = message.film?.to ?? message.table?.table_id ?? this.#heading;
    this.#version = message.version ?? "";
    const isTooLate = isTooFarBehind(this.#queue.flatMap(({ film }) => film?.steps ?? []));
    this.#queue.push(message);
    // the film that is playing is not cut
    if (isTooLate) this.#cut();
    if (this.#last?.isPlaying) this.#film.skip();
    if (!this.#isBusy) this.#run();
  }

  // Play the last film again. The table moves, but the prompt stays.
  async replay() {
    // the film is over, but its end state is still being put in: play it right afterwards
    if (this.#isBusy && !this.#film?.isSeen) this.#isWished = true;
    if (!this.#last || this.#isBusy) return;
    document.querySelector(".sheet:popover-open")?.hidePopover();
    const { film, start } = this.#last;
    const now = this.#table.all();
    this.#isBusy = true;
    this.#last.isPlaying = true;
    try {
      this.#table.replace(start);
      this.#table.say();
      await this.#film.play(film, { isBeside: true });
    } finally {
      this.#last.isPlaying = false;
      this.#table.putAll(now);
      this.#isBusy = false;
    }
    this.#run();
  }

  async #run() {
    this.#isBusy = true;
    try {
      while (this.#queue.length) await this.#show(this.#queue.shift());
    } catch (error) {
      doubtRegions();
      this.#heading = this.#version = "";
      // the message does not fit: the page is of another version than the server
      if (!(error instanceof Stranger)) throw error;
      console.error(error.message);
      return location.reload();
    } finally {
      this.#isBusy = false;
    }
    if (this.#isWished) {
      this.#isWished = false;
      await this.replay();
    }
  }

  async #show(message) {
    const { film, table, seats, state, regions = {}, fetch = [], scene } = message;
    // this page lacks the parts of another game's board
    if (state && state.game !== undefined && state.game !== phase().game) return location.reload();
    if ((state?.phase ?? phase().phase) !== "lobby") await this.#begin();
    const isSeen = !document.hidden && !this.#film?.isOff;
    if (scene) this.#play?.place(scene);
    else if (table?.pieces && !this.#table.isFor(table)) return this.#renew();
    const late = fetch.map(id => ({ id, part: partOf(id) }));
    if (this.#play) await this.#showTable(message, isSeen);
    await putRegions(regions);
    for (const each of late) await this.#putLate(each);
    this.#table?.say();
    if (scene) this.#table?.read();
    if (seats) putSeats(seats);
    // put the state last: it says which prompt is current
    if (state) putState(state);
    if (film && isSeen && isStill()) this.#film.tell(film.steps);
    document.dispatchEvent(new CustomEvent("signet:shown"));
    keepFocus();
  }

  // Load the features of a game and begin with them, once.
  async #begin() {
    const begin = await loadPlay();
    // other players, and above all bots, are faster than a film: it hurries when the next one waits
    this.#play ??= begin(() => this.#queue.some(({ film, isCut }) => film || isCut));
  }

  async #showTable({ film, table, sealed, hand, peeks }, isSeen) {
    if (film) await this.#lead(film, hand, isSeen);
    if (table) this.#table.replace(table);
    const fresh = this.#table.own({ sealed, hand, peeks });
    this.#table.say();
    if (isSeen && !isStill()) this.#play.stampAll(fresh, peeks);
  }

  async #lead(film, hand, isSeen) {
    // a page that was fetched while this film was on its way shows its result already
    if (isReached(film.to, this.#table.tableId)) return;
    if (film.from !== this.#table.tableId) throw new Stranger(`${film.from} does not follow ${this.#table.tableId}`);
    const start = this.#table.snapshot();
    this.#table.expect(hand);
    const about = document.querySelector("#film-signs [name=ask]");
    if (about) about.value = lastAsk(film.to);
    if (!isSeen || film.isCut) this.#film.jump(film);
    else if (isStill()) await this.#film.flash(film);
    // a viewer who skips wants to be up to date: skip the waiting films, too
    else if (!(await this.#film.play(film))) this.#cut();
    this.#table.reached(film.to);
    this.#last = { film, start, isPlaying: false };
    document.documentElement.classList.add("has-film");
  }

  // Put in a part that was fetched while the film ran. The page would be empty without it. So wait until it has
  // arrived, or until a newer message brings it.
  async #putLate({ id, part }) {
    let html = await part;
    const isComing = () => this.#queue.some(({ regions, fetch }) => regions?.[id] || fetch?.includes(id));
    for (let tries = 1; !html && tries < TRIES && !isComing(); tries++) {
      await new Promise(done => setTimeout(done, AGAIN_MS));
      html = await partOf(id);
    }
    if (html) await putRegions({ [id]: html });
    else if (!isComing()) this.#version = "";
  }

  // Mark the waiting messages to be shown without their films.
  #cut() {
    for (const { film } of this.#queue) if (film) film.isCut = true;
  }

  // Show the current state of the table, from a newly fetched page.
  async refresh() {
    const heard = this.#heard;
    const page = await fetchScreen().catch(() => null);
    // messages that arrived in the meantime are newer
    if (page && this.#heard === heard) this.#take(this.#whole(page));
  }

  // Show another game that has begun. Its places come with a newly fetched page.
  async #renew() {
    let page = null;
    for (let tries = 0; !page && tries < TRIES; tries++) {
      if (tries) await new Promise(done => setTimeout(done, AGAIN_MS));
      page = await fetchScreen().catch(() => null);
    }
    if (!page) return location.reload();
    await this.#show(this.#whole(page));
  }

  // Convert a fetched page to a message.
  #whole(page) {
    dropIds(page);
    const scene = page.getElementById("scene");
    this.#heading = scene?.dataset.tableId ?? "";
    const state = Object.fromEntries(Object.entries(page.getElementById("phase").dataset));
    return { version: versionOf(page), scene: scene?.outerHTML, regions: regionsOf(page), state: toDashes(state) };
  }
}

// Return the version of the room that a page shows.
function versionOf(page) {
  return page.querySelector("[data-version]").dataset.version;
}

// Return true if `tableId` is at `to` or past it, in the same game. Both have the form "game/ask".
function isReached(to, tableId) {
  const [[game, ask], [gameNow, askNow]] = [to, tableId].map(table => table.split("/").map(Number));
  return game === gameNow && ask <= askNow;
}

// Return the ask of the last reveal before a table.
function lastAsk(tableId) {
  return Number(tableId.split("/")[1]) - 1;
}

// Convert the names of data attributes to the names in messages.
function toDashes(data) {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name.replace(/[A-Z]/g, each => `_${each.toLowerCase()}`), value]),
  );
}

// Leave a table that the player has lost: the seat is gone, and perhaps the table as well. A plain page says why.
export function leaveTable() {
  const { you, live } = document.querySelector("[data-live]").dataset;
  if (you) location.replace(live.replace(/\/live\?.*/, "/gone"));
  else location.reload();
}

export async function leaveIfGone() {
  await fetchScreen().catch(() => null);
}

async function fetchScreen() {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(location.href, { headers: { Accept: "text/html" }, signal });
  // the device is shared by now: the curtain asks whose hand it is
  if (response.redirected && response.url.endsWith("/hands")) location.replace(response.url);
  const page = response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  if (response.status !== 404 && (!page || page.getElementById("phase"))) return page;
  // the address shows another page now, such as the invitation
  if (response.ok) location.reload();
  else leaveTable();
  return null;
}
