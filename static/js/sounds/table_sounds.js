// Sounds of the table itself: a turn, a seal, cards that open, a chat message, and the six reactions.
import { knock, noise, strike, tone, vowel } from "./instruments.js";

export function turn(desk) {
  strike(desk, { pitch: 660, long: 0.6, loud: 0.5, partials: [1, 2] });
  strike(desk, { at: 0.14, pitch: 880, long: 0.75, loud: 0.5, partials: [1, 2] });
}

// Wax that is pressed by a signet.
export function wax(desk) {
  tone(desk, { from: 170, to: 75, long: 0.18, loud: 0.9 });
  noise(desk, { from: 500, to: 260, long: 0.1, loud: 0.6 });
  noise(desk, { at: 0.12, from: 2_600, to: 1_400, long: 0.1, loud: 0.12 });
}

// Cards that turn over together.
export function open(desk) {
  noise(desk, { from: 900, to: 2_400, long: 0.32, loud: 0.7 });
  strike(desk, { at: 0.2, pitch: 392, long: 0.65, loud: 0.4, partials: [1, 2] });
  strike(desk, { at: 0.26, pitch: 523, long: 0.7, loud: 0.4, partials: [1, 2] });
}

export function chat(desk) {
  tone(desk, { from: 1_046, to: 1_175, long: 0.15, loud: 0.5 });
  tone(desk, { at: 0.07, from: 1_568, long: 0.12, loud: 0.2 });
}

export function applause(desk) {
  for (let clap = 0; clap < 26; clap++) {
    // no two claps come at the same distance
    const at = clap * 0.042 + ((clap * 7) % 5) * 0.009;
    noise(desk, { at, from: 950 + ((clap * 13) % 7) * 130, long: 0.06, loud: 0.75 - clap * 0.018, rise: 0.002 });
  }
}

export function laugh(desk) {
  [300, 285, 265, 240].forEach((pitch, place) => {
    const at = place * 0.16;
    noise(desk, { at, from: 1_600, long: 0.05, loud: 0.12 });
    vowel(desk, { at: at + 0.03, from: pitch, to: pitch * 0.88, long: 0.12, loud: 0.9 });
  });
}

export function gasp(desk) {
  noise(desk, { from: 700, to: 2_300, long: 0.4, loud: 0.9, sharp: 2, rise: 0.22 });
  vowel(desk, { at: 0.05, from: 250, to: 330, long: 0.3, loud: 0.35, rise: 0.15 });
}

// Two sinking notes, and a drop.
export function tear(desk) {
  vowel(desk, { from: 466, to: 440, long: 0.34, loud: 0.6, bands: [520, 900], rise: 0.05 });
  vowel(desk, { at: 0.32, from: 370, to: 330, long: 0.42, loud: 0.6, bands: [520, 900], rise: 0.05 });
  tone(desk, { at: 0.7, from: 620, to: 1_500, long: 0.09, loud: 0.5 });
}

// A hat that is swept off, and two taps on its crown.
export function hat(desk) {
  noise(desk, { from: 500, to: 1_900, long: 0.26, loud: 0.7, rise: 0.1 });
  knock(desk, { at: 0.26, pitch: 190, long: 0.1, loud: 0.8 });
  knock(desk, { at: 0.37, pitch: 230, long: 0.1, loud: 0.8 });
}

// A spyglass that is drawn out, and a wink.
export function eye(desk) {
  [523, 659, 988].forEach((pitch, place) => {
    tone(desk, { at: place * 0.09, from: pitch, long: 0.16, loud: 0.6, type: "triangle", rise: 0.004 });
  });
}
