// Walks through the replay of a game whose table is a picture, without asking the server: a step forward moves what it
// moves, anything else is there at once.
import { act, lookAt } from "../film/acts.js";
import { paceNow, restMs } from "../film/pace.js";
import { textOf, write } from "../film/said.js";
import { announce } from "../page/notices.js";
import { land } from "../scene/flights.js";
import { show } from "../scene/motion.js";
import { endReveal } from "../scene/reveal.js";
import { Table } from "../scene/table.js";
import { isStill } from "../settings/settings.js";
import { Pictures } from "./pictures.js";
import { addressOf, Signpost } from "./signpost.js";

// the begin of a round only says where one is
const PLAIN = 0.8;

export class Walk {
  #table = new Table();
  #ways;
  #stops;
  #pictures;
  #place = 0;
  #wish = null;
  #isBusy = false;

  // `data` as `.../replay/films` tells it.
  constructor(data) {
    this.#stops = data.stops;
    this.#pictures = new Pictures(data);
    this.#ways = new Signpost(data.stops);
    this.#place = this.#find(this.#table.tableId);
    this.#ways.show(this.#place);
  }

  // Goes to the stop that the address names; resolves when one is there, or on the way to another one. Who is in haste
  // sees what happens there and nothing of the way. Beyond what this page knows its page is loaded.
  async go(address, { isPassing = false, isHasty = false } = {}) {
    const place = this.#find(new URL(address, location.href).searchParams.get("at"));
    if (place < 0) return location.assign(address);
    this.#wish = { place, isPassing, isHasty };
    endReveal();
    land();
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

  // The address of the stop at a place.
  addressAt(place) {
    return addressOf(this.#stops[place].stop);
  }

  // How long one rests there when it plays by itself, the way there included, in milliseconds.
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
    };
    lookAt(stop.at ?? null);
    if (isNext) {
      this.#table.expect(hand);
      await this.#move(stop, said, isHasty);
    }
    said();
    this.#table.replace(table);
    this.#table.own({ hand });
    this.#table.say();
  }

  async #move({ ends = [], seals = [], ...step }, said, isHasty) {
    const how = { pace: paceNow(isHasty), isStill: isStill() };
    if (ends.length) await show(this.#table, ends, how);
    if (this.#wish) return;
    this.#table.apply(seals);
    await act(this.#table, step, { ...how, said });
  }

  // What lies there is there at once.
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
