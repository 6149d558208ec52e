// Synthesize soft sounds from a few tones and bursts of noise. Each kind can be switched off. There is no sound before
// the first touch.
import { setting } from "../settings/settings.js";

const LOUD = 0.16;
const LONGEST_MS = 1_600;
let audio = null;
let rest = 0;
let noise = null;

const SOUNDS = {
  turn: at => {
    tone(at, { from: 660, long: 0.5, loud: 0.5 });
    tone(at + 0.13, { from: 880, long: 0.7, loud: 0.45 });
  },
  seal: at => {
    tone(at, { from: 150, to: 70, long: 0.16, loud: 0.8 });
    breath(at, { pitch: 500, long: 0.09, loud: 0.4 });
  },
  open: at => {
    breath(at, { pitch: 900, to: 2400, long: 0.32, loud: 0.5 });
    tone(at + 0.2, { from: 392, long: 0.6, loud: 0.3 });
    tone(at + 0.26, { from: 523, long: 0.7, loud: 0.3 });
  },
  step: at => {
    tone(at, { from: 294, to: 280, long: 0.28, loud: 0.4 });
    breath(at, { pitch: 1800, long: 0.04, loud: 0.25 });
  },
  chat: at => tone(at, { from: 1046, to: 1175, long: 0.14, loud: 0.25 }),
};

// Play a sound. The audio context is suspended between sounds: a running one would permanently cost a share of a core.
export async function sound(kind) {
  if (!audio || setting(`sound-${kind}`) !== "on") return;
  clearTimeout(rest);
  await audio.resume();
  SOUNDS[kind](audio.currentTime + 0.02);
  clearTimeout(rest);
  rest = setTimeout(() => audio.suspend(), LONGEST_MS);
}

// Play a sample of a sound after its switch was turned on.
export function sample(kind) {
  wake();
  sound(kind);
}

export function watchSounds() {
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake, { capture: true, passive: true });
  let was = readState();
  document.addEventListener("signet:shown", () => {
    const now = readState();
    if (now.sealed.some(seat => !was.sealed.includes(seat))) sound("seal");
    if (now.turn === "yes" && now.ask !== was.ask) sound("turn");
    // unmuting somebody brings their old messages back: they are not new
    if (Number(now.chat) > Number(was.chat) && now.wishes === was.wishes) sound("chat");
    was = now;
  });
  document.addEventListener("signet:reveal", () => sound("open"));
  document.addEventListener("signet:step", event => event.detail.weight >= 1.5 && sound("step"));
}

function readState() {
  const { turn, ask, chat, wishes } = document.getElementById("phase").dataset;
  const seats = [...document.querySelectorAll(".seat[data-state=sealed]")];
  return { turn, ask, chat, wishes, sealed: seats.map(seat => seat.id) };
}

// Create the audio context. Browsers allow this only after a touch.
function wake() {
  if (audio || !window.AudioContext) return;
  audio = new AudioContext({ latencyHint: "interactive" });
  rest = setTimeout(() => audio.suspend(), LONGEST_MS);
}

function tone(at, { from, to = from, long, loud }) {
  const voice = new OscillatorNode(audio, { type: "sine", frequency: from });
  voice.frequency.exponentialRampToValueAtTime(to, at + long);
  play(voice, voice, at, long, loud);
}

function breath(at, { pitch, to = pitch, long, loud }) {
  const voice = new AudioBufferSourceNode(audio, { buffer: (noise ??= hiss()), loop: true });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 });
  band.frequency.exponentialRampToValueAtTime(to, at + long);
  play(voice, voice.connect(band), at, long, loud);
}

function play(voice, out, at, long, loud) {
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(loud * LOUD, at + 0.012);
  level.gain.exponentialRampToValueAtTime(0.0001, at + long);
  out.connect(level).connect(audio.destination);
  voice.start(at);
  voice.stop(at + long + 0.05);
}

function hiss() {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let place = 0; place < wave.length; place++) wave[place] = Math.random() * 2 - 1;
  return buffer;
}
