// Paths of flights as frames of `translate`, `scale` and `opacity`; the styles define the state at rest.
// Boxes are `{x, y, width, height}` about their middle, in pixels of the window.
import { center } from "./flights.js";

const LIFT = 0.18, TOP = 0.55;
const HOP = 0.2;

// Return the box of a place, or null if nothing is visible. If the scene has no room for a player's place, return the
// box of the seat's crest.
export function placeBox(name) {
  const place = document.getElementById(`at-${name}`);
  const box = place?.getBoundingClientRect();
  if (box?.width && box.height) return center(box);
  const seat = name?.match(/-(\d+)(?:-[a-z]+)?$/)?.[1];
  const crest = seat && document.querySelector(`#seat-${seat} .crest`);
  const mark = crest?.getBoundingClientRect();
  return mark?.width ? center(mark) : null;
}

// Return the frames of an arc (lift, fly, settle) between two boxes; the copy rests at the second one.
export function arc(from, to, { zoom, width, height, box }, { isMany = false, opacity = null } = {}) {
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  const way = Math.hypot(dx, dy);
  const rise = Math.min(90, way * (isMany ? 0.1 : 0.2));
  const start = zoom * likeness(from, box, width, height);
  const end = zoom * likeness(to, box, width, height);
  const grown = Math.max(start, end) * (isMany ? 1.05 : 1.22);
  const frames = [
    { translate: `${dx}px ${dy}px`, scale: start, easing: "cubic-bezier(.3, 0, .3, 1)" },
    {
      offset: LIFT,
      translate: `${dx}px ${dy - rise * 0.25}px`,
      scale: start + (grown - start) * 0.7,
      easing: "cubic-bezier(.4, 0, .6, 1)",
    },
    {
      offset: TOP,
      translate: `${dx / 2}px ${dy / 2 - rise}px`,
      scale: grown,
      easing: "cubic-bezier(.3, .2, .2, 1)",
    },
    { offset: 1, translate: "0px 0px", scale: end },
  ];
  if (!opacity) return frames;
  return frames.map((frame, place) => ({ ...frame, opacity: opacity[place] }));
}

// Return the opacities of a kind of fade at the four frames of an arc.
export function fade(way) {
  return { out: [1, 1, 1, 0], over: [1, 1, 0.5, 0], in: [0, 0, 1, 1], up: [0, 1, 1, 1] }[way];
}

// Return the frames of a walk space by space, with a hop on each.
export function along(from, between, to, zoom) {
  const stops = [from, ...between];
  const high = to.height * HOP;
  const frames = [];
  for (const [number, stop] of stops.entries()) {
    const [dx, dy] = [stop.x - to.x, stop.y - to.y];
    frames.push({ offset: number / (stops.length - 1), translate: `${dx}px ${dy}px`, scale: zoom });
    const next = stops[number + 1];
    if (!next) break;
    const [mx, my] = [(dx + next.x - to.x) / 2, (dy + next.y - to.y) / 2 - high];
    frames.push({ offset: (number + 0.5) / (stops.length - 1), translate: `${mx}px ${my}px`, scale: zoom * 1.06 });
  }
  frames.at(-1).translate = "0px 0px";
  return frames;
}

// Return the boxes of the places after `one` up to and including `other`. The list is empty if there are no places
// between them.
export function spaces(one, other) {
  const [, stem, first] = one?.match(/^(.*-)(\d+)$/) ?? [];
  const [, otherStem, last] = other.match(/^(.*-)(\d+)$/) ?? [];
  if (!stem || stem !== otherStem) return [];
  const [from, to] = [Number(first), Number(last)];
  const way = Math.sign(to - from);
  const found = [];
  for (let at = from + way; way && at !== to + way; at += way) {
    const box = placeBox(`${stem}${at}`);
    if (!box) return [];
    found.push(box);
  }
  return found;
}

// Slide an element at rest to its place from that far away, in pixels of the window.
export function leap(element, aside, down, { zoom, ...timing }) {
  const translate = [`${aside / zoom}px ${down / zoom}px`, "0px 0px"];
  return element.animate({ translate }, { easing: "ease-out", ...timing });
}

// Return the scale of a copy of that size in a box: 1 in its own box, else the scale to fit. A box of another shape
// only shrinks it.
function likeness(into, box, width, height) {
  if (into === box) return 1;
  const fits = Math.min(into.width / box.width, into.height / box.height);
  const isAlike = Math.abs(into.width / into.height / (width / height) - 1) < 0.25;
  return isAlike ? fits : Math.min(1, fits);
}
