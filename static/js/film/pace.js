// How fast a film runs: how long a step is rested upon, and how long what moves takes.
import { setting } from "../settings/settings.js";

const PACE = { slow: 2, normal: 1, fast: 0.5 };
// What a player can choose; at the last there is no film.
export const SPEEDS = [...Object.keys(PACE), "none"];
const MOST_BEHIND_MS = 10_000;
// a sentence of so little weight only says what one sees anyway
const PLAIN_WEIGHT = 0.8;
// what others do and is plain to see is hurried
const OTHERS = 0.75;
const LONGEST_MS = 1_800;
const FLIGHTS_MS = 900;

// As fast as this device likes, and in haste at least as fast as any device may.
export function paceNow(isHasty = false) {
  const pace = PACE[setting("film")] ?? PACE.normal;
  return isHasty ? Math.min(pace, PACE.fast) : pace;
}

// Milliseconds: time to read a sentence of that many letters, and the more the more it matters.
export function restMs(letters, weight = 1, isHasty = false) {
  const isPlain = weight <= PLAIN_WEIGHT;
  const reading = 160 + (isPlain ? letters * 5 : letters * 9 + 240 * (weight - 0.4));
  return Math.min(LONGEST_MS, reading) * paceNow(isHasty);
}

// How much faster than others a step goes, by whose it is and how much it weighs.
export function hurry({ seat = null, weight = 1 }) {
  const you = document.getElementById("scene").dataset.you;
  return seat !== null && String(seat) !== you && weight <= PLAIN_WEIGHT ? OTHERS : 1;
}

// Whether those who still have all these steps before them had better see their end at once.
export function isTooFarBehind(steps) {
  const all = steps.reduce((sum, { say, weight, moves = [] }) => {
    const letters = say ? say.join("").length : 0;
    return sum + Math.max(moves.length ? FLIGHTS_MS * paceNow(true) : 0, restMs(letters, weight, true));
  }, 0);
  return all > MOST_BEHIND_MS;
}
