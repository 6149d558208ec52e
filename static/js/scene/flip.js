// Shows how the pieces of one drawing of the scene get to where they are in the next one.
import { copyOf, fly, land, lift } from "./flights.js";
import { arc, fade } from "./ways.js";

const FLIGHT_MS = 700;

// `change` draws the scene anew.
export function flip(change) {
  land();
  const before = new Map([...drawn()].map(piece => [piece.id, { copy: copyOf(piece), face: piece.dataset.face }]));
  change();
  const flights = [];
  for (const piece of drawn()) {
    const was = before.get(piece.id);
    before.delete(piece.id);
    const now = copyOf(piece);
    if (!now) continue;
    const from = was?.copy?.box ?? now.box;
    if (was && was.face === piece.dataset.face && isNear(from, now.box)) continue;
    const opacity = was ? null : fade("up");
    flights.push(() => fly(lift(now, now.box), arc(from, now.box, now, { isMany: true, opacity }), timing(), piece));
  }
  for (const { copy } of before.values()) {
    if (!copy) continue;
    const frames = arc(copy.box, copy.box, copy, { isMany: true, opacity: fade("out") });
    flights.push(() => fly(lift(copy, copy.box), frames, timing()));
  }
  return Promise.all(flights.map(depart => depart()));
}

function drawn() {
  return document.querySelectorAll(".place[id] > .piece");
}

function timing() {
  return { duration: FLIGHT_MS };
}

function isNear(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) < 1;
}
