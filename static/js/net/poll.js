// Without a socket the table is asked now and then. It answers with the very messages a socket brings, so that the game
// goes on, also on a page that nobody looks at.
import { grown, spread } from "./patience.js";

const EVERY_MS = 4_000, MOST_MS = 30_000;
const ANSWER_MS = 10_000, MOST_ANSWER_MS = 40_000;
// Why a socket would be closed for good, by the refusal's code.
const FINAL = { no_seat: 4001, no_such_room: 1008, room_damaged: 4002 };

export class Poll {
  onMessage = () => {};
  onLost = () => {};
  onOver = () => {};
  #path;
  #says;
  #isOn = false;
  #isAsking = false;
  #timer = 0;
  #failures = 0;

  // The path has a query; `says` tells what the page shows and what has been heard, to be said with every question.
  constructor(path, says) {
    this.#path = path;
    this.#says = says;
  }

  start() {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#later();
  }

  stop() {
    this.#isOn = false;
    this.#failures = 0;
    clearTimeout(this.#timer);
  }

  // Something was done that is to be seen.
  async ask() {
    clearTimeout(this.#timer);
    if (this.#isAsking) return;
    this.#isAsking = true;
    const says = this.#says();
    try {
      const signal = AbortSignal.timeout(grown(ANSWER_MS, this.#failures, MOST_ANSWER_MS));
      const headers = { Accept: "application/json" };
      const response = await fetch(`${this.#path}&${new URLSearchParams(says)}`, { headers, signal });
      const message = await response.json();
      if (response.ok) {
        this.#failures = 0;
        this.onMessage(message, says);
      } else {
        if (message.refused in FINAL && this.#isOn) this.onOver(FINAL[message.refused]);
        throw new Error(message.refused);
      }
    } catch {
      // the server is not there, or this is no answer of ours
      this.#failures += 1;
      if (this.#isOn) this.onLost();
    }
    this.#isAsking = false;
    if (this.#isOn) this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.ask(), spread(grown(EVERY_MS, this.#failures, MOST_MS)));
  }
}
