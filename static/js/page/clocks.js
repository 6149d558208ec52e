// Clocks of the page: the ring of the time left for a choice, and the countdown before the cards are revealed.
import { announce } from "./notices.js";
import { isStill } from "../settings/settings.js";
import { write } from "./write.js";

const LAST_MS = 15_000, TICK_MS = 250;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const told = new Map();
// The room clock's value, in ms, at the zero of `performance.now()`. All deadlines are on the room's clock. The wall
// clocks of device and server may be wrong or be changed, so they cannot tell how much time is left.
let began = null;

export function heardTime(now) {
  began = now - performance.now();
}

export function watchClocks() {
  const countdown = revealCountdown();
  let next = 0;
  const tick = () => {
    clearTimeout(next);
    const clocks = document.querySelectorAll("[data-until]");
    for (const clock of clocks) show(clock);
    // a table at rest needs no processor
    if (countdown() || clocks.length) next = setTimeout(tick, TICK_MS);
  };
  for (const event of ["signet:shown", "signet:drawn"]) document.addEventListener(event, tick);
  tick();
}

// Update the ring of a choice and its remaining time. Once the free time is up, show what is left of the reserve.
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
  // the time of other players is not announced
  if (over !== undefined) return;
  clock.toggleAttribute("data-js-last", isLast);
  const stage = isLast ? 2 : 1;
  if ((told.get(until) ?? 0) >= stage) return;
  told.set(until, stage);
  announce(isLast ? clock.dataset.says.replace("{left}", Math.ceil(left / 1000)) : clock.title);
}

// Format milliseconds as a clock reads, and long spans in hours or days. Round up by 1/24 of a unit: a moment after
// its start, a week still reads as seven days.
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

// Return a function that updates the countdown after the last seal, and returns true while it runs. The countdown shows
// the seals side by side, and how long players may still change their choices.
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
      // a page that loaded late, or a game that was paused in between, has only the rest of the pause
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
    return Boolean(revealAt);
  };
}
