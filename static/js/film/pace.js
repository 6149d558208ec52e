// How long a step is rested upon before the next one comes.
import { setting } from "../settings/settings.js";

const PACE = { slow: 1.7, normal: 1, fast: 0.5 };
// What a player can choose; at the last there is no film.
export const SPEEDS = [...Object.keys(PACE), "none"];
const MOST_BEHIND_MS = 12_000;

// Milliseconds: time to read a sentence of that many letters, and the more the more it matters; as fast as this device
// likes, and in haste at least as fast as any device may.
export function restMs(letters, weight = 1, isHasty = false) {
  const pace = PACE[setting("film")] ?? PACE.normal;
  return (700 * weight + 350 + letters * 22) * (isHasty ? Math.min(pace, PACE.fast) : pace);
}

// Whether those who still have all these steps before them had better see their end at once.
export function isTooFarBehind(steps) {
  return steps.reduce((sum, { say, weight }) => sum + restMs(say.length, weight, true), 0) > MOST_BEHIND_MS;
}
