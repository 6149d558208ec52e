// Send commands and keep each until it is answered. A command goes over the socket, or by POST if there is none. Each
// has an id: sending it twice executes it once. Commands go out one at a time, in the order given; a command that a
// later one replaces is dropped.
import { notice } from "../page/notices.js";
import { laneOf, newId, seriesOf } from "./series.js";
import { grown, spread } from "./patience.js";

const PATIENCE_MS = 4_000, MOST_PATIENCE_MS = 30_000;
const ANSWER_MS = 10_000, MOST_ANSWER_MS = 40_000;
// Temporary refusals, which a toast reports.
const PASSING = new Set(["too_fast"]);

export class Outbox {
  #wire;
  #address;
  #posted;
  #waiting = [];

  constructor(wire, address, posted) {
    this.#wire = wire;
    this.#address = address;
    this.#posted = posted;
  }

  get isEmpty() {
    return !this.#waiting.length;
  }

  // Send a command. The promise resolves to the answer, or to `{ dropped: true }` if a later command replaced this
  // one.
  send(message) {
    const series = seriesOf(message);
    const lane = laneOf(message);
    for (const each of this.#waiting.filter(each => series && each.series === series)) {
      this.#take(each);
      each.settle({ dropped: true });
    }
    return new Promise(settle => {
      const id = newId(series);
      this.#waiting.push({ message: { id, ...message }, series, lane, settle, isOut: false, timer: 0, failures: 0 });
      // the user is active, so a command that waits for its next try is sent now
      this.#next(lane);
    });
  }

  answered(answer) {
    const sent = this.#waiting.find(each => each.message.id === answer.re);
    if (!sent) return;
    if (answer.refused === "try_again") return this.#later(sent);
    this.#take(sent);
    if (PASSING.has(answer.refused)) document.dispatchEvent(new CustomEvent("signet:told", { detail: answer.say }));
    else if (answer.refused) notice(answer.say);
    sent.settle(answer);
    this.#next(sent.lane);
  }

  // Resend the first command of each lane once there is a connection. Sends over the former connection may be lost.
  resend() {
    for (const lane of new Set(this.#waiting.map(each => each.lane))) this.#next(lane, true);
  }

  // Stop tracking a command: clear its timer and abort its POST.
  #take(sent) {
    clearTimeout(sent.timer);
    sent.post?.abort();
    this.#waiting = this.#waiting.filter(each => each !== sent);
  }

  #next(lane, isAgain = false) {
    const sent = this.#waiting.find(each => each.lane === lane);
    if (sent && !sent.post && (isAgain || !sent.isOut)) this.#put(sent);
  }

  #put(sent) {
    clearTimeout(sent.timer);
    sent.isOut = true;
    if (!this.#wire.isLive) return this.#post(sent);
    this.#wire.send(JSON.stringify(sent.message));
    sent.timer = setTimeout(() => this.#post(sent), this.#patience(sent));
  }

  #later(sent) {
    clearTimeout(sent.timer);
    sent.isOut = false;
    if (sent.lane !== "chat") document.dispatchEvent(new CustomEvent("signet:stuck"));
    const wait = spread(this.#patience(sent));
    sent.failures += 1;
    sent.timer = setTimeout(() => this.#put(sent), wait);
  }

  #patience({ failures }) {
    return grown(PATIENCE_MS, failures, MOST_PATIENCE_MS);
  }

  async #post(sent) {
    if (sent.post) return;
    const post = sent.post = new AbortController();
    const limit = setTimeout(() => post.abort(), grown(ANSWER_MS, sent.failures, MOST_ANSWER_MS));
    let answer = null;
    try {
      const response = await fetch(this.#address, {
        method: "POST",
        headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(flat(sent.message)),
        signal: post.signal,
      });
      answer = await response.json();
    } catch {
      // the request failed, or the answer is not from this server
    }
    clearTimeout(limit);
    sent.post = null;
    if (!this.#waiting.includes(sent)) return;
    if (!answer || !("ok" in answer || "refused" in answer)) return this.#later(sent);
    this.answered({ ...answer, re: sent.message.id });
    await this.#posted();
  }
}

// Flatten a message to form fields. Objects become dotted names, and lists become lines. True is "on", as a
// checked box sends it, and false is "off". Null is an empty text.
function* flat(message, prefix = "") {
  for (const [name, value] of Object.entries(message)) {
    const path = name === "options" && !prefix ? "option." : prefix + name;
    if (Array.isArray(value)) yield [path, value.join("\n")];
    else if (value !== null && typeof value === "object") yield* flat(value, path === "option." ? path : `${path}.`);
    else yield [path, value === true ? "on" : value === false ? "off" : value ?? ""];
  }
}
