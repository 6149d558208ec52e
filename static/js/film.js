// The film of an opening: step by step, a sentence each. Skipping and speed are the viewer's own.
import { announce } from "./notices.js";

const SPEEDS = ["slow", "normal", "fast", "none"];
const PACE = { slow: 1.7, normal: 1, fast: 0.5 };
const KEY = "signet-film";

export class Film {
  #swap;
  #skip = () => {};
  #box = document.getElementById("film");
  #says = document.getElementById("film-say");
  #clause = document.getElementById("film-clause");
  #speedButton = document.getElementById("film-speed");
  #speed = remembered();
  #told = 0;

  constructor(swap) {
    this.#swap = swap;
    document.getElementById("film-skip").addEventListener("click", () => this.skip());
    this.#speedButton.addEventListener("click", () => this.#change());
    this.#label();
  }

  get isOff() {
    return this.#speed === "none";
  }

  skip() {
    this.#skip();
  }

  // Plays the steps; resolves when they are over or skipped.
  async play(steps) {
    let isSkipped = false;
    clearTimeout(this.#told);
    this.#box.classList.remove("still");
    this.#box.hidden = false;
    for (const step of steps) {
      this.#say(step);
      announce(step.say);
      await this.#swap(step.regions, true);
      movedPart(step.regions)?.scrollIntoView({ block: "nearest", behavior: "smooth" });
      const time = (1100 + step.say.length * 22) * (PACE[this.#speed] ?? 0);
      const wait = new Promise(done => {
        const timer = setTimeout(done, time);
        this.#skip = () => {
          isSkipped = true;
          clearTimeout(timer);
          done();
        };
      });
      await wait;
      if (isSkipped || this.isOff) break;
    }
    this.#skip = () => {};
    this.#box.hidden = true;
  }

  // Nothing moves: only the sentences pass by, above the prompt.
  tell(steps) {
    clearTimeout(this.#told);
    if (this.isOff || !steps.length) {
      this.#box.hidden = true;
      return;
    }
    this.#box.classList.add("still");
    this.#box.hidden = false;
    this.#say(steps[0]);
    this.#skip = () => this.tell([]);
    this.#told = setTimeout(() => this.tell(steps.slice(1)), (1100 + steps[0].say.length * 30) * PACE[this.#speed]);
  }

  #say(step) {
    this.#says.textContent = step.say;
    this.#clause.textContent = step.clause;
  }

  #change() {
    this.#speed = SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length];
    try {
      localStorage.setItem(KEY, this.#speed);
    } catch {
      // private windows may refuse: then the speed holds for this page
    }
    this.#label();
    if (this.isOff) this.skip();
  }

  #label() {
    this.#speedButton.querySelector("[data-value]").textContent = this.#speedButton.dataset[this.#speed];
  }
}

// The first part of the board that the step moves: on a small page it may be out of sight.
function movedPart(regions) {
  return [...document.querySelectorAll("#board > [id]")].find(part => part.id in regions);
}

function remembered() {
  try {
    const speed = localStorage.getItem(KEY);
    return SPEEDS.includes(speed) ? speed : "normal";
  } catch {
    return "normal";
  }
}
