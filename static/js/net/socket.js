// One socket that comes back: quickly after a fault, later after many, spread out after a restart, at once when the
// page is looked at again. It counts once the table has said something over it: a proxy may open it and let nothing
// through. After one that fell silent it counts once it has answered: a proxy may let only the beginning through.
import { grown, spread } from "./patience.js";

const FINAL = new Set([1008, 4001, 4002]);
const RESTART = 1012;
const BEAT_MS = 20_000, ANSWER_MS = 10_000, CONNECT_MS = 5_000, MOST_PATIENCE_MS = 30_000;
const SOON_MS = 250, MOST_MS = 20_000;
// so long a socket has to last until the failures before it are forgotten
const STEADY_MS = 10_000;
// after so long out of sight a socket is not trusted; before that it is asked, and has this long to answer
const ASLEEP_MS = 60_000, PROMPT_MS = 2_500;

export class Wire {
  onMessage = () => {};
  onLive = () => {};
  onLost = () => {};
  onOver = () => {};
  #url;
  #says;
  #socket = null;
  #isLive = false;
  #isDoubted = false;
  #failures = 0;
  #timer = 0;
  #beat = 0;
  #steady = 0;
  #deadline = 0;
  #beats = 0;
  #isOver = false;
  #hidden = 0;

  // The path has a query; `says` tells what the page shows whenever a socket is opened, to be said by it as well.
  constructor(path, says) {
    this.#url = location.origin.replace(/^http/, "ws") + path;
    this.#says = says;
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.again());
    document.addEventListener("visibilitychange", () => this.#seen());
    addEventListener("offline", () => this.#drop());
  }

  // Whether the table has been heard over the socket that is open.
  get isLive() {
    return this.#isLive && this.#socket.readyState === this.#socket.OPEN;
  }

  // Whether it will not come back.
  get isOver() {
    return this.#isOver;
  }

  send(text) {
    this.#socket.send(text);
  }

  open() {
    clearTimeout(this.#timer);
    if (this.#isOver || this.#socket) return;
    const url = `${this.#url}&${new URLSearchParams(this.#says())}`;
    let socket = null;
    try {
      socket = new WebSocket(url);
    } catch {
      // this browser has no sockets, or forbids them
      return this.#closed(null, 0);
    }
    this.#socket = socket;
    this.#expect(CONNECT_MS);
    socket.onopen = () => this.#isDoubted && this.#beatOnce();
    socket.onmessage = event => {
      if (socket === this.#socket) this.#heard(JSON.parse(event.data));
    };
    socket.onclose = event => this.#closed(socket, event.code);
  }

  // Somebody wants it back now. An open socket may be long dead, so it is asked; a waiting one does not wait.
  again() {
    if (this.isLive) this.#ping(PROMPT_MS);
    else if (!this.#socket) this.open();
  }

  // It is over, whatever the socket says: the table was asked in another way.
  end(code) {
    if (this.#isOver) return;
    const socket = this.#socket;
    this.#socket = null;
    this.#isLive = false;
    socket?.close();
    this.#stop();
    this.#isOver = true;
    this.onOver(code);
  }

  #heard(message) {
    if (typeof message.re === "string" && message.re.startsWith("beat-")) {
      clearTimeout(this.#deadline);
      this.#isDoubted = false;
      if (!this.#isLive) this.#begin();
      return;
    }
    // a refusal may come before it is closed
    if (!this.#isLive && !this.#isDoubted && !("re" in message)) this.#begin();
    this.onMessage(message);
  }

  #begin() {
    this.#isLive = true;
    this.#ping();
    this.#beat = setInterval(() => this.#ping(), BEAT_MS);
    this.#steady = setTimeout(() => { this.#failures = 0; }, STEADY_MS);
    this.onLive();
  }

  #seen() {
    if (document.hidden) {
      this.#hidden = Date.now();
      return;
    }
    if (this.#hidden && Date.now() - this.#hidden > ASLEEP_MS) this.#drop();
    this.#hidden = 0;
    this.again();
  }

  #ping(patience = ANSWER_MS) {
    if (!this.isLive) return;
    this.#expect(patience, () => { this.#isDoubted = true; });
    this.#beatOnce();
  }

  #beatOnce() {
    this.send(JSON.stringify({ id: `beat-${++this.#beats}`, do: "ping" }));
  }

  #expect(patience, onSilence = () => {}) {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      onSilence();
      this.#drop();
    }, grown(patience, this.#failures, MOST_PATIENCE_MS));
  }

  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    socket.close();
    this.#closed(socket, 0);
  }

  #stop() {
    clearInterval(this.#beat);
    for (const timer of [this.#steady, this.#deadline, this.#timer]) clearTimeout(timer);
  }

  #closed(socket, code) {
    if (socket !== this.#socket) return;
    if (FINAL.has(code)) return this.end(code);
    this.#socket = null;
    this.#isLive = false;
    this.#stop();
    this.onLost();
    const wait = code === RESTART ? 300 + Math.random() * 4_700 : spread(grown(SOON_MS, this.#failures, MOST_MS));
    this.#failures += 1;
    this.#timer = setTimeout(() => this.open(), wait);
  }
}
