// Running time: the ring of what is left of a choice, and the moment before the cards are opened.
import { announce } from "./notices.js";
import { isStill } from "./settings.js";

const LAST_MS = 15_000;
const DRIFT_MS = 2_000;
const told = new Map();
let drift = null;

export function watchClocks() {
  const opening = openingMoment();
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-until]")) show(clock);
    opening();
  };
  setInterval(tick, 250);
  document.addEventListener("signet:shown", tick);
  tick();
}

// A quiet ring; figures only at the end.
function show(clock) {
  if (drift === null) measureDrift();
  const until = Number(clock.dataset.until);
  const left = Math.max(0, until - Date.now() - drift);
  const isLast = left <= LAST_MS;
  const ring = clock.querySelector(".ring-left");
  ring.setAttribute("stroke-dashoffset", (100 - 100 * Math.min(1, left / Number(clock.dataset.span))).toFixed(1));
  const figures = isLast ? String(Math.ceil(left / 1000)) : "";
  const time = clock.querySelector("time");
  if (time.textContent !== figures) time.textContent = figures;
  clock.toggleAttribute("data-js-last", isLast);
  const stage = isLast ? 2 : 1;
  if ((told.get(until) ?? 0) >= stage) return;
  told.set(until, stage);
  announce(isLast ? `${Math.ceil(left / 1000)}: ${clock.dataset.says}` : clock.dataset.says);
}

// Clocks of different machines differ: the server's is in the head of every answer, to the second.
async function measureDrift() {
  drift = 0;
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5_000) });
    const found = new Date(answer.headers.get("date")).getTime() + 500 - Date.now();
    if (Math.abs(found) > DRIFT_MS) drift = found;
  } catch {
    drift = null;
  }
}

// What everybody sees after the last seal: the seals side by side, and how long anybody may still change.
function openingMoment() {
  const box = document.getElementById("opening");
  const seals = box.querySelector(".opening-seals");
  const bar = box.querySelector(".opening-bar");
  let opensFor = "";
  let opensAt = 0;
  document.addEventListener("signet:opening", () => { box.hidden = true; });
  return () => {
    const { opens, grace } = document.getElementById("phase").dataset;
    // counted from when it was heard of, by this machine's clock
    if (opens !== opensFor) {
      opensFor = opens;
      opensAt = Date.now() + Number(grace) * 1000;
      box.hidden = !opens;
      seals.replaceChildren(...(opens ? [...document.querySelectorAll(".seat.is-sealed .crest")].map(crest => crest.cloneNode(true)) : []));
      if (opens) bar.animate({ transform: ["scaleX(1)", isStill() ? "scaleX(1)" : "scaleX(0)"] }, { duration: Number(grace) * 1000, fill: "forwards" });
    }
    const count = document.querySelector("[data-opening]");
    if (count) count.textContent = String(Math.max(0, Math.ceil((opensAt - Date.now()) / 1000)));
  };
}
