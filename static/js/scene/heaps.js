// What passes between heaps flies as copies of what is drawn there: gems from a tray to the scales, coins to a purse.
import { center, copyOf, fly, lift } from "./flights.js";
import { arc, placeBox } from "./ways.js";

const MOST = 12;
const FLIGHT_MS = 520, APART_MS = 40;
// between the first and the last of one kind, and between kinds
const SPREAD_MS = 200, KINDS_MS = 60;

// Reads where what passes lies. Answers a function that is called when the table has changed, with when to begin; that
// one answers what sets them flying. What comes from nowhere comes from `at`.
export function heapFlights(moves, at) {
  const sources = moves.map(({ heap, from, n }) => {
    const copies = drawn(heap, from, n).map(copyOf).filter(Boolean);
    const box = placeBox(from ?? "") ?? placeBox(at ?? "");
    return copies.length ? copies.map(copy => ({ copy, box: copy.box })) : [{ copy: null, box }];
  });
  return start => moves.flatMap(({ heap, from, to, n }, number) => {
    const source = sources[number];
    const goals = drawn(heap, to, n);
    const goal = placeBox(to ?? "") ?? (from ? placeBox(at ?? "") : null);
    const many = Math.min(n, MOST);
    const apart = Math.min(APART_MS, SPREAD_MS / many);
    return Array.from({ length: many }, (_, place) => {
      const { copy, box } = source[place % source.length];
      const end = goals[place - many + goals.length] ?? null;
      const delay = start + number * KINDS_MS + place * apart;
      return planned({ copy, box, end, goal, place: to ?? from, heap, delay });
    }).filter(Boolean);
  });
}

function planned({ copy, box, end, goal, place, heap, delay }) {
  const flown = (end && copyOf(end)) ?? copy ?? coinOf(heap, place);
  const to = end ? flown?.box : goal;
  if (!flown || !box || !to) return null;
  // what is nothing but a count there vanishes as it arrives
  const opacity = end ? null : [1, 1, 1, 0];
  return pace => {
    const frames = arc(box, to, flown, { isMany: true, opacity });
    return fly(lift(flown, to), frames, { duration: FLIGHT_MS * pace, delay: delay * pace }, end);
  };
}

// The last so many of what is drawn of the heap.
function drawn(heap, place, n) {
  const home = place && document.getElementById(`at-${place}`);
  const gems = home?.querySelectorAll(`:scope > [data-heap="${heap}"] > i`) ?? [];
  return [...gems].slice(-Math.min(n, MOST));
}

// One of what the styles draw of a heap that shows only its number.
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
