// How long a step is rested upon before the next one comes.
import { setting } from "./settings.js";

const PACE = { slow: 1.7, normal: 1, fast: 0.5 };

// Milliseconds: time to read a sentence of that many letters, and the more the more it matters; as fast as this device likes.
export function restMs(letters, weight = 1) {
  return (700 * weight + 350 + letters * 22) * (PACE[setting("film")] ?? 1);
}
