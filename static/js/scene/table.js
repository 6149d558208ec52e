// What lies where: the one truth of the page. It is changed at once; what moves on the screen is shown afterwards.
import { faceOf, forgetFaces, heapOf, idOf, isClosed, made } from "./pieces.js";
import { write } from "../page/write.js";
import { pieceOf, placeNamed, put, setHeap, Stranger, turn } from "./pieces.js";

const PEEKS = ".place[id] > .piece > .peek";

// The scene of another page in place of this one's, unless all lies the same there.
export function placeNew(html, table) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const scene = page.getElementById("scene");
  const now = document.getElementById("scene");
  if (now.dataset.tableId === scene.dataset.tableId && likeness(page) === likeness(document)) return table;
  now.replaceWith(document.adoptNode(scene));
  forgetFaces();
  return new Table();
}

function likeness(page) {
  const lying = [...page.querySelectorAll("#scene .place[id] > .piece")];
  const pieces = lying.map(piece => `${piece.id} ${described(piece)}`);
  const heaps = [...page.querySelectorAll("#scene .place[id] > [data-heap]")];
  return [...pieces, ...heaps.map(heap => `${placeNamed(heap)} ${heap.dataset.count}`)].sort().join();
}

export class Table {
  #scene = document.getElementById("scene");
  #signs = JSON.parse(this.#scene.dataset.signs ?? "{}");
  // what the viewer alone holds, as it was last told
  #hand = {};

  constructor() {
    this.read();
  }

  // Which table it is; empty without a picture.
  get tableId() {
    return this.#scene.dataset.tableId ?? "";
  }

