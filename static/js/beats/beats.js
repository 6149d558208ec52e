// Short drawn moments over the board, each within the film's pace: an arrest, a theft, a bargain's end, the last round,
// a win. Without motion each is a still picture of the same time.
import { BASE } from "../app/base.js";
import { nodesOf } from "../film/said.js";
import { loadSheet } from "../page/load.js";
import { isStill } from "../settings/settings.js";
import { BEATS } from "./moves.js";

const MOST_MS = 1_200;
const SHEET = `${BASE}/static/css/beats.css`;
let isReady = false;

export function watchBeats() {
  loadSheet(SHEET).then(isLoaded => { isReady = isLoaded; });
  // before its first step a film has time for that
  document.addEventListener("signet:reveal", loadBeats, { once: true });
  document.addEventListener("signet:step", ({ detail }) => {
    if (detail.beat && BEATS[detail.beat.name]) detail.moment = show(detail);
  });
}

// Load the drawings.
export function loadBeats() {
  Object.assign(new Image(), { src: `${BASE}/static/img/beats.svg` });
}

// Show the beat of a step. Return an object: `ended` resolves at its end, `end()` ends it at once.
function show({ beat: { name, seats }, say, pace }) {
  const { draw, animate, ms, strikes = 0 } = BEATS[name];
  const lasts = Math.min(MOST_MS, ms * pace);
  const scene = document.getElementById("scene");
  const isDrawn = isReady && scene.offsetWidth > 0;
  const layer = document.createElement("div");
  layer.className = `beat beat-${name}`;
  // the film's sentence says the same
  layer.setAttribute("aria-hidden", "true");
  if (isDrawn) {
    draw(layer, { crests: seats.map(crestOf).filter(Boolean), words: nodesOf(say) });
    scene.append(layer);
    if (!isStill()) animate(layer, lasts);
  }
  const timers = [setTimeout(() => tell(name), isStill() ? 0 : strikes * lasts)];
  const moment = {};
  moment.ended = new Promise(done => {
    moment.end = () => {
      for (const timer of timers) clearTimeout(timer);
      layer.remove();
      done();
    };
    timers.push(setTimeout(moment.end, isDrawn ? lasts : 0));
  });
  return moment;
}

// Tell the sounds that the middle of the beat has come.
function tell(name) {
  document.dispatchEvent(new CustomEvent("signet:beat", { detail: { name } }));
}

function crestOf(seat) {
  return document.querySelector(`#seat-${seat} .crest`)?.cloneNode(true);
}
