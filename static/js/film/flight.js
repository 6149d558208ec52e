// Flies cards, pawns and gems from where they were to where they are now, and turns what lies open now: the browser
// does it, between two frames. Every name costs a picture of its element, so only what the step moves has one
// meanwhile.
import { cleared, exchanged, heapsIn, leaving } from "./heaps.js";

const FLIES = "[data-vt]";
const MOST = 24;
const FLIGHT_MS = 450;
const held = new Set();
let named = [];
let current = null;
let flight = 0;
const read = new Map();
document.documentElement.classList.add("names-by-hand");

export async function flown(regions, change) {
  land();
  const mine = flight;
  const { moved, turned, fresh, gone, gifts } = difference(regions);
  const arriving = leaving(gifts);
  // reads all, then writes: looking after a change would lay out the page once more each time
  const after = () => {
    if (mine !== flight) return;
    const [seen, risen, fly] = [inSight(regions, moved), inSight(regions, fresh), arriving()];
    const ways = risen.map(wayFrom);
    if (current) name(seen, turned);
    risen.forEach((element, place) => hold(rise(element, ways[place])));
    fly().forEach(hold);
  };
  const leave = document.startViewTransition ? inSight(regions, moved) : [];
  // what only goes is not worth the pictures
  if (leave.every(({ dataset }) => gone.has(dataset.vt))) {
    await change();
    after();
    begin(mine);
    return;
  }
  name(leave, turned);
  const transition = document.startViewTransition(async () => {
    forget();
    await change();
    after();
  });
  current = transition;
  transition.finished.finally(() => current === transition && forget());
  // names that are not unique only cost the flight
  transition.ready.then(() => mine === flight && lighten(), () => {}).then(() => begin(mine));
  await transition.updateCallbackDone;
}

// Whatever flies is where it flies to, at once.
export function land() {
  flight += 1;
  current?.skipTransition();
  current = null;
  for (const each of held) each.cancel();
  held.clear();
  forget();
  cleared();
}

// The changed table takes the page's thread longer to draw than a frame lasts. So all wait at their start until that is
// done, and set out together: nothing is lost of the flight, and what ends together is drawn anew once.
function hold(animation) {
  animation.pause();
  held.add(animation);
}

async function begin(mine) {
  await drawn();
  if (mine !== flight) return;
  for (const each of held) each.play();
  held.clear();
}

function drawn() {
  return new Promise(done => (document.hidden ? done() : requestAnimationFrame(() => setTimeout(done))));
}

// Reads where everything will be, while the step before rests.
export function prepare(regions) {
  for (const [id, html] of Object.entries(regions)) foundIn(id, html);
}

// What will be elsewhere or gone, what will look otherwise where it is, what is new, and what heaps give each other.
function difference(regions) {
  const ids = Object.keys(regions);
  const before = ids.map(id => [id, found(document, id)]);
  const after = ids.map(id => [id, foundIn(id, regions[id])]);
  const [was, now] = [before, after].map(all => new Map(all.flatMap(([, { places }]) => [...places])));
  const [had, has] = [before, after].map(all => new Map(all.map(([id, { heaps }]) => [id, heaps])));
  const turned = new Set();
  const moved = new Set();
  const fresh = new Set();
  const gone = new Set([...was.keys()].filter(vt => !now.has(vt)));
  for (const [vt, there] of now) {
    const here = was.get(vt);
    if (!here) fresh.add(vt);
    else if (here.html !== there.html) turned.add(vt);
    if (here && (here.path !== there.path || here.html !== there.html)) moved.add(vt);
  }
  for (const vt of gone) moved.add(vt);
  return { moved, turned, fresh, gone, gifts: exchanged(had, has) };
}

function foundIn(id, html) {
  if (read.get(id)?.html !== html) {
    const page = /data-vt|data-heap/.test(html) ? new DOMParser().parseFromString(html, "text/html") : null;
    read.set(id, { html, found: page ? found(page, id) : { places: new Map(), heaps: new Map() } });
  }
  return read.get(id).found;
}

function found(page, id) {
  const places = new Map();
  const region = page.getElementById(id);
  for (const element of region?.querySelectorAll(FLIES) ?? []) {
    places.set(element.dataset.vt, { path: pathOf(element, region), html: element.innerHTML });
  }
  return { places, heaps: heapsIn(region) };
}

function pathOf(element, region) {
  let path = region.id;
  for (let at = element; at !== region; at = at.parentElement) {
    path += `/${Array.prototype.indexOf.call(at.parentElement.children, at)}`;
  }
  return path;
}

// The browser's own flight also changes widths and heights, so that the page's thread has to style and lay out every
// frame of it. What is only moved and scaled is left to the compositor, and needs no thread at all.
function lighten() {
  const root = document.documentElement;
  for (const animation of root.getAnimations({ subtree: true })) {
    const { effect } = animation;
    const { pseudoElement } = effect;
    if (!pseudoElement?.startsWith("::view-transition-")) continue;
    if (!pseudoElement.startsWith("::view-transition-group(")) {
      hold(animation);
      continue;
    }
    const [from, to] = effect.getKeyframes();
    const sizeOf = ({ width, height } = {}) => ({ width: parseFloat(width), height: parseFloat(height) });
    const [was, is] = [from, to].map(sizeOf);
    const [wide, high] = [was.width / is.width, was.height / is.height];
    if (!(wide > 0 && high > 0)) continue;
    if (from.transform !== to.transform || wide !== 1 || high !== 1) {
      // both turn about the middle of the box, which is as large as at the end all the time now
      const [aside, down] = [(was.width - is.width) / 2, (was.height - is.height) / 2];
      const start = `translate(${aside}px, ${down}px) ${from.transform} scale(${wide}, ${high})`;
      const { delay, duration, fill } = effect.getTiming();
      const timing = { delay, duration, fill, easing: from.easing, pseudoElement };
      hold(root.animate({ transform: [start, to.transform] }, timing));
    }
    animation.cancel();
  }
}

function name(elements, turned) {
  for (const element of elements) {
    element.style.viewTransitionName = element.dataset.vt;
    if (turned.has(element.dataset.vt)) element.style.viewTransitionClass = "turns";
    named.push(element);
  }
}

// Those of these names that can be seen, each name once.
function inSight(regions, names) {
  const known = new Map();
  if (!names.size) return [];
  for (const id of Object.keys(regions)) {
    for (const element of document.getElementById(id)?.querySelectorAll(FLIES) ?? []) {
      const { vt } = element.dataset;
      if (known.size < MOST && !known.has(vt) && names.has(vt) && isInSight(element)) known.set(vt, element);
    }
  }
  return [...known.values()];
}

// The way from where a new thing comes from, if it says so.
function wayFrom(element) {
  const source = document.getElementById(element.dataset.from ?? "")?.getBoundingClientRect();
  if (!source?.width) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const scale = Math.min(1, source.height / height);
  const aside = source.left + source.width / 2 - left - width / 2;
  const down = source.top + source.height / 2 - top - height / 2;
  return `translate(${aside}px, ${down}px) scale(${scale})`;
}

// What is new was nowhere: no picture of before is needed, it comes by itself.
function rise(element, way) {
  const frames = way ? { opacity: [0, 1, 1], transform: [way, "none"] } : { opacity: [0, 1] };
  return element.animate(frames, { duration: FLIGHT_MS, easing: "ease-out" });
}

function forget() {
  for (const element of named) {
    element.style.viewTransitionName = element.style.viewTransitionClass = "";
    if (!element.style.length) element.removeAttribute("style");
  }
  named = [];
}

function isInSight(element) {
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}
