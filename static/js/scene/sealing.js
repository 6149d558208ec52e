// Shows the sealing of cards: each flies to its place from its player, and its wax is stamped.
import { copyOf, fly, lift } from "./flights.js";
import { arc, placeBox } from "./ways.js";

const FLIGHT_MS = 520, STAMP_MS = 360;

// Animate the closed cards `fresh`, which are new; `peeks` has the faces of the viewer's own.
export function stampAll(fresh, peeks = {}) {
  const planned = fresh.map(piece => ({ piece, copy: copyOf(piece), from: sourceOf(piece, peeks) }));
  for (const { piece, copy, from } of planned) {
    if (!copy || !from) continue;
    const stamp = () => {
      piece.classList.add("is-stamped");
      setTimeout(() => piece.classList.remove("is-stamped"), STAMP_MS);
    };
    // the wax appears only after landing
    copy.copy.querySelector(".wax")?.remove();
    fly(lift(copy, copy.box), arc(from, copy.box, copy, { isMany: true }), { duration: FLIGHT_MS }, piece).then(stamp);
  }
}

// Return the box of the card in the viewer's own hand, else of its owner's tray.
function sourceOf(piece, peeks) {
  const face = peeks[piece.id.slice("it-".length)];
  const own = face && [...document.querySelectorAll(".piece.is-own")].find(each => each.dataset.face === face);
  const box = own && copyOf(own)?.box;
  return box ?? placeBox(`tray-${piece.dataset.seat}`);
}
