// Flies items between heaps as copies of the drawn ones: gems from a tray to the scales, coins to a purse.
import { center, copyOf, fly, lift } from "./flights.js";
import { arc, placeBox } from "./ways.js";

const MOST = 12;
const FLIGHT_MS = 520, APART_MS = 40;
// milliseconds between the first and the last item of one kind, and between kinds
const SPREAD_MS = 200, KINDS_MS = 60;

// Measure the sources of heap moves; call it before the table changes. Return a function to call after the change with
// the start time in milliseconds. It returns the flights, each a function of the pace. Items without a source come from
// `at`.
export function heapFlights(moves, at) {
  const sources = moves.map(({ heap, from, n }) => {
    const copies = listDrawn(heap, from, n).map(copyOf).filter(Boolean);
    const box = placeBox(from ?? "") ?? placeBox(at ?? "");
    return copies.length ? copies.map(copy => ({ copy, box: copy.box })) : [{ copy: null, box }];
  });
  return start => moves.flatMap(({ heap, from, to, n }, number) => {
    const source = sources[number];
    const goals = listDrawn(heap, to, n);
    const goal = placeBox(to ?? "") ?? (from ? placeBox(at ?? "") : null);
    const many = Math.min(n, MOST);
    const apart = Math.min(APART_MS, SPREAD_MS / many);
    return Array.from({ length: many }, (_, place) => {
      const { copy, box } = source[place % source.length];
      const end = goals[place - many + goals.length] ?? null;
      const delay = start + number * KINDS_MS + place * apart;
      return planFlight({ copy, box, end, goal, place: to ?? from, heap, delay });
    }).filter(Boolean);
  });
}

function planFlight({ copy, box, end, goal, place, heap, delay }) {
  const flown = (end && copyOf(end)) ?? copy ?? coinOf(heap, place);
  const to = end ? flown?.box : goal;
  if (!flown || !box || !to) return null;
  // an item without a drawn copy there, only a count, vanishes on arrival
  const opacity = end ? null : [1, 1, 1, 0];
  return pace => {
    const frames = arc(box, to, flown, { isMany: true, opacity });
    return fly(lift(flown, to), frames, { duration: FLIGHT_MS * pace, delay: delay * pace }, end);
  };
}

// Return the last `n` drawn items of a heap, at most `MOST`.
function listDrawn(heap, place, n) {
  const home = place && document.getElementById(`at-${place}`);
  const gems = home?.querySelectorAll(`:scope > [data-heap="${heap}"] > i`) ?? [];
  return [...gems].slice(-Math.min(n, MOST));
}

// Return a copy of an item as the styles draw it, for a heap that shows only its number.
function coinOf(heap, place) {
  const home = document.getElementById(`at-${place}`);
  const box = placeBox(place);
  if (!home || !box) return null;
  const shell = document.createElement("li");
  shell.className = `heap heap-${heap}`;
  const coin = document.createElement("i");
  shell.append(coin);
  home.append(shell);
  const size = coin.getBoundingClientRect();
  const found = size.width ? { ...copyOf(coin), box: { ...center(size), x: box.x, y: box.y } } : null;
  shell.remove();
  return found;
}
