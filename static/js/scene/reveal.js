// Shows a reveal, the main moment of the games. Closed cards rise to the middle, their seals crack, all turn together,
// rest, and fly to where they act. Only transforms and `opacity` are animated.
import { land, zoomOf } from "./flights.js";
import { isClosed, faceOf, markOf, pieceOf, placeNamed } from "./pieces.js";
import { grouped, stage } from "./stage.js";
import { placeBox } from "./ways.js";

// start or end of each part in milliseconds: for several cards, for one, and for a minor one
const MANY = { rise: 400, still: 560, crack: 700, fall: 1_000, turn: 760, turned: 1_180, rest: 600, fly: 460 };
const ONE = { rise: 320, still: 320, crack: 430, fall: 700, turn: 480, turned: 860, rest: 450, fly: 400 };
const NEXT = { rise: 200, still: 200, crack: 270, fall: 400, turn: 270, turned: 560, rest: 240, fly: 320 };
const PLAIN_WEIGHT = 0.8;
const APART = 40;
const GLIDE = 360, VERDICT = 480;
// the verdict on groups follows at once, so the rest before it is short
const BEFORE_VERDICT = 80, LONGEST = 1.25;
const RISE = "cubic-bezier(.2, .8, .25, 1)", GO = "cubic-bezier(.5, 0, .2, 1)";
const BUZZ_MS = 30;
const LATEST = 250;
let running = [];

// Return the moves of a step that open a closed card.
export function reveals(moves) {
  return moves.filter(({ id, face }) => face && !isClosed(face) && isClosed(pieceOf(id)?.dataset.face ?? ""));
}