  // The page has been drawn anew: what the viewer holds is what it shows.
  read() {
    // the page leaves room for what is their owner's; a hand of the game before has none, and other faces
    for (const piece of this.#own) if (piece.querySelector("[class^=fill-]")) turn(piece, piece.dataset.face);
    this.#hand = byId(this.#own);
  }

  // What stands in the film or the message that is being shown as the viewer's hand at its end.
  expect(hand) {
    if (hand) this.#hand = hand;
  }

  // Applies the moves to pieces and heaps; what is written of them follows with `say`.
  apply(moves) {
    for (const each of moves) {
      const move = Array.isArray(each) ? closed(each) : each;
      if ("sign" in move) this.#signs[move.sign] = move.is;
      else if ("heap" in move) {
        if ("from" in move) this.#count(move.from, move.heap, -move.n);
        if ("to" in move) this.#count(move.to, move.heap, move.n);
      } else if ("gone" in move) this.#known(move.id).remove();
      else if ("into" in move) this.#into(move);
      else this.#place(move);
    }
  }

  reached(tableId) {
    this.#scene.dataset.tableId = tableId;
  }

  // The whole table that everybody sees, in place of what was there.
  replace({ table_id: tableId, pieces = {}, heaps = {}, signs = {} }) {
    for (const piece of this.#public) if (!(idOf(piece) in pieces)) piece.remove();
    for (const [id, piece] of Object.entries(pieces)) this.#lay(id, piece);
    for (const heap of document.querySelectorAll(".place[id] > [data-heap]")) {
      setHeap(heap, heaps[`${placeNamed(heap)}/${heap.dataset.heap}`] ?? 0);
    }
    for (const [path, count] of Object.entries(heaps)) setHeap(heapOf(...split(path)), count);
    this.#signs = { ...signs };
    this.reached(tableId);
  }

  // Whether this page has the places of such a table: those of another game come with another page.
  isFor({ table_id: tableId }) {
    return Boolean(document.getElementById("world")) && tableId.split("/")[0] === this.tableId.split("/")[0];
  }

  // All that lies anywhere, for `putAll`.
  all() {
    const peeks = [...document.querySelectorAll(PEEKS)].map(peek => [idOf(peek.parentElement), peek.cloneNode(true)]);
    return { table: this.snapshot(), sealed: byId(this.#sealed), hand: byId(this.#own), peeks };
  }

  putAll({ table, sealed, hand, peeks }) {
    this.replace(table);
    this.own({ sealed, hand, peeks: {} });
    for (const [id, peek] of peeks) pieceOf(id)?.append(peek);
    this.say();
  }

  // What lies there for this viewer alone or for a while, as far as it is told. Answers the closed cards that are new.
  own({ sealed, hand, peeks }) {
    if (hand) this.#hold(hand);
    const fresh = sealed ? this.#seal(sealed) : [];
    if (peeks) this.#peek(peeks);
    return fresh;
  }

  // The same as `replace` takes it.
  snapshot() {
    const pieces = byId(this.#public);
    const heaps = {};
    for (const heap of document.querySelectorAll(".place[id] > [data-heap]")) {
      const count = Number(heap.dataset.count);
      if (count) heaps[`${placeNamed(heap)}/${heap.dataset.heap}`] = count;
    }
    return { table_id: this.tableId, pieces, heaps, signs: { ...this.#signs } };
  }

  // The closed cards for what is asked now, all of them. Answers the pieces that were not there.
  #seal(sealed) {
    for (const piece of this.#sealed) if (!(idOf(piece) in sealed)) piece.remove();
    const fresh = [];
    for (const [id, piece] of Object.entries(sealed)) {
      const known = pieceOf(id);
      if (known && known.dataset.sealed === undefined) continue;
      const laid = this.#lay(id, piece);
      laid.dataset.sealed = "";
      if (!known) fresh.push(laid);
    }
    return fresh;
  }

  // What the viewer holds, all of it.
  #hold(hand) {
    this.expect(hand);
    for (const piece of this.#own) if (!(idOf(piece) in hand)) piece.remove();
    for (const [id, piece] of Object.entries(hand)) {
      const known = pieceOf(id);
      if (!known || known.classList.contains("is-own")) this.#lay(id, piece).classList.add("is-own");
    }
  }

  // What is on the viewer's own closed cards, all of it.
  #peek(peeks) {
    for (const seen of document.querySelectorAll(PEEKS)) {
      if (!(idOf(seen.parentElement) in peeks)) seen.remove();
    }
    for (const [id, face] of Object.entries(peeks)) {
      const piece = pieceOf(id);
      if (!piece || !isClosed(piece.dataset.face)) continue;
      piece.querySelector(":scope > .peek")?.remove();
      const seen = document.createElement("span");
      seen.className = "peek";
      seen.append(...faceOf(face));
      piece.append(seen);
    }
  }

  // Writes what is said of the table: counts, signs, and what is marked while a sign says something.
  say() {
    for (const count of document.querySelectorAll("[data-counts]")) {
      const number = countAt(count.dataset.counts);
      if (number !== null) write(count, number);
    }
    for (const sign of document.querySelectorAll("[data-sign]")) write(sign, this.#signs[sign.dataset.sign] ?? "");
    for (const mark of document.querySelectorAll("[data-now]")) {
      const [name, values] = mark.dataset.now.split(":");
      mark.classList.toggle("is-now", values.split("|").includes(String(this.#signs[name])));
    }
  }

  get #public() {
    return [...document.querySelectorAll(".place[id] > .piece:not(.is-own, [data-sealed])")];
  }

  get #sealed() {
    return [...document.querySelectorAll(".place[id] > .piece[data-sealed]")];
  }

  get #own() {
    return [...document.querySelectorAll(".place[id] > .piece.is-own")];
  }

  #known(id) {
    const piece = pieceOf(id);
    if (!piece) throw new Stranger(`no piece ${id}`);
    return piece;
  }

  #count(place, kind, by) {
    const heap = heapOf(place, kind);
    setHeap(heap, Number(heap.dataset.count) + by);
  }

  #into({ id, into }) {
    const [place, kind] = split(into);
    const piece = this.#known(id);
    this.#count(place, kind, 1);
    if (this.#hand[id]?.[0] === place) {
      this.#lay(id, this.#hand[id]).classList.add("is-own");
    } else piece.remove();
  }

  // A piece moves, turns, comes, or is revealed under its own id.
  #place({ id, as = id, to, face, order, kind, seat, outof }) {
    if (outof) this.#count(...split(outof), -1);
    const known = pieceOf(id);
    if (!known) {
      if (!to || !face) throw new Stranger(`no piece ${id}`);
      this.#lay(id, [to, face, kind ?? split(outof)[1], order ?? 0, seat ?? null]);
      return;
    }
    if (as !== id) {
      pieceOf(as)?.remove();
      known.id = `it-${as}`;
    }
    delete known.dataset.sealed;
    known.classList.remove("is-own");
    const isElses = seat !== undefined && numbered(known.dataset.seat) !== seat;
    if (isElses) owned(known, seat);
    if (isElses || (face && face !== known.dataset.face)) turn(known, face ?? known.dataset.face);
    put(known, to ?? placeNamed(known), order ?? Number(known.dataset.order));
  }

  #lay(id, [place, face, kind, order, seat]) {
    let piece = pieceOf(id);
    if (piece && piece.dataset.kind === kind) {
      delete piece.dataset.sealed;
      piece.classList.remove("is-own");
      const isElses = numbered(piece.dataset.seat) !== seat;
      if (isElses) owned(piece, seat);
      if (isElses || piece.dataset.face !== face) turn(piece, face);
    } else {
      piece?.remove();
      piece = made(id, [place, face, kind, order, seat]);
    }
    put(piece, place, order);
    return piece;
  }
}

// A card that comes to lie closed, as a film begins with it.
function closed([id, to, face, kind, order, seat]) {
  return { id, to, face, kind, order, seat };
}

// How many of a kind lie somewhere, seen or only counted; what the viewer alone sees is counted already. Null while the
// place is not drawn yet.
function countAt(path) {
  const [place, kind] = split(path);
  const home = document.getElementById(`at-${place}`);
  if (!home) return null;
  const seen = home.querySelectorAll(`:scope > .piece[data-kind="${kind}"]:not(.is-own)`).length;
  const heap = home.querySelector(`:scope > [data-heap="${kind}"]`);
  return seen + Number(heap?.dataset.count ?? 0);
}

function byId(pieces) {
  return Object.fromEntries(pieces.map(piece => [idOf(piece), described(piece)]));
}

function described(piece) {
  const { face, kind, order, seat } = piece.dataset;
  return [placeNamed(piece), face, kind, Number(order), numbered(seat)];
}

function numbered(seat) {
  return seat === undefined ? null : Number(seat);
}

function owned(piece, seat) {
  if (seat === null) delete piece.dataset.seat;
  else piece.dataset.seat = seat;
}

function split(path) {
  const at = path.lastIndexOf("/");
  return [path.slice(0, at), path.slice(at + 1)];
}
