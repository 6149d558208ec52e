// Commands on their way. Each has an id and stays here until it is answered: over the socket, or by POST while there is
// none. Sending it again, under the same id, does it once.
import { notice } from "../page/notices.js";

const PATIENCE_MS = 4_000;
// Refusals that hold for a moment: a toast tells them.
const PASSING = new Set(["too_fast"]);

export class Outbox {
  #wire;
  #address;
  #posted;
  #waiting = new Map();

  constructor(wire, address, posted) {
    this.#wire = wire;
    this.#address = address;
    this.#posted = posted;
  }

  send(message) {
    const id = newId();
    const answer = new Promise(settle => {
      this.#waiting.set(id, { message: { id, ...message }, settle, timer: 0, isPosted: false });
    });
    this.#put(id);
    return answer;
  }

  answered(answer) {
    const sent = this.#waiting.get(answer.re);
    if (!sent) return;
    clearTimeout(sent.timer);
    if (PASSING.has(answer.refused)) document.dispatchEvent(new CustomEvent("signet:told", { detail: answer.say }));
    else if (answer.refused) notice(answer.say);
    if (answer.refused === "try_again") {
      sent.isPosted = false;
      sent.timer = setTimeout(() => this.#put(answer.re), PATIENCE_MS);
      return;
    }
    this.#waiting.delete(answer.re);
    sent.settle(answer);
  }

  resend() {
    for (const id of this.#waiting.keys()) this.#put(id);
  }

  #put(id) {
    const sent = this.#waiting.get(id);
    if (sent.isPosted) return;
    clearTimeout(sent.timer);
    if (this.#wire.isOpen) {
      this.#wire.send(JSON.stringify(sent.message));
      sent.timer = setTimeout(() => this.#post(id), PATIENCE_MS);
    } else this.#post(id);
  }

  async #post(id) {
    const sent = this.#waiting.get(id);
    if (!sent) return;
    sent.isPosted = true;
    try {
      const response = await fetch(this.#address, {
        method: "POST",
        headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(flat(sent.message)),
        signal: AbortSignal.timeout(10_000),
      });
      if (response.status === 503) throw new Error("not now");
      const answer = await response.json();
      this.answered({ ...answer, re: id });
      await this.#posted();
    } catch {
      sent.isPosted = false;
      if (this.#waiting.has(id)) sent.timer = setTimeout(() => this.#put(id), PATIENCE_MS);
    }
  }
}

// A message as the fields of a form: objects by dotted names, lists by lines, truth as a box is ticked, nothing as
// nothing.
function* flat(message, prefix = "") {
  for (const [name, value] of Object.entries(message)) {
    const path = name === "options" && !prefix ? "option." : prefix + name;
    if (Array.isArray(value)) yield [path, value.join("\n")];
    else if (value !== null && typeof value === "object") yield* flat(value, path === "option." ? path : `${path}.`);
    else yield [path, value === true ? "on" : value === false ? "off" : value ?? ""];
  }
}

// crypto.randomUUID is missing on plain http in a local network
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, "0")).join("");
}