// Show how these cards open; resolve when they have arrived where they act. `turns` is called as they turn. `parts` is
// called as they leave the middle, and changes the table. `rise` is when several cards set out on all devices; a device
// that is a little late joins in.
export async function reveal(moves, { pace = 1, weight = 1, isStill = false, canBuzz = false, rise, turns, parts }) {
  const layer = layerOf();
  const cards = moves.map(makeLargeCard).filter(Boolean);
  if (!cards.length) {
    turns();
    await parts();
    return;
  }
  const veil = document.createElement("li");
  veil.className = "veil";
  layer.replaceChildren(veil, ...cards.map(({ element }) => element));
  layer.hidden = false;
  // read all sizes before the next write: this layout costs a slow device most of its time
  const world = layer.getBoundingClientRect();
  const zoom = zoomOf(layer);
  const spots = stage(cards[0].element, cards.length, layer);
  for (const card of cards) card.from = near(boxOf(card.piece), world, card.element, zoom);
  // a front that shows its owner's crest needs no badge
  const named = cards.filter(({ element }) => element.querySelector(".front .crest")?.offsetWidth);
  for (const { element } of named) element.querySelector(".badge")?.remove();
  const verdicts = grouped(layer, cards);
  const times = computeTimes(cards.length, weight, Boolean(verdicts));
  const lasts = times.parts * pace;
  const isTogether = cards.length > 1 && rise > performance.now() - LATEST;
  const play = (element, frames, most) => {
    const animation = element.animate(frames, { duration: most ?? lasts, fill: "both" });
    // devices need different times to draw the cards, so set the common start explicitly
    if (!most && isTogether) animation.startTime = rise;
    running.push(animation);
    return animation;
  };
  for (const { piece } of cards) piece.classList.add("is-away");
  if (isStill) {
    for (const { element } of cards) element.querySelector(".turner").style.rotate = "none";
    for (const half of layer.querySelectorAll(".half")) half.remove();
    cards.forEach(({ element }, number) => {
      element.style.translate = at(spots[number]);
      play(element, { opacity: [0, 1] }, 200);
    });
    play(veil, { opacity: [0, 1] }, 200);
    turns();
    await after(times.rest * pace);
  } else {
    cards.forEach((card, number) => open(card, number, { spot: spots[number], times, play }));
    play(veil, [{ opacity: 0 }, { offset: times.rise / times.parts, opacity: 1 }, { opacity: 1 }]);
    const lead = isTogether ? rise - performance.now() : 0;
    const turning = setTimeout(() => {
      // before the first tap browsers block vibration and log a warning
      if (canBuzz && cards.length > 1 && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
      turns();
    }, lead + times.turn * pace);
    running.push({ cancel: () => clearTimeout(turning) });
    await after(lead + times.parts * pace);
    // after a skip the cards are gone
    if (verdicts && running.length) {
      verdicts.show(play, pace);
      await after((GLIDE + VERDICT) * pace);
    }
  }
  if (!running.length) return;
  await flyAway(cards, { layer, veil, world, zoom, pace, isStill, times, parts });
}

export function endReveal() {
  const layer = document.getElementById("reveal");
  for (const each of running) each.cancel();
  running = [];
  if (!layer) return;
  layer.replaceChildren();
  layer.hidden = true;
}

// Animate one card's way to the middle, its seal and its turn.
function open({ element, from, spread }, number, { spot, times, play }) {
  const f = moment => Math.min(1, moment / times.parts);
  const rises = times.rise + number * APART;
  const home = { translate: at(from), scale: from.scale, rotate: "0deg" };
  const there = { translate: at(spot), rotate: `${spot.turn}deg` };
  play(element, [
    { ...home, offset: 0 },
    { ...home, offset: f(number * APART), easing: RISE },
    { ...there, scale: 0.96, offset: f(rises) },
    { ...there, scale: 0.96, offset: f(Math.max(rises, times.still)), easing: "ease-in" },
    { ...there, scale: 0.93, offset: f(times.crack), easing: "cubic-bezier(.1, .9, .3, 1)" },
    { ...there, scale: 1.07, offset: f((times.turn + times.turned) / 2), easing: "ease-out" },
    { ...there, scale: 1, offset: f(times.turned) },
    { ...there, scale: 1, offset: 1 },
  ]);
  spread.at = spot;
  play(element.querySelector(".turner"), [
    { rotate: "y 180deg", offset: 0 },
    { rotate: "y 180deg", offset: f(times.turn), easing: "cubic-bezier(.45, 0, .2, 1)" },
    { rotate: "y -8deg", offset: f(times.turn + (times.turned - times.turn) * 0.82), easing: "ease-out" },
    { rotate: "y 0deg", offset: f(times.turned) },
    { rotate: "y 0deg", offset: 1 },
  ]);
  for (const [half, aside, turn] of [["left", -46, -34], ["right", 46, 30]]) {
    const whole = { translate: "0% 0%", rotate: "0deg", opacity: 1 };
    play(element.querySelector(`.half-${half}`), [
      { ...whole, offset: 0 },
      // the seal trembles before it cracks
      ...[0.2, 0.4, 0.6, 0.8].map((part, place) => ({
        ...whole, rotate: `${place % 2 ? 4 : -4}deg`, offset: f(times.still + (times.crack - 60 - times.still) * part),
      })),
      { ...whole, offset: f(times.crack - 60) },
      { translate: `${aside * 0.1}% 0%`, rotate: `${turn * 0.08}deg`, opacity: 1, offset: f(times.crack + 40) },
      { translate: `${aside * 1.6}% 48%`, rotate: `${turn * 1.6}deg`, opacity: 0, offset: f(times.fall) },
      { translate: `${aside * 1.6}% 48%`, rotate: `${turn * 1.6}deg`, opacity: 0, offset: 1 },
    ]);
  }
  play(element.querySelector(".flash"), [
    { opacity: 0, offset: 0 },
    { opacity: 0, offset: f(times.crack) },
    { opacity: 0.9, offset: f(times.turn + (times.turned - times.turn) * 0.42) },
    { opacity: 0, offset: f(times.turned + 300) },
    { opacity: 0, offset: 1 },
  ]);
  const badge = element.querySelector(".badge");
  if (!badge) return;
  play(badge, [
    { opacity: 0, translate: "0% 60%", scale: 0.6, offset: 0 },
    { opacity: 0, translate: "0% 60%", scale: 0.6, offset: f(times.crack), easing: "cubic-bezier(.2, 1.6, .4, 1)" },
    { opacity: 1, translate: "0% 0%", scale: 1, offset: f(times.crack + 240) },
    { opacity: 1, translate: "0% 0%", scale: 1, offset: 1 },
  ]);
}

// Fly the cards to where they act; the step's other moves set out with them.
async function flyAway(cards, { layer, veil, world, zoom, pace, isStill, times, parts }) {
  const others = parts();
  for (const { piece } of cards) piece.classList.remove("is-away");
  const goals = cards.map(({ piece }) => near(boxOf(piece), world, cards[0].element, zoom));
  const lasts = (isStill ? 200 : times.fly) * pace;
  const flights = cards.map(({ element, piece, spread }, number) => {
    const [goal, start] = [goals[number], spread.at];
    piece.classList.add("is-away");
    const delay = isStill ? 0 : number * APART * pace;
    const frames = isStill
      ? { opacity: [1, 0] }
      : [
        { translate: at(start), scale: start.scale ?? 1, rotate: `${start.turn}deg`, easing: GO },
        { translate: at(goal), scale: goal.scale, rotate: "0deg" },
      ];
    const flight = element.animate(frames, { duration: lasts, delay, fill: "both" });
    running.push(flight);
    return flight.finished.then(() => {
      piece.classList.remove("is-away");
      element.remove();
    }, () => piece.classList.remove("is-away"));
  });
  for (const badge of layer.querySelectorAll(".badge, .verdict")) {
    running.push(badge.animate({ opacity: 0 }, { duration: lasts * 0.6, fill: "forwards" }));
  }
  running.push(veil.animate({ opacity: [1, 0] }, { duration: lasts, fill: "both" }));
  await Promise.all([...flights, others]);
  endReveal();
}

// Create a large card for the layer from the piece before it opens; null if the piece is unknown.
function makeLargeCard({ id, face, to }) {
  const piece = pieceOf(id);
  if (!piece) return null;
  const { seat, kind } = piece.dataset;
  const element = document.createElement("li");
  element.className = "revealed";
  if (seat !== undefined) element.dataset.seat = seat;
  const turner = part("turner");
  const [front, rear] = [part(`front piece piece-${kind}`), part(`rear piece piece-${kind}`)];
  front.dataset.face = face;
  rear.dataset.face = piece.dataset.face;
  front.append(...faceOf(face, seat));
  rear.append(...faceOf(piece.dataset.face, seat));
  turner.append(front, rear);
  element.append(turner);
  for (const side of ["left", "right"]) {
    const half = part(`half half-${side}`);
    const wax = markOf(seat, "wax");
    if (wax) half.append(wax);
    element.append(half);
  }
  const crest = markOf(seat, "crest");
  if (crest) {
    crest.classList.add("badge");
    element.append(crest);
  }
  element.append(part("flash"));
  return { element, piece, face, to, seat, spread: { at: null } };
}

function part(name) {
  const element = document.createElement("div");
  element.className = name;
  return element;
}

function boxOf(piece) {
  const box = piece.getBoundingClientRect();
  return box.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, height: box.height }
    : placeBox(placeNamed(piece));
}

