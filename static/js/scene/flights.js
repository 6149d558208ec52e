// The layer above everything in which copies of pieces fly. Whatever flies is already where it flies to; only its copy
// is seen until it has landed.
const EDGES = "#scene, #dock, #guests, .seats";
const flying = new Set();
let layer = null;

// A copy of the element as it is now, resting exactly above it; null if the element cannot be seen. It stands in copies
// of what is around it, so that it looks the same.
export function copyOf(element) {
  const box = element.getBoundingClientRect();
  if (!box.width || !box.height) return null;
  const copy = element.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  copy.classList.remove("is-away", "is-stamped", "is-choice", "is-picked", "is-focus", "is-looked-at");
  copy.classList.add("flown");
  const [width, height] = [element.offsetWidth || box.width, element.offsetHeight || box.height];
  return { copy, around: around(element), box: center(box), width, height, zoom: zoomOf(element) };
}

// Puts a copy into the layer. Its middle is where that of the box is; it is as large as at rest.
export function lift({ copy, around, width, height, zoom }, { x, y }) {
  const over = above();
  const { left, top } = over.getBoundingClientRect();
  Object.assign(copy.style, {
    left: `${x - left - width / 2}px`,
    top: `${y - top - height / 2}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  // what is measured by its own surroundings cannot be so here
  copy.style.setProperty("--flown-w", `${width}px`);
  if (zoom !== 1) copy.style.scale = String(zoom);
  const shell = shellOf(around);
  shell.inner.append(copy);
  over.append(shell.outer);
  return { copy, outer: shell.outer };
}

// Animates a lifted copy; when it has landed it goes, and what it is a copy of is seen. Resolves then.
export function fly({ copy, outer }, frames, timing, hidden = null) {
  hidden?.classList.add("is-away");
  const flight = { animation: copy.animate(frames, { fill: "both", ...timing }), outer, hidden };
  flying.add(flight);
  const down = () => {
    if (!flying.delete(flight)) return;
    outer.remove();
    if (hidden && ![...flying].some(other => other.hidden === hidden)) hidden.classList.remove("is-away");
  };
  flight.down = down;
  return flight.animation.finished.then(down, down);
}

// All that flies is where it flies to, at once.
export function land() {
  for (const { animation, down } of [...flying]) {
    down();
    animation.cancel();
  }
  for (const each of document.querySelectorAll(".is-away")) each.classList.remove("is-away");
}

export function center({ left, top, width, height }) {
  return { x: left + width / 2, y: top + height / 2, width, height };
}

// How much larger the camera shows what is in the world.
export function zoomOf(element) {
  const world = element.closest("#world");
  return world?.offsetWidth ? world.getBoundingClientRect().width / world.offsetWidth : 1;
}

// The layer is as large as the scene and where it is: what is measured by the scene is as large in it.
function above() {
  const box = document.getElementById("scene").getBoundingClientRect();
  if (!layer?.isConnected) {
    layer = document.createElement("div");
    layer.className = "flights";
    layer.inert = true;
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
  }
  const { style } = layer;
  const [left, top] = [`${box.left}px`, `${box.top}px`];
  if (style.left !== left || style.top !== top) Object.assign(style, { left, top });
  const [width, height] = [`${box.width}px`, `${box.height}px`];
  if (style.width !== width || style.height !== height) Object.assign(style, { width, height });
  return layer;
}

// What is around an element up to its part of the page.
function around(element) {
  const found = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    found.push(at);
    if (at.matches(EDGES)) break;
  }
  return found;
}

// The same as elements without boxes.
function shellOf(parents) {
  let inner = null;
  let outer = null;
  for (const parent of parents) {
    const shell = parent.cloneNode(false);
    shell.removeAttribute("id");
    shell.removeAttribute("style");
    shell.classList.add("around");
    if (outer) shell.append(outer);
    else inner = shell;
    outer = shell;
  }
  return { inner, outer };
}
