// Plays sounds at this device's volume, of the kinds that are not muted. There is no sound before the first touch.
import { setting } from "../settings/settings.js";
import { SOUNDS } from "./sounds.js";

const LOUD = 0.8;
// milliseconds from the end of a sound until the audio context is suspended
const REST_MS = 250;
// time in which an allowed audio context begins
const ALLOWED_MS = 2_000;
let audio = null;
let out = null;
let rest = 0;
let ends = 0;

// Create the audio context. Browsers allow this only after a touch.
export function wake() {
  if (audio || !window.AudioContext) return;
  audio = new AudioContext({ latencyHint: "interactive" });
  // many sounds at once are no louder than a few
  const limit = new DynamicsCompressorNode(audio, { threshold: -12, ratio: 12, attack: 0.002, release: 0.15 });
  out = new GainNode(audio);
  out.connect(limit).connect(audio.destination);
  restAfter(0);
}

// Create the audio context without a touch; resolve to true if the browser allows that, after a touch on another page.
export async function wakeAgain() {
  wake();
  const running = audio?.resume().then(() => true);
  const isAllowed = await Promise.race([running, new Promise(done => setTimeout(done, ALLOWED_MS))]);
  restAfter(0);
  return Boolean(isAllowed);
}

// Play a sound by its name; resolve when it has begun, or at once if it is muted. The audio context is suspended
// between sounds: a running one would permanently cost a share of a core.
export async function sound(name) {
  const wanted = SOUNDS[name];
  const volume = volumeOf(setting("volume"));
  if (!audio || !wanted || !volume || setting(`sound-${wanted.kind}`) !== "on") return;
  restAfter(wanted.long);
  await audio.resume();
  restAfter(wanted.long);
  out.gain.value = volume * LOUD;
  const level = new GainNode(audio, { gain: wanted.level });
  level.connect(out);
  wanted.play({ audio, out: level, now: audio.currentTime + 0.02 });
  setTimeout(() => level.disconnect(), (wanted.long + 1) * 1_000);
}

// Play a sample of a kind after its switch was turned on, or of the volume.
export function sample(kind) {
  wake();
  sound(Object.keys(SOUNDS).find(name => SOUNDS[name].kind === kind));
}

// Return the gain for a volume from 0 to 100. The ear hears steps of the square as even.
function volumeOf(value) {
  return (Math.min(100, Math.max(0, Number(value) || 0)) / 100) ** 2;
}

// Suspend the audio context that many seconds from now, or when the longest sound has ended.
function restAfter(seconds) {
  ends = Math.max(ends, performance.now() + seconds * 1_000 + REST_MS);
  clearTimeout(rest);
  rest = setTimeout(() => audio?.suspend(), ends - performance.now());
}
