// Brings a place close: the world moves, the picture stays the same. A second tap, Escape or the button goes back.
import { pressed } from "../page/pressed.js";
import { isStill } from "../settings/settings.js";
import { land } from "./flights.js";

const ROOM = 1.12, MOST = 3.2;
// wide enough to see everything from where one stands
const WIDE_PX = 600;
const HIGH_PX = 400;
const WAY_MS = 520;

export function watchCamera() {
  document.addEventListener("click", event => {
    if (event.target.closest("#camera-back")) return whole();
    // a tap that chooses or skips has been taken already
    if (event.defaultPrevented || event.target.closest("a, button, input, label, summary")) return;
    const place = event.target.closest("#world :is([data-camera-of], [data-camera], [data-place])");
    if (event.target.closest("#scene[data-close]")) whole();
    else if (place) close(place.dataset.cameraOf ?? place.dataset.camera ?? place.dataset.place);
  });
  document.addEventListener("keydown", event => {
    const isElsewhere = document.querySelector(":popover-open, dialog[open]");
    if (pressed(event) === "Escape" && !isElsewhere) whole();
  });
  // what flies is where it belongs, whatever happens to the picture: a vote or a notice above makes it lower
  const around = [...document.querySelectorAll("#main, #votes")];
  const size = () => around.map(part => `${part.clientWidth} ${part.clientHeight}`).join();
  let known = size();
  const sizes = new ResizeObserver(() => {
    const before = known;
    known = size();
    // an observer also calls when it begins to look
    if (known === before) return;
    const name = parts().scene?.dataset.close;
    land();
    whole();
    if (name) approach(name);
  });
  for (const part of around) sizes.observe(part);
  document.addEventListener("signet:reveal", whole);
}

// Looks at a place or a box of the world by its name.
export function close(name) {
  const { scene, world, back } = parts();
  const box = world.querySelector(`[data-camera="${name}"]`) ?? document.getElementById(`at-${name}`);
  const seen = box?.getBoundingClientRect();
  if (!seen?.width) return;
  land();
  const [view, all] = [scene.getBoundingClientRect(), world.getBoundingClientRect()];
  // the world as it is when all of it is seen
  const zoom = all.width / world.offsetWidth;
  const [left, top] = [(seen.left - all.left) / zoom, (seen.top - all.top) / zoom];
  const [wide, high] = [seen.width / zoom, seen.height / zoom];
  const scale = Math.min(view.width / (wide * ROOM), view.height / (high * ROOM), MOST);
  if (scale <= 1.05) return;
  const x = within((left + wide / 2) * scale, view.width, world.offsetWidth * scale, world.offsetLeft);
  const y = within((top + high / 2) * scale, view.height, world.offsetHeight * scale, world.offsetTop);
  world.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  scene.dataset.close = name;
  if (back) back.hidden = false;
}

// The same on small screens alone: on others one sees it from where one stands.
export function approach(name) {
  if (isSmall(document.getElementById("scene"))) close(name);
}

// A phone, upright or held sideways.
function isSmall(scene) {
  return scene.clientWidth < WIDE_PX || scene.clientHeight < HIGH_PX;
}

// What a film does with the camera on its own: where a screen is small and what happens at a place is much, it goes
// there, and else back. `data-near` of a box is what is much there, as a selector. Resolves when it has arrived.
export async function follow(place) {
  const { scene, world } = parts();
  const name = document.getElementById(`at-${place}`)?.dataset.cameraOf ?? place;
  const much = world?.querySelector(`[data-camera="${name}"]`)?.dataset.near;
  const wanted = much && world.querySelector(much) ? name : undefined;
  // asking how large it is lays out the page
  if (scene.dataset.close === wanted || !isSmall(scene)) return;
  if (wanted) close(wanted);
  else whole();
  if (!isStill()) await new Promise(done => setTimeout(done, WAY_MS));
}

// The whole picture again.
export function whole() {
  const { scene, world, back } = parts();
  if (!scene?.dataset.close) return;
  world.style.removeProperty("transform");
  delete scene.dataset.close;
  if (back) back.hidden = true;
}

// How far the world moves so that this point of it is in the middle, but never so far that one looks beyond its edge.
function within(point, view, size, offset) {
  const wanted = view / 2 - point;
  const least = Math.min(0, view - size);
  return (size <= view ? (view - size) / 2 : Math.min(0, Math.max(least, wanted))) - offset;
}

// Another game brings another scene.
function parts() {
  const [scene, world, back] = ["scene", "world", "camera-back"].map(id => document.getElementById(id));
  return { scene, world, back };
}
