// Load the style sheet and the script of a game that has begun.
import { fetchEarly, loadSheet } from "./load.js";
import { phase } from "./states.js";

const AGAIN_MS = 2_000, SHEET_MS = 5_000, TRIES = 30;
const { play, playSheet } = document.querySelector("[data-live]").dataset;
const roomSheet = document.head.querySelector("link[rel=stylesheet]");
let coming = null;

// Load both once; resolve to the function that begins the game on the page.
export function loadPlay() {
  coming ??= loadBoth();
  return coming;
}

// Bring both to the browser's cache if no game has begun yet.
export function fetchPlay() {
  if (phase().phase === "lobby") [playSheet, play].forEach(fetchEarly);
}

async function loadBoth() {
  // without its sheet a game looks bad, but it can be played
  const sheet = Promise.race([insistOnSheet(), wait(SHEET_MS)]);
  for (let tries = 0; !globalThis.signet?.beginPlay && tries < TRIES; tries++) {
    if (tries) await wait(AGAIN_MS);
    // a browser may remember that an address has failed
    await runScript(tries ? `${play}&again=${tries}` : play);
  }
  await sheet;
  if (!globalThis.signet.beginPlay) location.reload();
  return globalThis.signet.beginPlay;
}

async function insistOnSheet() {
  while (!(await loadSheet(playSheet, roomSheet))) await wait(AGAIN_MS);
}

function runScript(src) {
  return new Promise(done => {
    const script = document.createElement("script");
    document.head.append(Object.assign(script, { type: "module", src, onload: done, onerror: done }));
  });
}

function wait(ms) {
  return new Promise(done => setTimeout(done, ms));
}
