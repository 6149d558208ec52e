// Sounds of what happens in the games.
import { brass, knock, noise, strike, tone } from "./instruments.js";

const BELL = [0.5, 1, 1.19, 1.5, 2, 2.74];
const IRON = [1, 1.47, 2.09, 2.56, 3.9];
const GLASS = [1, 2.32, 4.25];

export function gavel(desk) {
  knock(desk, { pitch: 210, long: 0.16, loud: 1 });
  knock(desk, { at: 0.2, pitch: 190, long: 0.2, loud: 1 });
  noise(desk, { at: 0.2, from: 420, long: 0.16, loud: 0.3 });
}

export function coins(desk) {
  for (const [at, pitch] of [[0, 2_350], [0.07, 2_960], [0.16, 2_490], [0.22, 3_320], [0.3, 2_790]]) {
    strike(desk, { at, pitch, long: 0.26, loud: 0.4, partials: [1, 1.52, 2.41] });
  }
}

// Steps on tiptoe, each a little higher.
export function thief(desk) {
  [165, 175, 165, 208].forEach((pitch, place) => {
    const at = place * 0.19;
    tone(desk, { at, from: pitch * 2, to: pitch * 1.98, long: 0.15, loud: 0.8, type: "triangle", rise: 0.004 });
    tone(desk, { at, from: pitch, long: 0.12, loud: 0.5, rise: 0.004 });
  });
  noise(desk, { at: 0.74, from: 1_100, to: 2_800, long: 0.22, loud: 0.3, rise: 0.08 });
}

// The trill of a police whistle, short and long: its pea makes it flutter.
export function whistle(desk) {
  for (const [at, long] of [[0, 0.14], [0.2, 0.5]]) {
    for (let flutter = 0; flutter * 0.033 < long; flutter++) {
      const start = at + flutter * 0.033;
      tone(desk, { at: start, from: 2_150, to: 2_250, long: 0.045, loud: 0.5, rise: 0.006 });
      tone(desk, { at: start, from: 2_480, to: 2_540, long: 0.04, loud: 0.3, rise: 0.006 });
    }
    noise(desk, { at, from: 2_300, long, loud: 0.15, sharp: 4 });
  }
}

// The door of a cell that falls shut.
export function door(desk) {
  noise(desk, { from: 240, to: 120, long: 0.22, loud: 1, rise: 0.003 });
  tone(desk, { from: 110, to: 62, long: 0.3, loud: 0.8, rise: 0.003 });
  strike(desk, { pitch: 318, long: 0.9, loud: 0.45, partials: IRON });
  strike(desk, { at: 0.16, pitch: 590, long: 0.35, loud: 0.25, partials: IRON });
}

export function fanfare(desk) {
  for (const [at, pitch, long] of [[0, 392, 0.14], [0.14, 523, 0.14], [0.28, 659, 0.14], [0.42, 784, 0.5]]) {
    brass(desk, { at, pitch, long, loud: 0.5 });
  }
}

// The longer fanfare of a win, with a chord and a drum.
export function triumph(desk) {
  for (const [at, pitch] of [[0, 392], [0.13, 392], [0.26, 392], [0.39, 523], [0.68, 466], [0.83, 523]]) {
    brass(desk, { at, pitch, long: at === 0.39 ? 0.28 : 0.13, loud: 0.4 });
  }
  for (const pitch of [262, 523, 659, 784]) brass(desk, { at: 1, pitch, long: 1, loud: 0.3 });
  for (const at of [0.39, 1]) {
    tone(desk, { at, from: 98, to: 60, long: 0.3, loud: 0.6, rise: 0.003 });
    noise(desk, { at, from: 160, long: 0.12, loud: 0.4, rise: 0.003 });
  }
}

// Paper that is turned.
export function paper(desk) {
  noise(desk, { from: 1_700, to: 4_200, long: 0.16, loud: 0.7, rise: 0.05 });
  noise(desk, { at: 0.13, from: 3_400, to: 1_500, long: 0.12, loud: 0.6, rise: 0.01 });
}

// Two pans of brass that touch, and their chain.
export function scales(desk) {
  strike(desk, { pitch: 988, long: 0.6, loud: 0.5, partials: [1, 2.4, 3.1] });
  strike(desk, { at: 0.17, pitch: 740, long: 0.75, loud: 0.5, partials: [1, 2.4, 3.1] });
  for (const at of [0.05, 0.11, 0.25, 0.31]) {
    strike(desk, { at, pitch: 3_900, long: 0.05, loud: 0.12, partials: [1, 1.3] });
  }
}

export function gems(desk) {
  for (const [at, pitch] of [[0, 1_760], [0.06, 2_217], [0.13, 1_976], [0.19, 2_637], [0.27, 3_520]]) {
    strike(desk, { at, pitch, long: 0.34, loud: 0.35, partials: GLASS });
  }
}

export function bell(desk) {
  strike(desk, { pitch: 440, long: 1.4, loud: 0.4, partials: BELL });
  strike(desk, { at: 0.45, pitch: 440, long: 1.5, loud: 0.4, partials: BELL });
}
