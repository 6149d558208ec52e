// The regions as the server last sent them to this connection, so that it need send only what changed in them; and the
// marks of all that the page shows or is about to show, so that a new connection is sent only what differs.
export class Shown {
  #html = new Map();
  // what the page showed before this connection sent anything: nothing to patch, but where a film may begin
  #past = new Map();
  #marks = new Map();

  constructor(page) {
    this.isPage(page);
  }

  // A page comes with regions that no connection sent, and says their marks.
  isPage(page) {
    for (const region of page.querySelectorAll("[hx-swap-oob]")) this.#past.set(region.id, region.outerHTML);
    const said = page.querySelector("[data-live]")?.dataset.shown ?? "";
    this.#marks = new Map(said.split(",").filter(Boolean).map(pair => pair.split(":")));
  }

  get marks() {
    return Array.from(this.#marks, pair => pair.join(":")).join(",");
  }

  // Nobody can tell what the page shows: the next connection is sent everything.
  doubt() {
    this.#marks.clear();
  }

  // A new connection has sent no text yet.
  forget() {
    for (const [id, html] of this.#html) this.#past.set(id, html);
    this.#html.clear();
  }

  // The message with its patches made whole: the end state follows upon the last one, each step of the film upon the
  // step before; of a region that this connection did not send yet the first step follows upon the end state.
  // `start` is what the regions of the film showed before it.
  whole({ regions = {}, marks = [], film = [] }) {
    const before = new Map(this.#html);
    const end = put(this.#html, regions);
    const filmed = new Map([...this.#html, ...before]);
    const steps = film.map(step => ({ ...step, regions: put(filmed, step.regions) }));
    const start = {};
    for (const id of steps.flatMap(step => Object.keys(step.regions))) start[id] = before.get(id) ?? this.#past.get(id);
    for (const [place, id] of Object.keys(regions).entries()) this.#marks.set(id, marks[place]);
    return { regions: end, film: steps, start };
  }
}

function put(shown, changes) {
  const regions = {};
  for (const [id, change] of Object.entries(changes)) {
    regions[id] = typeof change === "string" ? change : patched(shown.get(id), change);
    shown.set(id, regions[id]);
  }
  return regions;
}

// Numbers above zero copy so much of the old text, below zero they pass over so much; texts are put in; the rest
// follows.
function patched(before, pieces) {
  let text = "";
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    else {
      if (piece > 0) text += before.slice(at, at + piece);
      at += Math.abs(piece);
    }
  }
  return text + before.slice(at);
}
