// What a device knows of one kind of game: the table of its first game, what the coach has said, and whether the player
// has folded it away or called it back.
export class Kept {
  #name;
  #now = { table: "", mode: "", said: [] };

  constructor(game) {
    this.#name = `signet-coach-${game}`;
    try {
      Object.assign(this.#now, JSON.parse(localStorage.getItem(this.#name)));
    } catch {
      // then for as long as the page is open
    }
  }

  // The first game is the one at which the coach came first; a lesson begins anew.
  at(table, isLesson) {
    if (this.#now.table && !(isLesson && this.#now.table !== table)) return;
    this.#put({ table, mode: "", said: [] });
  }

  isFirst(table) {
    return this.#now.table === table;
  }

  // "on": called back, "off": folded away, each by hand; "": as the game goes.
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
      localStorage.setItem(this.#name, JSON.stringify(this.#now));
    } catch {
      // as above
    }
  }
}
