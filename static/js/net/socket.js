// One socket that comes back: quickly after a fault, spread out after a restart, at once when the page is looked at
// again.
const FINAL = new Set([1008, 4001, 4002]);
const RESTART = 1012;
const BEAT_MS = 20_000, ANSWER_MS = 10_000, CONNECT_MS = 5_000, MOST_MS = 8_000;
// after so long out of sight a socket is not trusted; before that it is asked, and has this long to answer
const ASLEEP_MS = 60_000, PROMPT_MS = 2_500;

export class Wire {
  onMessage = () => {};
  onOpen = () => {};
  onLost = () => {};
  onOver = () => {};
  #url;
  #says;
  #socket = null;
  #delay = 250;
  #timer = 0;
  #beat = 0;
  #deadline = 0;
  #beats = 0;
  #isOver = false;
  #hidden = 0;

  // The path has a query; `says` tells what the page shows whenever a socket is opened, to be said by it as well.
  constructor(path, says) {
    this.#url = location.origin.replace(/^http/, "ws") + path;
    this.#says = says;
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.#now());
    document.addEventListener("visibilitychange", () => this.#seen());
    addEventListener("offline", () => this.#drop());
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  send(text) {
    this.#socket.send(text);
  }

  open() {
    clearTimeout(this.#timer);
    if (this.#isOver || this.#socket) return;
    const socket = new WebSocket(`${this.#url}&${new URLSearchParams(this.#says())}`);
    this.#socket = socket;
    this.#deadline = setTimeout(() => this.#drop(), CONNECT_MS);
    socket.onopen = () => {
      clearTimeout(this.#deadline);
      this.#delay = 250;
      this.#beat = setInterval(() => this.#ping(), BEAT_MS);
      this.onOpen();
    };
    socket.onmessage = event => {
      if (socket !== this.#socket) return;
      const message = JSON.parse(event.data);
      if (typeof message.re === "string" && message.re.startsWith("beat-")) clearTimeout(this.#deadline);
      else this.onMessage(message);
    };
    socket.onclose = event => this.#closed(socket, event.code);
  }

  // Somebody wants it back now.
  again() {
    this.#now();
  }

  #seen() {
    if (document.hidden) {
      this.#hidden = Date.now();
      return;
    }
    if (this.#hidden && Date.now() - this.#hidden > ASLEEP_MS) this.#drop();
    this.#hidden = 0;
    this.#now();
  }

  // The page is looked at again: an open socket may be long dead, so it is asked; a waiting one does not wait.
  #now() {
    if (this.isOpen) this.#ping(PROMPT_MS);
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) {
      this.#delay = 250;
      this.open();
    }
  }

  #ping(patience = ANSWER_MS) {
    if (!this.isOpen) return;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#drop(), patience);
    this.send(JSON.stringify({ id: `beat-${++this.#beats}`, do: "ping" }));
  }

  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    socket.close();
    this.#closed(socket, 0);
  }

  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#beat);
    clearTimeout(this.#deadline);
    clearTimeout(this.#timer);
    if (FINAL.has(code)) {
      this.#isOver = true;
      this.onOver(code);
      return;
    }
    this.onLost();
    const wait = code === RESTART ? 300 + Math.random() * 4_700 : this.#delay * (0.4 + Math.random() * 0.9);
    this.#delay = Math.min(this.#delay * 2, MOST_MS);
    this.#timer = setTimeout(() => this.open(), wait);
  }
}
