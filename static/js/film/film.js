// Plays the film of a reveal step by step, each step a sentence and its moves. Skipping and speed are each viewer's
// own.
import { keepFocus } from "../page/focus.js";
import { announce } from "../page/notices.js";
import { pressed } from "../page/pressed.js";
import { follow, whole } from "../scene/camera.js";
import { land } from "../scene/flights.js";
import { endReveal, reveal, reveals } from "../scene/reveal.js";
import { choose, isStill, setting } from "../settings/settings.js";
import { act, lookAt } from "./acts.js";
import { hurry, isTooFarBehind, paceNow, restMs, SPEEDS } from "./pace.js";
import { textOf, write, writeAlone } from "./said.js";

// factor on the rest after a sentence: without movement it takes longer to understand
const ALONE = 1.8;
// from receiving a reveal until its cards rise: slow devices need this time to draw them, and fast devices wait
const RISE_MS = 150;

export class Film {
  #table;
  #isHasty;
  #skip = () => {};
  #isPlaying = false;
  #untold = [];
  #telling = 0;
  #isLate = false;
  // the beat that is shown: see beats/beats.js
  #beat = null;
  #box = document.getElementById("film");
  #speedButton = document.getElementById("film-speed");

  // `table()` returns the page's current table, `isHasty()` is true if other films wait already.
  constructor(table, isHasty) {
    this.#table = table;
    this.#isHasty = isHasty;
    document.getElementById("film-skip").addEventListener("click", () => this.skip());
    this.#speedButton?.addEventListener("click", () => {
      choose("film", SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length]);
    });
    document.addEventListener("signet:settings", () => this.#changed());
    document.addEventListener("click", event => this.#tapped(event));
    document.addEventListener("keydown", event => {
      if (pressed(event) === "Escape" && !document.querySelector(":popover-open, dialog[open]")) this.skip();
    });
    this.#changed();
  }

  get isOff() {
    return this.#speed === "none";
  }

  get isSeen() {
    return !this.#box.hidden;
  }

  skip() {
    this.#skip();
  }

  // Play the steps on the table; resolve to true if all were seen, to false if skipped. In both cases the table ends in
  // the final state. With `isBeside` the film runs beside the prompt, else in its place. A film beside the prompt is a
  // repetition, so nothing is logged or announced again.
  async play({ seals = [], steps }, { isBeside = false } = {}) {
    const rise = performance.now() + RISE_MS;
    let isSkipped = false;
    let goOn = () => {};
    this.#hush();
    this.#table().apply(seals);
    this.#skip = () => {
      isSkipped = true;
      endReveal();
      land();
      this.#beat?.end();
      goOn();
    };
    this.#isPlaying = true;
    this.#open(isBeside);
    document.dispatchEvent(new CustomEvent("signet:reveal"));
    let place = 0;
    while (place < steps.length && !isSkipped) {
      const step = steps[place++];
      const began = performance.now();
      await this.#move(step, { isBeside, isSkipped: () => isSkipped, rise: place === 1 ? rise : undefined });
      const rest = this.#restOf(step) - (performance.now() - began);
      if (!isSkipped && rest > 0) {
        await new Promise(done => {
          const timer = setTimeout(done, rest);
          goOn = () => {
            clearTimeout(timer);
            done();
          };
        });
      }
      if (this.isOff && !isBeside) isSkipped = true;
    }
    for (const step of steps.slice(place)) {
      this.#table().apply(step.moves ?? []);
      if (!isBeside) tellOnly(step);
    }
    this.#table().say();
    this.#skip = () => {};
    this.#isPlaying = false;
    lookAt(null);
    whole();
    this.#shut();
    return !isSkipped;
  }

  // Show a film without movement; resolve at its end. Cards that are revealed together appear large for a while, all
  // else is at its end at once.
  async flash({ seals = [], steps }) {
    let isSkipped = false;
    const skip = () => {
      isSkipped = true;
      endReveal();
      land();
    };
    this.#table().apply(seals);
    for (const step of steps) {
      const { moves = [], weight } = step;
      const revealed = isSkipped ? [] : reveals(moves);
      let isApplied = false;
      const parts = async () => {
        isApplied = true;
        this.#table().apply(moves);
        this.#table().say();
      };
      if (revealed.length > 1) {
        this.#wait();
        this.#skip = skip;
        await reveal(revealed, { isStill: true, pace: this.#pace, weight, turns: () => this.#flashed(step), parts });
        this.#skip = () => {};
        this.#shut();
      }
      if (!isApplied) this.#table().apply(moves);
      tellOnly(step);
      if (step.say) announce(textOf(step.say));
    }
  }

  #flashed(step) {
    this.#open(true);
    if (step.say) write(step);
  }

  // Apply the end state at once. Sentences go to the log and to screen readers.
  jump({ seals = [], steps }) {
    for (const moves of [seals, ...steps.map(step => step.moves ?? [])]) this.#table().apply(moves);
    for (const step of steps) {
      tellOnly(step);
      if (step.say) announce(textOf(step.say));
    }
  }

  // Show only the sentences, above the prompt and after earlier ones; nothing moves.
  tell(steps) {
    this.#isLate = this.#telling > 0 || this.#untold.length > 0;
    if (isTooFarBehind(this.#untold)) this.#untold = [];
    this.#untold.push(...steps.filter(({ say }) => say));
    if (!this.#telling) this.#tellNext();
  }

  async #move(step, { isBeside, isSkipped, rise }) {
    let isSaid = false;
    lookAt(step.at);
    if (!isBeside) await follow(step.at);
    await act(this.#table(), step, {
      pace: this.#pace * hurry(step),
      isStill: isStill(),
      isSkipped,
      rise,
      canBuzz: !isBeside && setting("vibration") === "on",
      rises: () => {
        if (!this.#box.dataset.hush || isStill()) return;
        writeAlone(this.#box.dataset.hush);
      },
      said: () => {
        if (isSaid || isSkipped()) return;
        isSaid = true;
        this.#say(step, isBeside);
      },
    });
    if (!isSaid && !isBeside) tellOnly(step);
    await this.#beat?.ended;
  }

  get #pace() {
    return paceNow(this.#isHasty());
  }

  #restOf(step) {
    const { say, weight } = step;
    return say ? restMs(textOf(say).length, weight, this.#isHasty()) * hurry(step) : 0;
  }

  #tellNext() {
    const step = this.isOff ? undefined : this.#untold.shift();
    if (!step) {
      this.#hush();
      this.#shut();
      return;
    }
    this.#open(true);
    write(step);
    this.#cue(step);
    this.#skip = () => {
      this.#hush();
      this.#tellNext();
    };
    const rest = ALONE * restMs(textOf(step.say).length, step.weight, this.#isLate);
    this.#telling = setTimeout(() => this.#tellNext(), rest);
  }

  // Drop the sentences that still wait; the log has them.
  #hush() {
    this.#wait();
    this.#untold = [];
    this.#isLate = false;
    this.#skip = () => {};
  }

  // Stop showing sentences; those that wait are shown with the next ones.
  #wait() {
    clearTimeout(this.#telling);
    this.#telling = 0;
    this.#beat?.end();
  }

  get #speed() {
    return SPEEDS.includes(setting("film")) ? setting("film") : "normal";
  }

  #open(isBeside) {
    this.#box.classList.toggle("still", isBeside);
    this.#box.hidden = false;
    document.getElementById("prompt").inert = !isBeside;
    document.getElementById("scene").classList.toggle("is-filming", !isBeside);
    document.body.classList.toggle("in-film", !isBeside);
    document.body.classList.toggle("is-told", isBeside);
    keepFocus();
  }

  #shut() {
    this.#box.hidden = true;
    document.getElementById("prompt").inert = false;
    document.getElementById("scene").classList.remove("is-filming");
    document.body.classList.remove("in-film", "is-told");
    keepFocus();
  }

  #say(step, isBeside) {
    if (step.say) write(step);
    if (isBeside) return;
    tellOnly(step);
    if (!step.say) return;
    announce(textOf(step.say));
    this.#cue(step);
  }

  // Let the step's sound and beat begin. Who shows a beat sets `moment`.
  #cue(step) {
    const told = { ...step, pace: this.#pace, moment: null };
    this.#beat?.end();
    document.dispatchEvent(new CustomEvent("signet:step", { detail: told }));
    this.#beat = told.moment;
  }

  // Skip to the end on a tap that hits no control.
  #tapped(event) {
    const { target } = event;
    const isFree = target.closest?.("#film, #scene, #board") && !target.closest("a, button, input, label, summary");
    if (!isFree || !this.#isPlaying) return;
    event.preventDefault();
    this.skip();
  }

  #changed() {
    const word = this.#speedButton?.querySelector("[data-value]");
    if (word) word.textContent = this.#speedButton.dataset[this.#speed];
    if (this.isOff) this.skip();
  }
}

// Send a sentence to the log only.
function tellOnly(step) {
  document.dispatchEvent(new CustomEvent("signet:said", { detail: step }));
}
