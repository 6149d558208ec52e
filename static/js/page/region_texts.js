// The regions as the server last sent them to this connection, so that it need send only what changed in them.
export class Shown {
  #html = new Map();

  // A new connection begins with everything whole.
  forget() {
    this.#html.clear();
  }

  // The message with its patches made whole: the end state follows upon the last one, each step of the film upon the
  // step before. `start` is what the regions of the film showed before it.
  whole({ regions = {}, film = [] }) {
    const filmed = new Map(this.#html);
    const steps = film.map(step => ({ ...step, regions: put(filmed, step.regions) }));
    const start = {};
    for (const id of steps.flatMap(step => Object.keys(step.regions))) start[id] = this.#html.get(id);
    return { regions: put(this.#html, regions), film: steps, start };
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
