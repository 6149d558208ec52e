// Flies cards, pawns and gems from where they were to where they are now, and turns what lies open now: the browser does
// it, between two frames. Every name costs a picture of its element, so only what the step moves has one meanwhile.
const FLIES = "[data-vt]";
const MOST = 24;
let named = [];
const read = new Map();
document.documentElement.classList.add("names-by-hand");

export async function flown(regions, change) {
  const { moved, turned } = document.startViewTransition ? difference(regions) : { moved: new Set() };
  if (!moved.size) return change();
  name(regions, moved, turned);
  const transition = document.startViewTransition(async () => {
    forget();
    await change();
    name(regions, moved, turned);
  });
  transition.finished.finally(forget);
  // names that are not unique only cost the flight
  transition.ready.then(lighten, () => {});
  await transition.updateCallbackDone;
}

// Reads where everything will be, while the step before rests.
export function prepare(regions) {
  for (const [id, html] of Object.entries(regions)) placesIn(id, html);
}

// What will be elsewhere, and what will look otherwise where it is.
function difference(regions) {
  const ids = Object.keys(regions);
  const was = new Map(ids.flatMap(id => [...places(document, id)]));
  const now = new Map(ids.flatMap(id => [...placesIn(id, regions[id])]));
  const turned = new Set();
  const moved = new Set();
  for (const [vt, there] of now) {
    const here = was.get(vt);
    if (here && here.html !== there.html) turned.add(vt);
    if (here?.path !== there.path || here.html !== there.html) moved.add(vt);
  }
  for (const vt of was.keys()) if (!now.has(vt)) moved.add(vt);
  return { moved, turned };
}

function placesIn(id, html) {
  if (read.get(id)?.html !== html) {
    const page = html.includes("data-vt") ? new DOMParser().parseFromString(html, "text/html") : null;
    read.set(id, { html, found: page ? places(page, id) : new Map() });
  }
  return read.get(id).found;
}

function places(page, id) {
  const found = new Map();
  const region = page.getElementById(id);
  for (const element of region?.querySelectorAll(FLIES) ?? []) found.set(element.dataset.vt, { path: pathOf(element, region), html: element.innerHTML });
  return found;
}

function pathOf(element, region) {
  let path = region.id;
  for (let at = element; at !== region; at = at.parentElement) path += `/${Array.prototype.indexOf.call(at.parentElement.children, at)}`;
  return path;
}

// The browser's own flight also changes widths and heights, so that the page's thread has to style and lay out every frame
// of it. What is only moved and scaled is left to the compositor, and needs no thread at all.
function lighten() {
  const root = document.documentElement;
  for (const animation of root.getAnimations({ subtree: true })) {
    const { effect } = animation;
    const { pseudoElement } = effect;
    if (!pseudoElement?.startsWith("::view-transition-group(")) continue;
    const [from, to] = effect.getKeyframes();
    const [was, is] = [from, to].map(({ width, height } = {}) => ({ width: parseFloat(width), height: parseFloat(height) }));
    const [wide, high] = [was.width / is.width, was.height / is.height];
    if (!(wide > 0 && high > 0)) continue;
    if (from.transform !== to.transform || wide !== 1 || high !== 1) {
      // both turn about the middle of the box, which is as large as at the end all the time now
      const start = `translate(${(was.width - is.width) / 2}px, ${(was.height - is.height) / 2}px) ${from.transform} scale(${wide}, ${high})`;
      const { delay, duration, fill } = effect.getTiming();
      root.animate({ transform: [start, to.transform] }, { delay, duration, fill, easing: from.easing, pseudoElement });
    }
    animation.cancel();
  }
}

// Looks at all of them before it names any: looking after a change would lay out the page once more each time.
function name(regions, moved, turned) {
  const known = new Map();
  for (const id of Object.keys(regions)) {
    for (const element of document.getElementById(id)?.querySelectorAll(FLIES) ?? []) {
      const { vt } = element.dataset;
      if (known.size < MOST && !known.has(vt) && moved.has(vt) && isInSight(element)) known.set(vt, element);
    }
  }
  for (const [vt, element] of known) {
    element.style.viewTransitionName = vt;
    if (turned.has(vt)) element.style.viewTransitionClass = "turns";
    named.push(element);
  }
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
