// Layer above the page in which copies of pieces fly. A flying piece is already at its new place; until landing only
// its copy is visible.
const EDGES = "#scene, #dock, #guests, .seats";
const flying = new Set();
let layer = null;
// the layer and its corner, known while flights set out together
let measured = null;

// Return a copy of the element as it is now, to rest exactly above it; null if it is not visible. Copies of its
// ancestors come with it, so that the same styles apply.
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

// Put a copy into the layer, centred on the box and as large as at rest.
export function lift({ copy, around, width, height, zoom }, { x, y }) {
  const { over, left, top } = above();
  Object.assign(copy.style, {
    left: `${x - left - width / 2}px`,
    top: `${y - top - height / 2}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  // sizes relative to the original's container do not resolve here
  copy.style.setProperty("--flown-w", `${width}px`);
  if (zoom !== 1) copy.style.scale = String(zoom);
  const shell = shellOf(around);
  shell.inner.append(copy);
  over.append(shell.outer);
  return { copy, outer: shell.outer };
}

// Animate a lifted copy; resolve when it has landed. Then the copy is removed and `hidden`, its original, is visible
// again.
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

// End all flights at once; every piece is visible at its new place.
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

// Return the camera's scale of the world; 1 for elements outside it.
export function zoomOf(element) {
  const world = element.closest("#world");
  return world?.offsetWidth ? world.getBoundingClientRect().width / world.offsetWidth : 1;
}

// Return the layer and its corner. Measuring forces a layout, so it is done once for flights that set out together.
function above() {
  if (!measured) {
    const over = layerAbove();
    const { left, top } = over.getBoundingClientRect();
    measured = { over, left, top };
    queueMicrotask(() => { measured = null; });
  }
  return measured;
}

// Return the layer, created if missing, with the scene's size and position. Sizes relative to the scene are therefore
// the same in it.
function layerAbove() {
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

// Return the ancestors of an element up to its region of the page.
function around(element) {
  const found = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    found.push(at);
    if (at.matches(EDGES)) break;
  }
  return found;
}

// Return nested copies of these ancestors, for which the styles draw no boxes.
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
