// Animates pieces from their old to their new places, by transforms and opacity alone. All reads come before all
// writes, which avoids repeated layouts.
import { copyOf, fly, lift, zoomOf } from "./flights.js";
import { heapFlights } from "./heaps.js";
import { pieceOf, placeNamed } from "./pieces.js";
import { along, arc, fade, leap, placeBox, spaces } from "./ways.js";

const ONE_MS = 760, WAVE_MS = 560, MANY = 3;
const SPACE_MS = 160, LONGEST_WALK_MS = 1_400;
const APART_MS = 50, SPREAD_MS = 240;
const SLIDE_MS = 260, STILL_MS = 200;
// fraction of a group's duration after which the next group sets out
const OVERLAP = 0.36;

// Apply the moves to the table and show them; resolve when all have landed. `pace` is a factor on durations, `at` the
// place of the action, `delay` in milliseconds.
export async function show(table, moves, { pace = 1, isStill = false, at = null, delay = 0 } = {}) {
  if (isStill || !moves.length) {
    table.apply(moves);
    table.say();
    if (moves.length) await fadeChanges(moves, isStill);
    return;
  }
  const groups = groupMoves(moves);
  const before = groups.map(group => group.moves.map(move => measurePiece(move, group.kind)));
  const beside = besides(moves);
  const heaps = heapFlights(moves.filter(move => "heap" in move), at);
  table.apply(moves);
  const flights = [];
  let start = delay;
  for (const [number, group] of groups.entries()) {
    const found = group.moves.map((move, place) => planMove(move, group.kind, before[number][place])).filter(Boolean);
    if (!found.length) continue;
    const isMany = found.length >= MANY;
    const apart = isMany ? Math.min(APART_MS, SPREAD_MS / found.length) : APART_MS * 2;
    found.forEach((each, place) => flights.push({ ...each, isMany, delay: start + place * apart }));
    const longest = Math.max(...found.map(each => walkMs(each.spaces) || (isMany ? WAVE_MS : ONE_MS)));
    start += longest * OVERLAP + (found.length - 1) * apart;
  }
  const gems = heaps(start > delay ? start - APART_MS : start);
  const slides = beside();
  // all reads are done; writes begin here
  const landed = [
    ...flights.map(each => depart(each, pace)),
    ...gems.map(each => each(pace)),
    ...slides.map(each => each(pace)),
  ];
  await Promise.all(landed);
  table.say();
}

// Group consecutive moves of one kind, which fly together.
function groupMoves(moves) {
  const groups = [];
  for (const move of moves) {
    if ("heap" in move || "sign" in move) continue;
    const kind = "gone" in move || "into" in move ? "leaves" : pieceOf(move.id) ? "moves" : "comes";
    if (groups.at(-1)?.kind !== kind) groups.push({ kind, moves: [] });
    groups.at(-1).moves.push(move);
  }
  return groups;
}

// Measure a piece before it moves.
function measurePiece(move, kind) {
  if (kind === "comes") return { box: placeBox(move.outof?.split("/")[0] ?? move.from ?? move.to), isNew: true };
  const piece = pieceOf(move.id);
  if (!piece) return null;
  const copy = copyOf(piece);
  const looks = { face: piece.dataset.face, stem: stemOf(placeNamed(piece)), place: placeNamed(piece) };
  return { copy, box: copy?.box ?? placeBox(looks.place), piece, ...looks };
}

// Plan the flight of a piece; call it after the table has changed. Return null if there is nothing to see.
function planMove(move, kind, before) {
  if (!before?.box) return null;
  const piece = pieceOf(move.as ?? move.id);
  if (!piece) {
    const goal = placeBox(kind === "leaves" ? (move.into?.split("/")[0] ?? move.gone) : move.to);
    return before.copy && goal ? { old: before.copy, from: before.box, to: goal, piece: null, spaces: [] } : null;
  }
  const copy = copyOf(piece);
  const place = placeNamed(piece);
  const goal = copy?.box ?? placeBox(place);
  if (!goal) return null;
  if (before.place === place && before.face === piece.dataset.face && near(before.box, goal)) return null;
  const isOther = before.copy && (before.face !== piece.dataset.face || before.stem !== stemOf(place));
  return {
    old: isOther || !copy ? before.copy : null,
    copy,
    from: before.box,
    to: goal,
    piece,
    isNew: before.isNew,
    spaces: piece.dataset.kind === "pawn" ? spaces(before.place, place) : [],
  };
}

function depart({ old, copy, from, to, piece, isMany, isNew, delay, spaces: between }, pace) {
  const timing = { duration: (isMany ? WAVE_MS : ONE_MS) * pace, delay: delay * pace };
  const all = [];
  if (copy && between.length) {
    timing.duration = walkMs(between) * pace;
    return fly(lift(copy, to), along(from, between, to, copy.zoom), { ...timing, easing: "linear" }, piece);
  }
  // a piece with a new look cross-fades on its way; a piece that leaves fades as it arrives
  if (old) all.push(fly(lift(old, to), arc(from, to, old, { isMany, opacity: fade(copy ? "over" : "out") }), timing));
  if (copy) {
    const opacity = old ? fade("in") : isNew ? fade("up") : null;
    all.push(fly(lift(copy, to), arc(from, to, copy, { isMany, opacity }), timing, piece));
  }
  return Promise.all(all);
}

// Measure the neighbours of moving pieces. Return a function to call after the change. It returns the slides by which
// they make room, each a function of the pace.
function besides(moves) {
  const moving = new Set(moves.flatMap(move => [move.id, move.as]).filter(Boolean));
  const places = new Set();
  for (const { id, to } of moves) {
    const piece = id && pieceOf(id);
    if (piece) places.add(piece.parentElement);
    if (to) places.add(document.getElementById(`at-${to}`));
  }
  const others = [...places].flatMap(place => [...(place?.children ?? [])]);
  const resting = others.filter(each => each.matches(".piece") && !moving.has(each.id.slice(3)));
  const were = resting.map(each => each.getBoundingClientRect());
  return () => resting.map((each, number) => {
    const [was, is] = [were[number], each.getBoundingClientRect()];
    const [aside, down] = [was.left - is.left, was.top - is.top];
    if (!is.width || Math.hypot(aside, down) < 1) return () => null;
    const zoom = zoomOf(each);
    return pace => leap(each, aside, down, { zoom, duration: SLIDE_MS * pace }).finished.catch(() => null);
  });
}

// Fade in the changed pieces, for viewers without movement.
function fadeChanges(moves, isStill) {
  if (!isStill) return null;
  const pieces = moves.map(move => move.id && pieceOf(move.as ?? move.id)).filter(Boolean);
  const fades = pieces.map(piece => piece.animate({ opacity: [0, 1] }, { duration: STILL_MS, easing: "ease-out" }));
  return Promise.allSettled(fades.map(each => each.finished));
}

// Return the duration of a walk in milliseconds: the same for each space, but limited for a long way.
function walkMs(between) {
  return Math.min(SPACE_MS * between.length, LONGEST_WALK_MS);
}

function stemOf(place) {
  return place.replace(/-\d+$/, "");
}

function near(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) < 1 && Math.abs(one.width - other.width) < 1;
}
