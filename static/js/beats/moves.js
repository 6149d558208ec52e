// Drawing and motion of each beat. `ms` is its duration at the normal pace in milliseconds, `strikes` is the part of it
// after which its sound in the middle comes.
import { fadeInAndOut, move, part } from "./parts.js";

const SEALS = 15;
const FALL = "cubic-bezier(.6, 0, .9, .4)", SWING = "ease-in-out";

export const BEATS = {
  // bars slam before the thief
  bars: {
    ms: 1_000,
    strikes: 0.42,
    draw: (layer, { crests }) => layer.append(medallion(part("prison"), part("bars")), ...crests),
    animate: (layer, lasts) => {
      fadeInAndOut(layer, lasts);
      move(layer, ".bars", lasts, "translate", [
        [0, "0 -110%"], [0.2, "0 -110%", FALL], [0.42, "0 0"], [0.47, "0 -5%"], [0.53, "0 0"],
      ]);
      move(layer, ".medallion", lasts, "translate", [[0, "0 0"], [0.42, "0 0"], [0.46, "0 3%"], [0.54, "0 0"]]);
    },
  },
  // the thief's hat falls where the object has been
  hat: {
    ms: 1_000,
    draw: (layer, { crests }) => layer.append(medallion(part("pedestal"), part("hat")), ...crests),
    animate: (layer, lasts) => {
      fadeInAndOut(layer, lasts);
      move(layer, ".hat", lasts, "translate", [
        [0, "-22% -90%"], [0.12, "-22% -90%", FALL], [0.48, "0 0", "ease-out"], [0.56, "0 -9%", "ease-in"],
        [0.64, "0 0"],
      ]);
      move(layer, ".hat", lasts, "rotate", [[0, "-260deg"], [0.12, "-260deg"], [0.48, "14deg"], [0.64, "0deg"]]);
    },
  },
  // a shadow creeps away with the cheque
  shadow: {
    ms: 1_000,
    draw: (layer, { crests }) => layer.append(medallion(part("wall"), part("shadow")), ...crests),
    animate: (layer, lasts) => {
      fadeInAndOut(layer, lasts);
      move(layer, ".shadow", lasts, "translate", [
        [0, "-88% 0"], [0.12, "-88% 0", SWING], [0.27, "-44% -3%", SWING], [0.42, "-8% 0", SWING],
        [0.58, "2% -2%", SWING], [0.7, "34% 0", SWING], [0.92, "100% -2%"],
      ]);
    },
  },
  // scales tip to the winner, whose crest comes first
  scales: {
    ms: 900,
    draw: (layer, { crests: [winner, other] }) => {
      const pans = [pan("left", winner), pan("right", other)];
      layer.append(medallion(part("stand"), part("beam"), ...pans));
    },
    animate: (layer, lasts) => {
      fadeInAndOut(layer, lasts);
      const sways = [[0, -0.7], [0.12, -0.7, SWING], [0.38, 1.25, SWING], [0.54, 0.8, SWING], [0.68, 1]];
      move(layer, ".beam", lasts, "rotate", sways.map(([at, by, ease]) => [at, `${-12 * by}deg`, ease]));
      for (const [side, down] of [["left", 7], ["right", -7]]) {
        const aside = down > 0 ? -32 : 32;
        const way = sways.map(([at, by, ease]) => [at, `${aside}% ${down * by}%`, ease]);
        move(layer, `.pan-${side}`, lasts, "translate", way);
      }
    },
  },
  // a bell, and the sentence large
  bell: {
    ms: 1_200,
    draw: (layer, { words }) => {
      const line = document.createElement("p");
      line.className = "line";
      line.append(...words);
      layer.append(medallion(part("bell")), line);
    },
    animate: (layer, lasts) => {
      fadeInAndOut(layer, lasts);
      const swings = [0, 22, -20, 16, -12, 7, 0].map((by, place) => [place * 0.15, `${by}deg`, SWING]);
      move(layer, ".bell", lasts, "rotate", swings);
    },
  },
  // a laurel closes around the winner, and seals rain
  laurel: {
    ms: 1_200,
    draw: (layer, { crests }) => {
      const winners = document.createElement("div");
      winners.className = "winners";
      winners.append(...crests);
      const halves = [part("laurel laurel-left"), part("laurel laurel-right")];
      layer.append(medallion(...halves, winners), ...Array.from({ length: SEALS }, (_, place) => seal(place)));
    },
    animate: (layer, lasts) => {
      fadeInAndOut(layer, lasts);
      for (const [side, by] of [["left", -70], ["right", 70]]) {
        const closes = [[0, `${by}deg`], [0.1, `${by}deg`, SWING], [0.45, `${by / -18}deg`], [0.55, "0deg"]];
        move(layer, `.laurel-${side}`, lasts, "rotate", closes);
      }
      move(layer, ".winners", lasts, "scale", [[0, "0.3"], [0.2, "0.3", SWING], [0.5, "1.12"], [0.6, "1"]]);
      [...layer.querySelectorAll(".rain")].forEach((each, place) => {
        const from = (place * 5) % 7 * -0.05;
        const timing = { duration: lasts * (1 + from * 0.6), fill: "both", easing: "ease-in" };
        const fall = layer.offsetHeight * 1.3;
        each.animate({ translate: ["0 0", `${((place % 3) - 1) * 30}px ${fall}px`] }, timing);
        each.animate({ rotate: [`${place * 40}deg`, `${place * 40 + 220 * (place % 2 ? 1 : -1)}deg`] }, timing);
      });
    },
  },
};

function medallion(...parts) {
  const round = document.createElement("div");
  round.className = "medallion";
  round.append(...parts);
  return round;
}

function pan(side, crest) {
  const held = document.createElement("div");
  held.className = `pan pan-${side}`;
  held.append(part("dish"), ...(crest ? [crest] : []));
  return held;
}

// Create a seal of the rain, above the board.
function seal(place) {
  const drop = part("rain");
  drop.style.left = `${(place * 37 + 11) % 97}%`;
  drop.style.top = `${-14 - (place * 23) % 40}%`;
  return drop;
}
