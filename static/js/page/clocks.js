// Running time: the ring of what is left of a choice, and the moment before the cards are revealed.
import { announce } from "./notices.js";
import { isStill } from "../settings/settings.js";
import { write } from "./write.js";

const LAST_MS = 15_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const told = new Map();
// What the room's clock showed when this page's own, which nobody sets, stood at nought. Moments of the room are of
// that clock: neither the device's nor the server's on the wall may tell how long is left.
let began = null;

export function heardTime(now) {
  began = now - performance.now();
}

export function watchClocks() {
  const countdown = revealCountdown();
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-until]")) show(clock);
    countdown();
  };
  setInterval(tick, 250);
  document.addEventListener("signet:shown", tick);
  tick();
}

// A quiet ring, and how long the choice has; once that is up, what is left of the reserve.
function show(clock) {
  if (began === null) return;
  const until = Number(clock.dataset.until);
  const left = Math.max(0, until - began - performance.now());
  const isLast = left <= LAST_MS;
  const ring = clock.querySelector(".ring-left");
  const share = left ? Math.min(1, left / Number(clock.dataset.span)) : 0;
  ring.setAttribute("stroke-dashoffset", (100 - 100 * share).toFixed(1));
  const { reserve = "0", reserveSays, over } = clock.dataset;
  const free = left - Number(reserve);
  const figures = free > 0 ? span(free) : over ?? reserveSays.replace("{time}", span(left));
  write(clock.querySelector("time"), figures);
  // of the others' time nothing is announced
  if (over !== undefined) return;
  clock.toggleAttribute("data-js-last", isLast);
  const stage = isLast ? 2 : 1;
  if ((told.get(until) ?? 0) >= stage) return;
  told.set(until, stage);
  announce(isLast ? clock.dataset.says.replace("{left}", Math.ceil(left / 1000)) : clock.title);
}

// So many milliseconds as they are read off a clock; where there are many, in hours or days. A moment after its start a
// week is still one of seven days.
function span(ms) {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 2 * DAY) return units(seconds / DAY, "day", "long");
  if (seconds >= 2 * HOUR) return units(seconds / HOUR, "hour", "narrow");
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function units(count, unit, unitDisplay) {
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay }).format(Math.floor(count + 1 / 24));
}

// What everybody sees after the last seal: the seals side by side, and how long anybody may still change.
function revealCountdown() {
  const box = document.getElementById("reveal-countdown");
  const seals = box.querySelector(".reveal-seals");
  const bar = box.querySelector(".reveal-bar");
  let shownFor = "";
  let endsAt = 0;
  document.addEventListener("signet:reveal", () => { box.hidden = true; });
  return () => {
    const { revealAt, grace } = document.getElementById("phase").dataset;
    if (revealAt !== shownFor) {
      shownFor = revealAt;
      // a page that came late, or a game that was paused meanwhile, has only the rest of the pause
      const whole = Number(grace) * 1000;
      const left = began === null ? whole : Math.max(0, Math.min(whole, Number(revealAt) - began - performance.now()));
      endsAt = performance.now() + left;
      box.hidden = !revealAt;
      const crests = revealAt ? [...document.querySelectorAll(".seat[data-state=sealed] .crest")] : [];
      seals.replaceChildren(...crests.map(crest => crest.cloneNode(true)));
      const full = `scaleX(${whole ? left / whole : 1})`;
      const transform = isStill() ? ["scaleX(1)", "scaleX(1)"] : [full, "scaleX(0)"];
      if (revealAt) bar.animate({ transform }, { duration: left, fill: "forwards" });
    }
    const count = document.querySelector(".reveal-count");
    if (count) write(count, Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)));
  };
}
