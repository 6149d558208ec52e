// Show dates of evenings in the device's time zone and the page's language, and offer likely ones. Without this module
// they are in the zone of the proposer, which they name.
import { write } from "./write.js";

const HALF_HOUR = 1_800_000, DAY = 86_400_000, FRIDAY = 5, SATURDAY = 6, EVENING = 20;
const { lang } = document.documentElement;
// the reader's own variant of the language, if there is one: the order of day and month differs within English
const own = navigator.languages.find(each => each.split("-")[0] === lang) ?? lang;
const time = { hour: "2-digit", minute: "2-digit" };
const whole = new Intl.DateTimeFormat(own, { weekday: "long", day: "numeric", month: "long", ...time });
const near = new Intl.DateTimeFormat(own, { weekday: "long", ...time });
const short = new Intl.DateTimeFormat(own, { weekday: "short", day: "numeric", month: "short", ...time });

const PRESETS = {
  week: now => move(now, 7),
  tomorrow: now => move(now, 1),
  friday: now => findEvening(now, FRIDAY),
  saturday: now => findEvening(now, SATURDAY),
};

let wasHere = false;
let wasOpen = document.querySelector("#dates.is-open") !== null;
document.addEventListener("focusin", event => { wasHere = Boolean(event.target.closest("#dates")); });
// a tap anywhere else releases the focus, and not every browser gives it to a button
document.addEventListener("pointerdown", event => { wasHere = Boolean(event.target.closest("#dates")); });
document.addEventListener("signet:drawn", keepFocus);
for (const event of ["signet:drawn", "signet:shown"]) document.addEventListener(event, show);
show();

// The button that was pressed may be gone, and answered dates make way for the ranking: then they stay in view.
function keepFocus() {
  const dates = document.getElementById("dates");
  const isOpen = dates.classList.contains("is-open");
  const hasMoved = wasOpen && !isOpen;
  wasOpen = isOpen;
  if (!wasHere || dates.hidden) return;
  if (document.activeElement === document.body) dates.focus({ preventScroll: true });
  if (hasMoved) dates.scrollIntoView({ block: "nearest" });
}

function show() {
  const now = Date.now();
  for (const line of document.querySelectorAll("[data-date]")) {
    const at = Number(line.dataset.date);
    // within a week the day's name is enough
    const isNear = "short" in line.dataset && at > now && at < now + 6 * DAY;
    write(line, (isNear ? near : whole).format(at));
  }
  for (const line of document.querySelectorAll("[data-dated]")) line.hidden = Number(line.dataset.dated) < now;
  offer(new Date(Math.round(now / HALF_HOUR) * HALF_HOUR));
}

// Name the proposals that are not there yet, each once.
function offer(now) {
  const known = new Set([...document.querySelectorAll("#dates [data-date]")].map(line => Number(line.dataset.date)));
  for (const button of document.querySelectorAll("[data-preset]")) {
    const at = PRESETS[button.dataset.preset](now);
    button.hidden = known.has(at.getTime());
    known.add(at.getTime());
    button.value = toField(at);
    write(button, short.format(at));
  }
  const field = document.querySelector(".date-typed [name=at]");
  if (field) field.min = toField(now);
}

function move(now, days) {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  return at;
}

function findEvening(now, weekday) {
  const at = move(now, (weekday - now.getDay() + 7) % 7);
  at.setHours(EVENING, 0, 0, 0);
  return at > now ? at : move(at, 7);
}

// Write a moment as a date field does: in the device's time, to the minute.
function toField(at) {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
