// The film of an opening: step by step, a sentence each. Skipping and speed are the viewer's own.
import { land, prepare } from "./flight.js";
import { keepFocus } from "../page/focus.js";
import { announce } from "../page/notices.js";
import { isTooFarBehind, restMs, SPEEDS } from "./pace.js";
import { choose, isStill, setting } from "../settings/settings.js";

const FADE_MS = 240;
const AHEAD_MS = 600;

export class Film {
  #swap;
  #isHasty;
  #skip = () => {};
  #isPlaying = false;
  #untold = [];
  #telling = 0;
  #isLate = false;
  #box = document.getElementById("film");
  #says = document.getElementById("film-say");
  #who = document.getElementById("film-who");
  #clause = document.getElementById("film-clause");
  #speedButton = document.getElementById("film-speed");

  constructor(swap, isHasty) {
    this.#swap = swap;
    this.#isHasty = isHasty;
    document.getElementById("film-skip").addEventListener("click", () => this.skip());
    this.#speedButton.addEventListener("click", () => {
      choose("film", SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length]);
    });
    document.addEventListener("signet:settings", () => this.#changed());
    document.addEventListener("click", event => this.#tapped(event));
    document.addEventListener("keydown", event => {
      if (event.key === "Escape" && !document.querySelector(":popover-open, dialog[open]")) this.skip();
    });
    this.#changed();
  }

  get isOff() {
    return this.#speed === "none";
  }

  get isPlaying() {
    return this.#isPlaying;
  }

  get isSeen() {
    return !this.#box.hidden;
  }

  skip() {
    this.#skip();
  }

  // Plays the steps; resolves when they are over or skipped, to whether all were seen. Beside what is asked if so
  // wanted, else in its place.
  async play(steps, { isBeside = false } = {}) {
    let isSkipped = false;
    let goOn = () => {};
    this.#hush();
    this.#skip = () => {
      isSkipped = true;
      land();
      this.#box.hidden = true;
      goOn();
    };
    this.#isPlaying = true;
    this.#box.classList.toggle("still", isBeside);
    this.#box.hidden = false;
    keepFocus();
    document.dispatchEvent(new CustomEvent("signet:opening"));
    movedPart(steps[0])?.scrollIntoView({ block: "nearest", behavior: "instant" });
    for (const [place, step] of steps.entries()) {
      this.#say(step);
      if (!isBeside) announce(step.say);
      document.dispatchEvent(new CustomEvent("signet:step", { detail: step }));
      await this.#swap(step.regions, !isStill());
      if (isSkipped) break;
      await new Promise(done => {
        const rest = restMs(step.say.length, step.weight, this.#isHasty());
        const timers = [setTimeout(done, rest), setTimeout(lookAhead, rest - AHEAD_MS, steps[place + 1])];
        goOn = () => {
          timers.forEach(clearTimeout);
          done();
        };
      });
      if (isSkipped || (this.isOff && !isBeside)) break;
    }
    this.#skip = () => {};
    this.#isPlaying = false;
    this.#box.hidden = true;
    keepFocus();
    return !isSkipped;
  }

  // Nothing moves: only the sentences pass by, above the prompt, after those of before.
  tell(steps) {
    this.#isLate = this.#telling > 0;
    if (isTooFarBehind(this.#untold)) this.#untold = [];
    this.#untold.push(...steps);
    if (!this.#telling) this.#tellNext();
  }

  #tellNext() {
    const step = this.isOff ? undefined : this.#untold.shift();
    if (!step) {
      this.#hush();
      this.#box.hidden = true;
      keepFocus();
      return;
    }
    this.#box.classList.add("still");
    this.#box.hidden = false;
    this.#say(step);
    this.#skip = () => {
      this.#hush();
      this.#tellNext();
    };
    this.#telling = setTimeout(() => this.#tellNext(), restMs(step.say.length, step.weight, this.#isLate));
  }

  // What is not told yet stands in the log.
  #hush() {
    clearTimeout(this.#telling);
    this.#telling = 0;
    this.#untold = [];
    this.#isLate = false;
    this.#skip = () => {};
  }

  get #speed() {
    return SPEEDS.includes(setting("film")) ? setting("film") : "normal";
  }

  #say({ say, clause, seat }) {
    this.#says.textContent = say;
    this.#clause.textContent = clause;
    this.#clause.dataset.clause = clause;
    this.#clause.href = `${this.#box.dataset.rules}#${clause}`;
    const crest = seat === null ? null : document.querySelector(`#seat-${seat} .crest`);
    this.#who.replaceChildren(...(crest ? [crest.cloneNode(true)] : []));
    // a cross-fade, which nobody is disturbed by; for what is not there the page's thread would work in each frame
    for (const part of crest ? [this.#says, this.#who] : [this.#says]) {
      part.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: "ease-out" });
    }
  }

  // A tap beside everything that can be tapped goes on to the end.
  #tapped(event) {
    const { target } = event;
    const isFree = target.closest?.("#film, #board") && !target.closest("a, button, input, label, select, summary");
    if (isFree && this.#isPlaying) this.skip();
  }

  #changed() {
    this.#speedButton.querySelector("[data-value]").textContent = this.#speedButton.dataset[this.#speed];
    if (this.isOff) this.skip();
  }
}

// While a step rests: the table moves to where the next one happens, so that nothing else moves while something flies.
function lookAhead(step) {
  if (!step) return;
  movedPart(step)?.scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" });
  whenIdle(() => prepare(step.regions));
}

// The first part of the board that the step moves: on a small page it may be out of sight.
function movedPart(step) {
  return [...document.querySelectorAll("#board > [id]")].find(part => part.id in (step?.regions ?? {}));
}

function whenIdle(act) {
  if (window.requestIdleCallback) requestIdleCallback(act, { timeout: AHEAD_MS });
  else setTimeout(act);
}
