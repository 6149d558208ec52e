// Building blocks of the sounds, in Web Audio. A desk has the audio context, its output `out` and the time `now` at
// which the sound begins. Times are in seconds, counted from there; pitches in hertz; loudness from 0 to 1.
const NOISE_S = 1;
const noises = new WeakMap();

// Play one tone that glides from a pitch to another.
export function tone(desk, { at = 0, from, to = from, long, loud, type = "sine", rise = 0.012 }) {
  const start = desk.now + at;
  const voice = new OscillatorNode(desk.audio, { type, frequency: from });
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + long);
  shape(desk, voice, voice, { start, long, loud, rise });
}

// Play noise through a filter that glides from a pitch to another.
export function noise(desk, { at = 0, from, to = from, long, loud, type = "bandpass", sharp = 0.8, rise = 0.012 }) {
  const start = desk.now + at;
  const voice = new AudioBufferSourceNode(desk.audio, { buffer: noiseOf(desk.audio), loop: true });
  const filter = new BiquadFilterNode(desk.audio, { type, frequency: from, Q: sharp });
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + long);
  shape(desk, voice, voice.connect(filter), { start, long, loud, rise });
}

// Play struck metal or glass: partial tones that are no multiples of the first and fade one after the other.
export function strike(desk, { at = 0, pitch, long, loud, partials = [1, 2.76, 5.4], rise = 0.003 }) {
  partials.forEach((partial, place) => {
    const part = { from: pitch * partial, long: long / (1 + place * 0.6), loud: loud / (1 + place) };
    tone(desk, { at, rise, ...part });
  });
}

// Play a knock on wood: a short low tone with a click.
export function knock(desk, { at = 0, pitch, long = 0.14, loud }) {
  tone(desk, { at, from: pitch * 1.6, to: pitch, long, loud, type: "triangle", rise: 0.002 });
  noise(desk, { at, from: pitch * 7, long: long * 0.3, loud: loud * 0.6, rise: 0.002 });
}

// Play a brass note: a bright voice whose filter opens and closes again.
export function brass(desk, { at = 0, pitch, long, loud }) {
  const start = desk.now + at;
  const filter = new BiquadFilterNode(desk.audio, { type: "lowpass", frequency: pitch * 1.5, Q: 0.7 });
  filter.frequency.setValueAtTime(pitch * 1.5, start);
  filter.frequency.linearRampToValueAtTime(pitch * 6, start + Math.min(0.07, long / 2));
  filter.frequency.exponentialRampToValueAtTime(pitch * 2, start + long);
  // two voices a little out of tune sound like several players
  for (const [number, detune] of [-5, 5].entries()) {
    const voice = new OscillatorNode(desk.audio, { type: "sawtooth", frequency: pitch, detune });
    voice.connect(filter);
    voice.start(start);
    voice.stop(start + long + 0.05);
    if (!number) voice.onended = () => filter.disconnect();
  }
  envelope(desk, filter, { start, long, loud, rise: 0.03 });
}

// Play a vowel of a voice: a bright tone through the two bands that make the vowel.
export function vowel(desk, { at = 0, from, to = from, long, loud, bands = [700, 1_150], rise = 0.02 }) {
  const start = desk.now + at;
  const voice = new OscillatorNode(desk.audio, { type: "sawtooth", frequency: from });
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + long);
  for (const frequency of bands) {
    const band = voice.connect(new BiquadFilterNode(desk.audio, { type: "bandpass", frequency, Q: 5 }));
    envelope(desk, band, { start, long, loud, rise });
  }
  voice.start(start);
  voice.stop(start + long + 0.05);
}

function shape(desk, voice, end, how) {
  envelope(desk, end, how);
  voice.start(how.start);
  voice.stop(how.start + how.long + 0.02);
}

function envelope({ audio, out }, end, { start, long, loud, rise }) {
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(loud, start + Math.min(rise, long / 2));
  level.gain.exponentialRampToValueAtTime(0.0001, start + long);
  end.connect(level).connect(out);
}

// Return a second of noise, the same each time: so each sound is as loud as it was measured.
function noiseOf(audio) {
  if (noises.has(audio)) return noises.get(audio);
  const buffer = audio.createBuffer(1, audio.sampleRate * NOISE_S, audio.sampleRate);
  const wave = buffer.getChannelData(0);
  let seed = 1;
  for (let place = 0; place < wave.length; place++) {
    seed = (seed * 16_807) % 2_147_483_647;
    wave[place] = (seed / 2_147_483_647) * 2 - 1;
  }
  noises.set(audio, buffer);
  return buffer;
}
