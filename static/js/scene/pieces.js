// Builds pieces and heaps as elements, identical to those of the template scene/places.html.
import { Stranger } from "./stranger.js";

let book = null;

export function placeOf(id) {
  const place = document.getElementById(`at-${id}`);
  if (!place) throw new Stranger(`no place ${id}`);
  return place;
}

// Return the piece of that id, or null.
export function pieceOf(id) {
  return document.getElementById(`it-${id}`);
}

export function idOf(piece) {
  return piece.id.slice("it-".length);
}

export function placeNamed(element) {
  return element.closest("[data-place]").dataset.place;
}

export function isClosed(face) {
  return face.startsWith("back-");
}

// Clear the cache of faces, because another game has other faces.
export function forgetFaces() {
  book = null;
}

// Return the nodes of a face, with the marks of its owner in the slots for them.
export function faceOf(name, seat = null) {
  const faces = document.getElementById("faces")?.content.querySelectorAll("[data-face]") ?? [];
  book ??= new Map([...faces].map(each => [each.dataset.face, each]));
  const drawn = book.get(name);
  if (!drawn) throw new Stranger(`no face ${name}`);
  const nodes = drawn.cloneNode(true);
  for (const kind of ["crest", "wax", "pawn", "name"]) {
    for (const room of nodes.querySelectorAll(`.fill-${kind}`)) {
      const mark = markOf(seat, kind);
      if (mark) room.replaceWith(mark);
    }
  }
  return [...nodes.childNodes];
}

// Return a seat's crest, wax, pawn or name; null if the page has none.
export function markOf(seat, kind) {
  const marks = document.querySelector(`template.marks[data-seat="${seat}"]`);
  return marks?.content.querySelector(`.${kind}`)?.cloneNode(true) ?? null;
}

// Create a piece without a place from `[place, face, kind, order, seat]`.
export function made(id, [, face, kind, order, seat]) {
  const piece = document.createElement("li");
  piece.className = `piece piece-${kind}`;
  piece.id = `it-${id}`;
  Object.assign(piece.dataset, { face, kind, order });
  if (seat !== null && seat !== undefined) piece.dataset.seat = seat;
  piece.append(...faceOf(face, seat));
  return piece;
}

export function turn(piece, face) {
  piece.dataset.face = face;
  piece.replaceChildren(...faceOf(face, piece.dataset.seat));
}

// Insert a piece into a place: sorted by order and id, before the heaps.
export function put(piece, place, order) {
  const home = placeOf(place);
  piece.dataset.order = order;
  const isBefore = other => order - other.dataset.order || (idOf(piece) < idOf(other) ? -1 : 1);
  const next = [...home.children].find(
    other => other !== piece && (other.dataset.heap !== undefined || isBefore(other) < 0),
  );
  if (piece.parentElement === home && piece.nextElementSibling === (next ?? null)) return;
  home.insertBefore(piece, next ?? null);
}

// Return the heap of a kind in a place; create it if missing.
export function heapOf(place, kind) {
  const home = placeOf(place);
  const found = [...home.children].find(each => each.dataset.heap === kind);
  if (found) return found;
  const heap = document.createElement("li");
  heap.className = `heap heap-${kind}`;
  Object.assign(heap.dataset, { heap: kind, count: 0 });
  const count = document.createElement("b");
  count.textContent = "0";
  heap.append(count);
  home.append(heap);
  return heap;
}

export function setHeap(heap, count) {
  heap.dataset.count = count;
  heap.querySelector("b").textContent = count;
  const shown = Math.min(count, Number(heap.parentElement.dataset.shows ?? 0));
  const gems = heap.querySelectorAll(":scope > i");
  for (let place = gems.length; place > shown; place--) gems[place - 1].remove();
  for (let place = gems.length; place < shown; place++) heap.prepend(document.createElement("i"));
}
