// WebSocket that reconnects. It does so quickly after a fault, later after many faults, spread out after a restart,
// and at once when the page becomes visible. It does not reconnect after the server has moved. The socket is live once
// the table has sent a message: a proxy may open it and pass nothing through. After a socket that fell silent, the next
// one is live once it has answered a ping. A proxy may pass only the first messages through.
import { grown, spread } from "./patience.js";

const FINAL = new Set([1008, 4001, 4002]);
const RESTART = 1012;
const BEAT_MS = 20_000, ANSWER_MS = 10_000, CONNECT_MS = 5_000, MOST_PATIENCE_MS = 30_000;
const SOON_MS = 250, MOST_MS = 20_000;
// a socket must last this long before earlier failures are forgotten
const STEADY_MS = 10_000;
// after this long on a hidden page a socket is not trusted; before that it is pinged and has PROMPT_MS to answer
const ASLEEP_MS = 60_000, PROMPT_MS = 2_500;

export class Wire {
  onMessage = () => {};
  onLive = () => {};
  onLost = () => {};
  onOver = () => {};
  onMoved = () => {};
  #url;
  #says;
  #socket = null;
  #isLive = false;
  #isDoubted = false;
  #wasLive = false;
  #failures = 0;
  #timer = 0;
  #beat = 0;
  #steady = 0;
  #deadline = 0;
  #beats = 0;
  #isOver = false;
  #hidden = 0;
  #moved = null;

  // Create the connection. `path` contains a query. `says` returns what the page shows; each new socket sends it in
  // its address.
  constructor(path, says) {
    this.#url = location.origin.replace(/^http/, "ws") + path;
    this.#says = says;
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.again());
    document.addEventListener("visibilitychange", () => this.#seen());
    addEventListener("offline", () => this.#drop());
  }

  // True if the open socket has brought a message of the table.
  get isLive() {
    return this.#isLive && this.#socket.readyState === this.#socket.OPEN;
  }

  // True if the connection has ended and will not come back.
  get isOver() {
    return this.#isOver;
  }

  send(text) {
    this.#socket.send(text);
  }

  open() {
    clearTimeout(this.#timer);
    if (this.#isOver || this.#moved || this.#socket) return;
    const url = `${this.#url}&${new URLSearchParams(this.#says())}`;
    let socket = null;
    try {
      socket = new WebSocket(url);
    } catch {
      // this browser has no sockets, or forbids them
      return this.#closed(null, 0);
    }
    this.#socket = socket;
    // After a cut all pages come back at once, and the server takes one after the other. A page that gave up early
    // would cost as much as one that is served, and delay the others. Meanwhile it polls.
    this.#expect(this.#wasLive && !this.#isDoubted ? MOST_PATIENCE_MS : CONNECT_MS);
    socket.onopen = () => this.#isDoubted && this.#beatOnce();
    socket.onmessage = event => {
      if (socket === this.#socket) this.#heard(JSON.parse(event.data));
    };
    socket.onclose = event => this.#closed(socket, event.code);
  }

  // Restore the connection now, at the user's request. An open socket may be dead, so it is pinged. A waiting one
  // opens at once.
  again() {
    if (this.isLive) this.#ping(PROMPT_MS);
    else if (!this.#socket) this.open();
  }

  // End the connection, whatever the socket's state is: the answer of a poll has shown that it is over.
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
    if ("moved" in message) {
      this.#moved = message;
      return;
    }
    // a refusal may arrive before the socket closes, so it does not make the socket live
    if (!this.#isLive && !this.#isDoubted && !("re" in message)) this.#begin();
    this.onMessage(message);
  }

  #begin() {
    this.#isLive = this.#wasLive = true;
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
    if (this.#moved) return this.onMoved(this.#moved.moved);
    const wait = code === RESTART ? 300 + Math.random() * 4_700 : spread(grown(SOON_MS, this.#failures, MOST_MS));
    this.#failures += 1;
    this.#timer = setTimeout(() => this.open(), wait);
  }
}
