// Walks through the replay of a game with a scene, without the server. A step forward animates its moves, with its
// sound and beat; any other change appears at once.
import { act, lookAt } from "../film/acts.js";
import { paceNow, restMs } from "../film/pace.js";
import { textOf, write } from "../film/said.js";
import { announce } from "../page/notices.js";
import { land } from "../scene/flights.js";
import { show } from "../scene/motion.js";
import { endReveal } from "../scene/reveal.js";
import { Table } from "../scene/table.js";
import { isStill } from "../settings/settings.js";
import { sound } from "../sounds/player.js";
import { Pictures } from "./pictures.js";
import { addressOf, Signpost } from "./signpost.js";
import { showSigns } from "./signs.js";

// weight of a stop without a weight: the start of a round only shows the position
const PLAIN = 0.8;

export class Walk {
  #table = new Table();
  #ways;
  #stops;
  #pictures;
  #place = 0;
  #wish = null;
  #isBusy = false;
  #beat = null;

  // Takes the JSON of `.../replay/films`.
  constructor(data) {
    this.#stops = data.stops;
    this.#pictures = new Pictures(data);
    this.#ways = new Signpost(data.stops);
    this.#place = this.#find(this.#table.tableId);
    this.#ways.show(this.#place);
  }

  // Go to the stop that the address names. Resolves on arrival, or at once if another walk is under way. With `isHasty`
  // only the last step is animated. A stop that this page does not know is loaded as a page.
  async go(address, { isPassing = false, isHasty = false } = {}) {
    const place = this.#find(new URL(address, location.href).searchParams.get("at"));
    if (place < 0) return location.assign(address);
    this.#wish = { place, isPassing, isHasty };
    endReveal();
    land();
    this.#beat?.end();
    this.#ways.show(place);
    if (!isPassing) history.replaceState(null, "", address);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#wish) await this.#lead();
    } finally {
      this.#isBusy = false;
    }
  }

  // Return the address of the stop at index `place`.
  addressAt(place) {
    return addressOf(this.#stops[place].stop);
  }

  // Time for the current stop in automatic play, including the step to it, in milliseconds.
  get rest() {
    const { say, weight = PLAIN } = this.#stops[this.#place];
    return restMs(say ? textOf(say).length : 0, weight);
  }

  async #lead() {
    const { place, isPassing, isHasty } = this.#wish;
    this.#wish = null;
    if (isHasty && place > this.#place + 1) this.#cut(place - 1);
    const isNext = place === this.#place + 1 && !isPassing;
    this.#place = place;
    const stop = this.#stops[place];
    const { table, hand } = this.#pictures.at(place);
    let isSaid = false;
    const said = () => {
      if (isSaid) return;
      isSaid = true;
      this.#say(stop, isPassing);
      if (isNext && !isHasty && !this.#wish) this.#cue(stop);
    };
    lookAt(stop.at ?? null);
    showSigns(stop, this.#stops[place - 1], isNext);
    if (isNext) {
      this.#table.expect(hand);
      await this.#move(stop, said, isHasty);
    }
    said();
    this.#table.replace(table);
    this.#table.own({ hand });
    this.#table.say();
    await this.#beat?.ended;
    this.#beat = null;
  }

  // Let the stop's sound and beat begin. Who shows a beat sets `moment`.
  #cue(stop) {
    const told = { ...stop, pace: paceNow(), moment: null };
    document.dispatchEvent(new CustomEvent("signet:step", { detail: told }));
    this.#beat = told.moment;
  }

  async #move({ ends = [], seals = [], ...step }, said, isHasty) {
    const how = { pace: paceNow(isHasty), isStill: isStill() };
    if (ends.length) await show(this.#table, ends, how);
    if (this.#wish) return;
    this.#table.apply(seals);
    await act(this.#table, step, { ...how, said, rises: () => !isHasty && sound("open") });
  }

  // Show the state at index `place` without animation.
  #cut(place) {
    const { table, hand } = this.#pictures.at(place);
    this.#table.replace(table);
    this.#table.own({ hand });
    this.#place = place;
  }

  #say(stop, isPassing) {
    const [says, who, clause] = ["say", "who", "clause"].map(each => document.getElementById(`film-${each}`));
    clause.hidden = !stop.say;
    if (stop.say) write(stop);
    else {
      who.replaceChildren();
      says.textContent = says.dataset.begins.replace("{number}", stop.round);
    }
    if (!isPassing) announce(says.textContent);
  }

  #find(address) {
    return this.#stops.findIndex(({ stop }) => stop === address);
  }
}
