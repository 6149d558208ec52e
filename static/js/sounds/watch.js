// Plays the sounds of what happens on the page.
import { sound, wake } from "./player.js";
import { SOUNDS } from "./sounds.js";

// sounds in the middle of a beat
const OF_BEATS = { bars: "door" };
let was = null;

export function watchSounds() {
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake, { capture: true, passive: true });
  was = readState();
  const on = (name, act) => document.addEventListener(`signet:${name}`, act);
  on("shown", compare);
  on("reveal", () => sound("open"));
  on("step", ({ detail }) => detail.sound && sound(detail.sound));
  on("beat", ({ detail }) => sound(OF_BEATS[detail.name]));
  on("reaction", ({ detail }) => {
    if (!document.hidden && SOUNDS[detail.sign]?.kind === "reaction") sound(detail.sign);
  });
  on("voice", ({ detail }) => !document.hidden && !detail.isOwn && sound("chat"));
}

function compare() {
  const now = readState();
  if (now.sealed.some(seat => !was.sealed.includes(seat))) sound("wax");
  if (now.turn === "yes" && now.ask !== was.ask) sound("turn");
  was = now;
}

function readState() {
  const { turn, ask } = document.getElementById("phase").dataset;
  const seats = [...document.querySelectorAll(".seat[data-state=sealed]")];
  return { turn, ask, sealed: seats.map(seat => seat.id) };
}
