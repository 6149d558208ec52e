// What was missed, as a film of some stops of the replay. It knows which comes next and how long it stands, and tells
// the stories of the stretch; who walks there is the replay.
import { paceNow } from "../film/pace.js";
import { announce } from "../page/notices.js";
import { isStill } from "../settings/settings.js";

const LEAST_MS = 350, TO_TABLE_MS = 6_000;
const box = document.getElementById("catch-up");
const says = document.getElementById("catch-up-says");
const skip = document.getElementById("catch-up-skip");

export class CatchUp {
  #beats = box.dataset.beats.trim().split(" ").map(each => {
    const [stop, ms] = each.split(":");
    return { stop, ms: Number(ms) };
  });
  #due = 0;
  #timer = 0;
  #isByKeys = false;

  constructor() {
    document.addEventListener("keydown", () => { this.#isByKeys = true; }, { capture: true, once: true });
  }

  // The stop that comes after that one; none at the end.
  after(stop) {
    return this.#beats.find(each => isAfter(each.stop, stop))?.stop;
  }

  // Whether it is in haste.
  get isHasty() {
    return this.#beats[0].ms > 0;
  }

  // It goes on from here: what was late before is no longer made up for.
  begin() {
    this.#due = performance.now();
  }

  // How long one rests at a stop that one has come to, in milliseconds; `rest` is what the replay would.
  rest(stop, rest) {
    const { ms } = this.#beats.find(each => each.stop === stop) ?? { ms: 0 };
    if (!ms) return rest;
    this.#due += ms * paceNow();
    return Math.max(LEAST_MS, this.#due - performance.now());
  }

  // The stories that this stop is a part of are told now.
  tell(stop) {
    for (const story of box.querySelectorAll("[data-ask]")) {
      const isTold = story.dataset.ask === stop.split(".")[0];
      if (isTold && !story.classList.contains("is-told")) announce(story.textContent);
      story.classList.toggle("is-told", isTold);
    }
  }

  // All has been seen: the way to the table, and after a moment one goes there. Where nothing may move by itself, and
  // for whoever goes by keys, it stays: it may still be read aloud.
  end() {
    box.classList.add("is-over");
    says.textContent = says.dataset.ended;
    skip.textContent = says.dataset.back;
    skip.classList.add("main");
    announce(says.textContent);
    if (!isStill()) this.#timer = setTimeout(this.#leave, TO_TABLE_MS);
  }

  // Whoever does something here stays.
  stay() {
    clearTimeout(this.#timer);
  }

  // Who is about to press something, or reads, has the time.
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
