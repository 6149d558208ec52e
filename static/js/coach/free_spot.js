// Where on the table the coach's card covers least. It never lies on what is asked: question, stakes and clock are in
// the dock.
const EDGE_PX = 6;
const COLUMNS = 7, ROWS = 15;
// how bad it is to cover the whole of one of them
const LIT = 100;
const WEIGHTS = [
  ["#notice, #toasts, #since, .votes", 400],
  ["#scene .is-choice, .row-own", 20],
  [".place-slot", 4],
  ["#scene :is(.piece, .heap, .dealer, .plate)", 1],
];
// so much better another spot must be for the card to move there
const WORTH_MOVING = 2;

// The left and top edge for that card, so that it leaves these parts in sight.
export function freeSpot(card, lit) {
  const { offsetWidth: width, offsetHeight: height } = card;
  const area = areaOfTable();
  const [across, down] = [Math.max(0, area.right - area.left - width), Math.max(0, area.bottom - area.top - height)];
  const parts = weighed(lit);
  const cost = spot => parts.reduce((sum, [weight, rect]) => sum + weight * covered(rect, spot, width, height), 0);
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

// The table as far as the dock leaves it free.
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

function weighed(lit) {
  const found = new Map();
  for (const part of lit) found.set(part, LIT);
  for (const [selector, weight] of WEIGHTS) {
    for (const part of document.querySelectorAll(selector)) if (!found.has(part)) found.set(part, weight);
  }
  return [...found].map(([part, weight]) => [weight, part.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height);
}

// Which share of a rectangle a card lies on.
function covered(rect, { left, top }, width, height) {
  const wide = Math.min(rect.right, left + width) - Math.max(rect.left, left);
  const high = Math.min(rect.bottom, top + height) - Math.max(rect.top, top);
  return wide > 0 && high > 0 ? wide * high / (rect.width * rect.height) : 0;
}
