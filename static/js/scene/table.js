// Positions of all pieces and heaps, the page's single source of truth. It changes at once; animations follow.
import { faceOf, forgetFaces, heapOf, idOf, isClosed, made } from "./pieces.js";
import { write } from "../page/write.js";
import { pieceOf, placeNamed, put, setHeap, turn } from "./pieces.js";
import { Stranger } from "./stranger.js";

const PEEKS = ".place[id] > .piece > .peek";

// Replace this page's scene by that of another page, unless all pieces and heaps are the same. Return the current
// table.
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
  const pieces = lying.map(piece => `${piece.id} ${describePiece(piece)}`);
  const heaps = [...page.querySelectorAll("#scene .place[id] > [data-heap]")];
  return [...pieces, ...heaps.map(heap => `${placeNamed(heap)} ${heap.dataset.count}`)].sort().join();
}

export class Table {
  #scene = document.getElementById("scene");
  #signs = JSON.parse(this.#scene.dataset.signs ?? "{}");
  // the viewer's hand as last received
  #hand = {};

  constructor() {
    this.read();
  }

  // Id of the table; empty without a picture.
  get tableId() {
    return this.#scene.dataset.tableId ?? "";
  }

  // Read the viewer's hand from the page after it was rendered again.
  read() {
    // the page has slots for the owner's marks; a hand of the previous game has none, and unknown faces
    for (const piece of this.#own) if (piece.querySelector("[class^=fill-]")) turn(piece, piece.dataset.face);
    this.#hand = byId(this.#own);
  }

  // Set the viewer's hand at the end of the film or message that is being shown.
  expect(hand) {
    if (hand) this.#hand = hand;
  }

  // Apply the moves to pieces and heaps; `say` updates the text about them.
  apply(moves) {
    for (const each of moves) {
      const move = Array.isArray(each) ? closePiece(each) : each;
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

  // Replace the whole public table.
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

  // Return true if this page has the places of such a table. The places of another game come with another page.
  isFor({ table_id: tableId }) {
    return Boolean(document.getElementById("world")) && tableId.split("/")[0] === this.tableId.split("/")[0];
  }

  // Return the state of everything on the table, for `putAll`.
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

  // Apply the parts that only this viewer sees or that are temporary, as far as given. Return the closed cards that are
  // new.
  own({ sealed, hand, peeks }) {
    if (hand) this.#hold(hand);
    const fresh = sealed ? this.#seal(sealed) : [];
    if (peeks) this.#peek(peeks);
    return fresh;
  }

  // Return the public table in the form that `replace` takes.
  snapshot() {
    const pieces = byId(this.#public);
    const heaps = {};
    for (const heap of document.querySelectorAll(".place[id] > [data-heap]")) {
      const count = Number(heap.dataset.count);
      if (count) heaps[`${placeNamed(heap)}/${heap.dataset.heap}`] = count;
    }
    return { table_id: this.tableId, pieces, heaps, signs: { ...this.#signs } };
  }

  // Set the closed cards of the current prompt, given all of them. Return the pieces that are new.
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

  // Set the viewer's hand, given all of it.
  #hold(hand) {
    this.expect(hand);
    for (const piece of this.#own) if (!(idOf(piece) in hand)) piece.remove();
    for (const [id, piece] of Object.entries(hand)) {
      const known = pieceOf(id);
      if (!known || known.classList.contains("is-own")) this.#lay(id, piece).classList.add("is-own");
    }
  }

  // Set the faces visible on the viewer's own closed cards, given all of them.
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

  // Write the text about the table: counts, signs, and the marks of parts that depend on a sign's value.
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

  // Apply the move of a piece: it moves, turns, comes, or is revealed under its own id.
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
    const isElses = seat !== undefined && readSeat(known.dataset.seat) !== seat;
    if (isElses) setOwner(known, seat);
    if (isElses || (face && face !== known.dataset.face)) turn(known, face ?? known.dataset.face);
    put(known, to ?? placeNamed(known), order ?? Number(known.dataset.order));
  }

  #lay(id, [place, face, kind, order, seat]) {
    let piece = pieceOf(id);
    if (piece && piece.dataset.kind === kind) {
      delete piece.dataset.sealed;
      piece.classList.remove("is-own");
      const isElses = readSeat(piece.dataset.seat) !== seat;
      if (isElses) setOwner(piece, seat);
      if (isElses || piece.dataset.face !== face) turn(piece, face);
    } else {
      piece?.remove();
      piece = made(id, [place, face, kind, order, seat]);
    }
    put(piece, place, order);
    return piece;
  }
}

// Return the move of a closed card that is on the table at the start of a film.
function closePiece([id, to, face, kind, order, seat]) {
  return { id, to, face, kind, order, seat };
}

// Return the number of a kind at a place, visible pieces and the heap's count together. The heap's count includes
// pieces that only the viewer sees. Return null while the place is not rendered yet.
function countAt(path) {
  const [place, kind] = split(path);
  const home = document.getElementById(`at-${place}`);
  if (!home) return null;
  const seen = home.querySelectorAll(`:scope > .piece[data-kind="${kind}"]:not(.is-own)`).length;
  const heap = home.querySelector(`:scope > [data-heap="${kind}"]`);
  return seen + Number(heap?.dataset.count ?? 0);
}

function byId(pieces) {
  return Object.fromEntries(pieces.map(piece => [idOf(piece), describePiece(piece)]));
}

function describePiece(piece) {
  const { face, kind, order, seat } = piece.dataset;
  return [placeNamed(piece), face, kind, Number(order), readSeat(seat)];
}

function readSeat(seat) {
  return seat === undefined ? null : Number(seat);
}

function setOwner(piece, seat) {
  if (seat === null) delete piece.dataset.seat;
  else piece.dataset.seat = seat;
}

function split(path) {
  const at = path.lastIndexOf("/");
  return [path.slice(0, at), path.slice(at + 1)];
}
