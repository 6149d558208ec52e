// The marks of all that the page shows or is about to show, so that a new connection is sent only what differs.
export class Shown {
  #marks = new Map();

  constructor(page) {
    this.isPage(page);
  }

  // A page says the marks of its regions.
  isPage(page) {
    const said = page.querySelector("[data-live]")?.dataset.shown ?? "";
    this.#marks = new Map(said.split(",").filter(Boolean).map(pair => pair.split(":")));
  }

  // So does a message.
  heard({ regions = {}, marks = [] }) {
    for (const [place, id] of Object.keys(regions).entries()) this.#marks.set(id, marks[place]);
  }

  get marks() {
    return Array.from(this.#marks, pair => pair.join(":")).join(",");
  }

  // Nobody can tell what the page shows: the next connection is sent everything.
  doubt() {
    this.#marks.clear();
  }
}
