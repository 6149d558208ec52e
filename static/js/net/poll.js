// Poll the table while there is no socket. The answers are the same messages that a socket brings. So the game goes
// on, also on a hidden page.
import { grown, spread } from "./patience.js";

const EVERY_MS = 4_000, MOST_MS = 30_000;
const ANSWER_MS = 10_000, MOST_ANSWER_MS = 40_000;
// Close codes of the socket for refusals that end the connection permanently.
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

  // Create a poll. `path` contains a query. `says` returns what the page shows and has received; every request sends
  // it.
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

  // Poll at once, for example to show the result of a command.
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
      // the server is unreachable, or the answer is not from this server
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
