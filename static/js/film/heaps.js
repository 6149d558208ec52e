// What lies in heaps: as many pieces as one heap has lost and another won fly from the one to the other. A heap is an
// element with data-heap, what lies there, and data-count; without a count it is a bank, which gives and takes the
// rest.
const MOST = 6;
const FLIGHT_MS = 560, APART_MS = 55;
const APART_PX = 9, LIFT_PX = 26;
let layer = null;

// How many of what lie in the region.
export function heapsIn(region) {
  const counts = new Map();
  for (const { dataset } of region?.querySelectorAll("[data-heap][data-count]") ?? []) {
    counts.set(dataset.heap, Number(dataset.count));
  }
  return counts;
}

// What goes from where to where; `before` and `after` are the counts by region. A region that is null is the bank.
export function exchanged(before, after) {
  const losses = [];
  const gains = [];
  for (const [id, counts] of after) {
    for (const [heap, count] of counts) {
      const more = count - (before.get(id)?.get(heap) ?? count);
      if (more) (more > 0 ? gains : losses).push({ id, heap, left: Math.abs(more) });
    }
  }
  const gifts = [];
  for (const gain of gains) {
    for (const loss of losses) {
      if (loss.heap === gain.heap) give(gifts, gain.heap, Math.min(loss.left, gain.left), loss, gain);
    }
    give(gifts, gain.heap, gain.left, { id: null }, gain);
  }
  for (const loss of losses) give(gifts, loss.heap, loss.left, loss, { id: null });
  return gifts;
}

function give(gifts, heap, count, from, to) {
  if (!count) return;
  gifts.push({ heap, count, from: from.id, to: to.id });
  from.left -= count;
  to.left -= count;
}

// Looks where the gifts come from. The answer, once the table is as it is after them, looks where they go; its answer
// lets them fly, and gives their flights.
export function leaving(gifts) {
  const starts = gifts.map(({ heap, from }) => middle(heap, from));
  return () => {
    const ends = gifts.map(({ heap, to }) => middle(heap, to));
    return () => {
      const flights = gifts.flatMap((gift, place) =>
        starts[place] && ends[place] ? pieces(gift, starts[place], ends[place]) : [],
      );
      return flights.length ? fly(flights) : [];
    };
  };
}

// Nothing flies any more.
export function cleared() {
  layer?.remove();
  layer = null;
}

function middle(heap, id) {
  const found =
    id === null
      ? document.querySelector(`#board [data-heap=${heap}]:not([data-count])`)
      : document.getElementById(id)?.querySelector(`[data-heap=${heap}]`);
  const { left, top, width, height } = found?.getBoundingClientRect() ?? { width: 0 };
  return width ? { x: left + width / 2, y: top + height / 2, isSeen: top + height > 0 && top < innerHeight } : null;
}

function pieces({ heap, count }, from, to) {
  if (!from.isSeen && !to.isSeen) return [];
  const most = Math.min(count, MOST);
  const aside = place => (place - (most - 1) / 2) * APART_PX;
  return Array.from({ length: most }, (_, place) => ({ heap, from, to, aside: aside(place), place }));
}

// Only moved, scaled and faded, so that the compositor draws it alone. One sets out after the other, but all have the
// same time.
function fly(flights) {
  cleared();
  layer = document.createElement("div");
  layer.className = "pieces";
  layer.ariaHidden = "true";
  const made = flights.map(({ heap }) => {
    const piece = document.createElement("i");
    piece.className = `piece ${heap}`;
    return piece;
  });
  layer.append(...made);
  document.body.append(layer);
  const mine = layer;
  const whole = FLIGHT_MS + APART_MS * Math.max(...flights.map(({ place }) => place));
  const found = flights.map(({ from, to, aside, place }, number) => {
    const at = ({ x, y }, scale) => `translate(${x + aside}px, ${y}px) scale(${scale})`;
    const when = share => (place * APART_MS + share * FLIGHT_MS) / whole;
    const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - LIFT_PX };
    const frames = [
      { opacity: 0, transform: at(from, 0.8), offset: 0 },
      { opacity: 0, transform: at(from, 0.8), offset: when(0), easing: "ease-in" },
      { opacity: 1, transform: at(half, 1.35), offset: when(0.5), easing: "ease-out" },
      { opacity: 1, transform: at(to, 1), offset: when(0.92) },
      { opacity: 0, transform: at(to, 1), offset: when(1) },
      { opacity: 0, transform: at(to, 1), offset: 1 },
    ];
    return made[number].animate(frames, { duration: whole, fill: "both" });
  });
  Promise.all(found.map(each => each.finished)).then(() => mine.remove(), () => {});
  return found;
}
