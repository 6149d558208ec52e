// A card is sealed: it flies to its place from who played it, and its wax is stamped.
import { copyOf, fly, lift } from "./flights.js";
import { arc, placeBox } from "./ways.js";

const FLIGHT_MS = 520, STAMP_MS = 360;

// `fresh` are the closed cards that have just come, `peeks` the faces of those that are the viewer's own.
export function stampAll(fresh, peeks = {}) {
  const planned = fresh.map(piece => ({ piece, copy: copyOf(piece), from: sourceOf(piece, peeks) }));
  for (const { piece, copy, from } of planned) {
    if (!copy || !from) continue;
    const stamp = () => {
      piece.classList.add("is-stamped");
      setTimeout(() => piece.classList.remove("is-stamped"), STAMP_MS);
    };
    // the wax comes when the card lies there
    copy.copy.querySelector(".wax")?.remove();
    fly(lift(copy, copy.box), arc(from, copy.box, copy, { isMany: true }), { duration: FLIGHT_MS }, piece).then(stamp);
  }
}

// The card in the viewer's own hand, else what its owner holds.
function sourceOf(piece, peeks) {
  const face = peeks[piece.id.slice("it-".length)];
  const own = face && [...document.querySelectorAll(".piece.is-own")].find(each => each.dataset.face === face);
  const box = own && copyOf(own)?.box;
  return box ?? placeBox(`tray-${piece.dataset.seat}`);
}
