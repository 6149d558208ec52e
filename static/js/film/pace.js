// Pace of a film: the rest after each step and the duration of its movements.
import { setting } from "../settings/settings.js";

const PACE = { slow: 2, normal: 1, fast: 0.5 };
// Speeds that a player can choose; with the last there is no film.
export const SPEEDS = [...Object.keys(PACE), "none"];
const MOST_BEHIND_MS = 10_000;
// sentences of at most this weight repeat something that is visible anyway
const PLAIN_WEIGHT = 0.8;
// factor on the duration of other players' steps that are plain to see
const OTHERS = 0.75;
const LONGEST_MS = 1_800;
const FLIGHTS_MS = 900;

// Return this device's factor on durations; with `isHasty` at most that of the fastest film.
export function paceNow(isHasty = false) {
  const pace = PACE[setting("film")] ?? PACE.normal;
  return isHasty ? Math.min(pace, PACE.fast) : pace;
}

// Return milliseconds to read a sentence of that many letters; more weight gives more time.
export function restMs(letters, weight = 1, isHasty = false) {
  const isPlain = weight <= PLAIN_WEIGHT;
  const reading = 160 + (isPlain ? letters * 5 : letters * 9 + 240 * (weight - 0.4));
  return Math.min(LONGEST_MS, reading) * paceNow(isHasty);
}

// Return the factor on a step's duration, by its seat and weight.
export function hurry({ seat = null, weight = 1 }) {
  const you = document.getElementById("scene").dataset.you;
  return seat !== null && String(seat) !== you && weight <= PLAIN_WEIGHT ? OTHERS : 1;
}

// Return true if these steps would take so long that the viewer should see their end at once.
export function isTooFarBehind(steps) {
  const all = steps.reduce((sum, { say, weight, moves = [] }) => {
    const letters = say ? say.join("").length : 0;
    return sum + Math.max(moves.length ? FLIGHTS_MS * paceNow(true) : 0, restMs(letters, weight, true));
  }, 0);
  return all > MOST_BEHIND_MS;
}
