// The coach's memory on this device for one kind of game: the first table, the tips that were shown, and the player's
// choice to show or fold the coach.
export class Kept {
  #name;
  #now = { table: "", mode: "", said: [] };

  constructor(game) {
    this.#name = `signet-coach-${game}`;
    try {
      Object.assign(this.#now, JSON.parse(localStorage.getItem(this.#name)));
    } catch {
      // local storage is refused: the memory lasts as long as the page
    }
  }

  // Remember `table` as the first one if there is none yet. A lesson at another table starts over.
  at(table, isLesson) {
    if (this.#now.table && !(isLesson && this.#now.table !== table)) return;
    this.#put({ table, mode: "", said: [] });
  }

  isFirst(table) {
    return this.#now.table === table;
  }

  // The player's choice: "on" for shown, "off" for folded, "" for none yet.
  get mode() {
    return this.#now.mode;
  }

  set mode(mode) {
    this.#put({ mode });
  }

  has(key) {
    return this.#now.said.includes(key);
  }

  add(key) {
    if (!this.has(key)) this.#put({ said: [...this.#now.said, key] });
  }

  #put(some) {
    Object.assign(this.#now, some);
    try {
      // a tip may tell of a hand, which the next person at a shared device must not see
      const isShared = document.querySelector("#hands:not([hidden])");
      localStorage.setItem(this.#name, JSON.stringify(isShared ? { ...this.#now, said: [] } : this.#now));
    } catch {
      // local storage is refused: the memory lasts as long as the page
    }
  }
}