// Return the position of a box for a card of the layer: from the layer's middle, in the world's own pixels.
function near(box, world, card, zoom) {
  if (!box) return { x: 0, y: 0, scale: 0.2, turn: 0 };
  return {
    x: (box.x - world.left - world.width / 2) / zoom,
    y: (box.y - world.top - world.height / 2) / zoom,
    scale: Math.min(box.width / zoom / card.offsetWidth, box.height / zoom / card.offsetHeight),
    turn: 0,
  };
}

function computeTimes(count, weight, hasVerdict) {
  const plan = count > 1 ? MANY : weight < PLAIN_WEIGHT ? NEXT : ONE;
  const rest = hasVerdict ? BEFORE_VERDICT : plan.rest * Math.max(1, Math.min(LONGEST, weight));
  return { ...plan, rest, parts: plan.turned + rest };
}

function at({ x, y }) {
  return `${x}px ${y}px`;
}

// Wait; `endReveal` ends the wait at once.
function after(ms) {
  return new Promise(done => {
    const timer = setTimeout(done, ms);
    running.push({
      cancel: () => {
        clearTimeout(timer);
        done();
      },
    });
  });
}

function layerOf() {
  let layer = document.getElementById("reveal");
  if (!layer) {
    layer = document.createElement("ol");
    layer.id = "reveal";
    layer.className = "reveal";
    document.getElementById("world").append(layer);
  }
  layer.setAttribute("aria-hidden", "true");
  endReveal();
  land();
  return layer;
}
