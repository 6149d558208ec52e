// Film of what a player missed: some stops of the replay, the time at each, and the stories of that stretch. The replay
// itself goes from stop to stop.
import { paceNow } from "../film/pace.js";
import { announce } from "../page/notices.js";
import { isStill } from "../settings/settings.js";

const LEAST_MS = 350, TO_TABLE_MS = 6_000;
const box = document.getElementById("catch-up");
const says = document.getElementById("catch-up-says");
const skip = document.getElementById("catch-up-skip");

export class CatchUp {
  #stops = box.dataset.timedStops.trim().split(" ").map(each => {
    const [stop, ms] = each.split(":");
    return { stop, ms: Number(ms) };
  });
  #due = 0;
  #timer = 0;
  #isByKeys = false;

  constructor() {
    document.addEventListener("keydown", () => { this.#isByKeys = true; }, { capture: true, once: true });
  }

  // Return the next stop of the film after `stop`, or undefined at the end.
  after(stop) {
    return this.#stops.find(each => isAfter(each.stop, stop))?.stop;
  }

  // True if the film plays in haste: its stops then have fixed times.
  get isHasty() {
    return this.#stops[0].ms > 0;
  }

  // Start the clock, also after a pause. Earlier delays are no longer made up for.
  begin() {
    this.#due = performance.now();
  }

  // Return the time to stay at the stop just reached, in milliseconds. `rest` is the replay's own time, for stops
  // without a fixed one.
  rest(stop, rest) {
    const { ms } = this.#stops.find(each => each.stop === stop) ?? { ms: 0 };
    if (!ms) return rest;
    this.#due += ms * paceNow();
    return Math.max(LEAST_MS, this.#due - performance.now());
  }

  // Highlight and announce the stories that this stop belongs to.
  tell(stop) {
    for (const story of box.querySelectorAll("[data-ask]")) {
      const isTold = story.dataset.ask === stop.split(".")[0];
      if (isTold && !story.classList.contains("is-told")) announce(story.textContent);
      story.classList.toggle("is-told", isTold);
    }
  }

  // Offer the link to the table and follow it after a moment. The page stays if nothing may move by itself, or if a key
  // was pressed: a screen reader may still be reading.
  end() {
    box.classList.add("is-over");
    says.textContent = says.dataset.ended;
    skip.textContent = says.dataset.back;
    skip.classList.add("main");
    announce(says.textContent);
    if (!isStill()) this.#timer = setTimeout(this.#leave, TO_TABLE_MS);
  }

  // Cancel the automatic move to the table, because the user did something.
  stay() {
    clearTimeout(this.#timer);
  }

  // Go to the table, but wait while the pointer or the focus is in the box: the user reads or is about to press a
  // button.
  #leave = () => {
    if (this.#isByKeys) return;
    if (box.matches(":hover, :focus-within")) this.#timer = setTimeout(this.#leave, TO_TABLE_MS);
    else location.assign(box.dataset.table);
  };
}

function isAfter(one, other) {
  const [[ask, step], [otherAsk, otherStep]] = [one, other].map(each => each.split(".").map(Number));
  return ask > otherAsk || (ask === otherAsk && step > otherStep);
}
