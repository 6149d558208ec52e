// Finds the spot on the table where the coach's card covers least. The card never covers the dock, which holds the
// prompt, the stakes and the clock.
const EDGE_PX = 6;
const COLUMNS = 7, ROWS = 15;
// cost of covering a whole element
const LIT = 100;
const WEIGHTS = [
  ["#notice, #toasts, #since, .votes", 400],
  ["#scene .is-choice, .row-own", 20],
  [".place-slot", 4],
  ["#scene :is(.piece, .heap, .dealer, .plate)", 1],
];
// the card moves only to a spot that costs less by this much
const WORTH_MOVING = 2;

// Return the card's left and top edge in pixels at the spot of least cost, and store them on the card. `lit` are the
// elements that it should not cover.
export function freeSpot(card, lit) {
  const { offsetWidth: width, offsetHeight: height } = card;
  const area = areaOfTable();
  const [across, down] = [Math.max(0, area.right - area.left - width), Math.max(0, area.bottom - area.top - height)];
  const parts = rateSpots(lit);
  const cost = spot => parts.reduce((sum, [weight, rect]) => sum + weight * shareCovered(rect, spot, width, height), 0);
  const { x, y } = card.dataset;
  const was = x === undefined ? null : { left: Number(x), top: Number(y) };
  let best = null;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const spot = { left: area.left + across * column / (COLUMNS - 1), top: area.top + down * row / (ROWS - 1) };
      const costs = cost(spot);
      if (!best || costs < best.costs - .01) best = { spot, costs };
    }
  }
  const isInside = was && was.left <= area.left + across + 1 && was.top <= area.top + down + 1
    && was.left >= area.left && was.top >= area.top;
  const spot = isInside && cost(was) < best.costs + WORTH_MOVING ? was : best.spot;
  Object.assign(card.dataset, { x: spot.left, y: spot.top });
  return spot;
}

// Return the part of the table that is on screen and not covered by the dock, in pixels.
function areaOfTable() {
  const table = document.querySelector("#scene:not([hidden]), #board").getBoundingClientRect();
  const dock = document.getElementById("dock").getBoundingClientRect();
  const bottom = Math.min(table.bottom, dock.top, innerHeight);
  return {
    left: Math.max(table.left, 0) + EDGE_PX,
    right: Math.min(table.right, innerWidth) - EDGE_PX,
    top: Math.max(table.top, 0) + EDGE_PX,
    bottom: bottom - EDGE_PX,
  };
}

function rateSpots(lit) {
  const found = new Map();
  for (const part of lit) found.set(part, LIT);
  for (const [selector, weight] of WEIGHTS) {
    for (const part of document.querySelectorAll(selector)) if (!found.has(part)) found.set(part, weight);
  }
  return [...found].map(([part, weight]) => [weight, part.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height);
}

// Return the share of a rectangle that the card covers, from 0 to 1.
function shareCovered(rect, { left, top }, width, height) {
  const wide = Math.min(rect.right, left + width) - Math.max(rect.left, left);
  const high = Math.min(rect.bottom, top + height) - Math.max(rect.top, top);
  return wide > 0 && high > 0 ? wide * high / (rect.width * rect.height) : 0;
}
