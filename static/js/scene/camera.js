// Camera of the scene: it scales the world to show a place close, while the picture keeps its size. A second tap,
// Escape or the button goes back.
import { pressed } from "../page/pressed.js";
import { isStill } from "../settings/settings.js";
import { land } from "./flights.js";

const ROOM = 1.12, MOST = 3.2;
// scenes of at least this size show everything without the camera
const WIDE_PX = 600;
const HIGH_PX = 400;
const WAY_MS = 520;

export function watchCamera() {
  document.addEventListener("click", event => {
    if (event.target.closest("#camera-back")) return whole();
    // taps that choose or skip have called `preventDefault` already
    if (event.defaultPrevented || event.target.closest("a, button, input, label, summary")) return;
    const place = event.target.closest("#world :is([data-camera-of], [data-camera], [data-place])");
    if (event.target.closest("#scene[data-close]")) whole();
    else if (place) close(place.dataset.cameraOf ?? place.dataset.camera ?? place.dataset.place);
  });
  document.addEventListener("keydown", event => {
    const isElsewhere = document.querySelector(":popover-open, dialog[open]");
    if (pressed(event) === "Escape" && !isElsewhere) whole();
  });
  // a vote or a notice above makes the scene lower: end all flights and set the camera again
  const around = [...document.querySelectorAll("#main, #votes")];
  const size = () => around.map(part => `${part.clientWidth} ${part.clientHeight}`).join();
  let known = "";
  const sizes = new ResizeObserver(() => {
    const before = known;
    known = size();
    // a ResizeObserver also calls back when it starts to observe
    if (!before || known === before) return;
    const name = parts().scene?.dataset.close;
    land();
    whole();
    if (name) approach(name);
  });
  for (const part of around) sizes.observe(part);
  document.addEventListener("signet:reveal", whole);
}

// Move the camera to a place or a box of the world, by its name.
export function close(name) {
  const { scene, world, back } = parts();
  const box = world.querySelector(`[data-camera="${name}"]`) ?? document.getElementById(`at-${name}`);
  const seen = box?.getBoundingClientRect();
  if (!seen?.width) return;
  land();
  const [view, all] = [scene.getBoundingClientRect(), world.getBoundingClientRect()];
  // measure in pixels of the unscaled world
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

// Move the camera to a place on small screens only; larger ones show it well enough.
export function approach(name) {
  if (isSmall(document.getElementById("scene"))) close(name);
}

// Return true for a phone, upright or held sideways.
function isSmall(scene) {
  return scene.clientWidth < WIDE_PX || scene.clientHeight < HIGH_PX;
}

// Move the camera for a step of a film; resolve when it has arrived. On small screens it goes to the place if much
// happens there, else back. A box's `data-near` is a selector: if it matches, much happens there.
export async function follow(place) {
  const { scene, world } = parts();
  const name = document.getElementById(`at-${place}`)?.dataset.cameraOf ?? place;
  const much = world?.querySelector(`[data-camera="${name}"]`)?.dataset.near;
  const wanted = much && world.querySelector(much) ? name : undefined;
  // the cheap test is first: `isSmall` reads sizes, which forces a layout
  if (scene.dataset.close === wanted || !isSmall(scene)) return;
  if (wanted) close(wanted);
  else whole();
  if (!isStill()) await new Promise(done => setTimeout(done, WAY_MS));
}

// Show the whole world again.
export function whole() {
  const { scene, world, back } = parts();
  if (!scene?.dataset.close) return;
  world.style.removeProperty("transform");
  delete scene.dataset.close;
  if (back) back.hidden = true;
}

// Return the world's offset that puts this point in the middle, but shows nothing beyond the world's edge.
function within(point, view, size, offset) {
  const wanted = view / 2 - point;
  const least = Math.min(0, view - size);
  return (size <= view ? (view - size) / 2 : Math.min(0, Math.max(least, wanted))) - offset;
}

// Look up the elements on each call, because another game replaces the scene.
function parts() {
  const [scene, world, back] = ["scene", "world", "camera-back"].map(id => document.getElementById(id));
  return { scene, world, back };
}
