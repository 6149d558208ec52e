// What the page shows. A message is its end state; before that its film may be played, one message after the other.
import { Film } from "../film/film.js";
import { watchOffer } from "../film/offer.js";
import { keepFocus } from "./focus.js";
import { dropIds } from "./forms.js";
import { isTooFarBehind } from "../film/pace.js";
import { land } from "../scene/flights.js";
import { Stranger } from "../scene/pieces.js";
import { placeNew, Table } from "../scene/table.js";
import { stampAll } from "../scene/sealing.js";
import { isStill } from "../settings/settings.js";
import { partOf } from "./parts.js";
import { isKept } from "./reading.js";
import { doubtRegions, putRegions, regionsOf } from "./regions.js";
import { phase, putSeats, putState } from "./states.js";

const AGAIN_MS = 2_000, TRIES = 30;

export class Screen {
  #table = new Table();
  // others, and bots above all, are quicker than a film: it hastens when the next one waits
  #film = new Film(() => this.#table, () => this.#queue.some(({ film, isCut }) => film || isCut));
  #queue = [];
  #isBusy = false;
  #last = null;
  #isWished = false;
  #heard = 0;
  // the table to which all leads that was heard of
  #heading = this.#table.tableId;
  #version = versionOf(document);

  constructor() {
    document.addEventListener("visibilitychange", () => document.hidden && this.#film.skip());
    document.addEventListener("click", event => event.target.closest("[data-replay]") && this.replay());
    watchOffer();
  }

  // Which table the page shows or is about to show, and which version of the room.
  get says() {
    return { table_id: this.#heading, version: this.#version };
  }

  // A message of the table.
  receive(message) {
    this.#heard += 1;
    this.#take(message);
  }

  #take(message) {
    if (isKept(message, () => this.refresh())) return;
    this.#heading = message.film?.to ?? message.table?.table_id ?? this.#heading;
    this.#version = message.version ?? "";
    const isTooLate = isTooFarBehind(this.#queue.flatMap(({ film }) => film?.steps ?? []));
    this.#queue.push(message);
    // what is being shown is seen to its end
    if (isTooLate) this.#cut();
    if (this.#last?.isPlaying) this.#film.skip();
    if (!this.#isBusy) this.#run();
  }

  // The last film once more: the table moves, what is asked stays.
  async replay() {
    // the film is over, but its end state is still being put: a moment later then
    if (this.#isBusy && !this.#film.isSeen) this.#isWished = true;
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
      // what cannot be shown is of another version than this page
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
    const { film, table, sealed, hand, peeks, seats, state, regions = {}, fetch = [], scene } = message;
    // the parts of another game's board are not on this page
    if (state && state.game !== undefined && state.game !== phase().game) return location.reload();
    const isSeen = !document.hidden && !this.#film.isOff;
    if (scene) this.#place(scene);
    else if (table?.pieces && !this.#table.isFor(table)) return this.#renew();
    const late = fetch.map(id => ({ id, part: partOf(id) }));
    if (film) await this.#lead(film, hand, isSeen);
    if (table) this.#table.replace(table);
    const fresh = this.#table.own({ sealed, hand, peeks });
    this.#table.say();
    if (isSeen && !isStill()) stampAll(fresh, peeks);
    await putRegions(regions);
    for (const each of late) await this.#putLate(each);
    this.#table.say();
    if (scene) this.#table.read();
    if (seats) putSeats(seats);
    // what tells what is asked comes last
    if (state) putState(state);
    if (film && isSeen && isStill()) this.#film.tell(film.steps);
    document.dispatchEvent(new CustomEvent("signet:shown"));
    keepFocus();
  }

  async #lead(film, hand, isSeen) {
    // a page that was fetched while this was on its way shows it already
    if (isReached(film.to, this.#table.tableId)) return;
    if (film.from !== this.#table.tableId) throw new Stranger(`${film.from} does not follow ${this.#table.tableId}`);
    const start = this.#table.snapshot();
    this.#table.expect(hand);
    if (!isSeen || film.isCut) this.#film.jump(film);
    else if (isStill()) await this.#film.flash(film);
    // who skips wants to be where the others are
    else if (!(await this.#film.play(film))) this.#cut();
    this.#table.reached(film.to);
    this.#last = { film, start, isPlaying: false };
    document.documentElement.classList.add("has-film");
  }

  // What was fetched while the film ran. Without it the page would be empty: so nothing goes on before it is there, or
  // something newer brings it.
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

  #place(scene) {
    land();
    this.#table = placeNew(scene, this.#table);
  }

  // What waits is shown without its film.
  #cut() {
    for (const { film } of this.#queue) if (film) film.isCut = true;
  }

  // The table as it is by now, from the page as a whole.
  async refresh() {
    const heard = this.#heard;
    const page = await fetched().catch(() => null);
    // what was told meanwhile is newer
    if (page && this.#heard === heard) this.#take(this.#whole(page));
  }

  // Another game has begun: its places come with the page.
  async #renew() {
    let page = null;
    for (let tries = 0; !page && tries < TRIES; tries++) {
      if (tries) await new Promise(done => setTimeout(done, AGAIN_MS));
      page = await fetched().catch(() => null);
    }
    if (!page) return location.reload();
    await this.#show(this.#whole(page));
  }

  // A page as a message.
  #whole(page) {
    dropIds(page);
    const scene = page.getElementById("scene");
    this.#heading = scene?.dataset.tableId ?? "";
    const state = Object.fromEntries(Object.entries(page.getElementById("phase").dataset));
    return { version: versionOf(page), scene: scene?.outerHTML, regions: regionsOf(page), state: dashed(state) };
  }
}

// Which version of the room a page shows.
function versionOf(page) {
  return page.querySelector("[data-version]").dataset.version;
}

// Whether a table of the same game, "game/ask", is that far already.
function isReached(to, tableId) {
  const [[game, ask], [gameNow, askNow]] = [to, tableId].map(table => table.split("/").map(Number));
  return game === gameNow && ask <= askNow;
}

// The names of data as messages have them.
function dashed(data) {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name.replace(/[A-Z]/g, each => `_${each.toLowerCase()}`), value]),
  );
}

// Neither the seat nor perhaps the table is there any more: a plain page says why.
export function leaveTable() {
  const { you } = document.querySelector("[data-live]").dataset;
  if (you) location.replace(`/r/${you}/gone`);
  else location.reload();
}

export async function leaveIfGone() {
  await fetched().catch(() => null);
}

async function fetched() {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(location.href, { headers: { Accept: "text/html" }, signal });
  const page = response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  if (response.status !== 404 && (!page || page.getElementById("phase"))) return page;
  // another page stands there now, such as the invitation
  if (response.ok) location.reload();
  else leaveTable();
  return null;
}
