// Let reactions rise over the board, large, from the crests of those who react. One's own sign rises at the tap.
import { isStill } from "../settings/settings.js";
import { besideBar, crestOf } from "./crests.js";

const RISEN_MS = 2_600, BETWEEN_MS = 400, ANSWER_MS = 10_000;
const MOST = 8, LEAST_PX = 96, MOST_PX = 140, SHARE = 0.2, GAP_PX = 8;
// heights of the board, from above, at which a sign comes to rest
const ROWS = [0.42, 0.68, 0.2];
const risen = [];
const own = [];
let last = -Infinity;

export function watchSigns() {
  document.addEventListener("submit", event => {
    const { target, submitter, timeStamp } = event;
    if (target.elements.do?.value !== "react" || !submitter) return;
    // two taps in one movement are one sign
    if (timeStamp - last < BETWEEN_MS) {
      event.preventDefault();
      return event.stopImmediatePropagation();
    }
    last = timeStamp;
    own.push({ sign: submitter.value, at: timeStamp });
    const [, seat] = document.querySelector(".seat.is-you, .chair.is-you")?.id.split("-") ?? [];
    rise(seat, submitter.value);
  }, true);
}

// Return true once for each own sign that has risen at its tap.
export function takeOwn(sign) {
  const place = own.findIndex(each => each.sign === sign && performance.now() - each.at < ANSWER_MS);
  if (place >= 0) own.splice(0, place + 1);
  return place >= 0;
}

// Let a sign rise from the crest of the seat, where no other one is.
export function rise(seat, sign) {
  while (risen.length >= MOST) drop(risen[0]);
  const crest = crestOf(seat);
  const from = middleOf(crest ?? besideBar());
  const board = boardBox();
  const size = Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, SHARE * Math.min(board.width, board.height))));
  const { x, y } = spot(board, size, from);
  const box = make(seat, sign, crest, size);
  Object.assign(box.style, { left: `${x - size / 2}px`, top: `${y - size / 2}px` });
  const one = { box, x, y, size, timer: setTimeout(() => drop(one), RISEN_MS) };
  risen.push(one);
  document.body.append(box);
  if (!isStill()) {
    const start = `translate(${from.x - x}px, ${from.y - y}px) scale(.2)`;
    box.animate([
      { transform: start, opacity: 0.4 },
      { transform: "scale(1.12)", opacity: 1, offset: 0.13 },
      { transform: "none", opacity: 1, offset: 0.2 },
      { transform: "translateY(-10px)", opacity: 1, offset: 0.75 },
      { transform: "translateY(-46px) scale(.9)", opacity: 0 },
    ], { duration: RISEN_MS, easing: "ease-out", fill: "both" });
  }
  document.dispatchEvent(new CustomEvent("signet:reaction", { detail: { sign, seat } }));
}

function make(seat, sign, crest, size) {
  const box = document.createElement("div");
  box.className = `risen${isStill() ? " is-still" : ""}`;
  box.dataset.jsSeat = seat ?? "";
  box.dataset.jsSign = sign;
  box.setAttribute("aria-hidden", "true");
  box.style.setProperty("--risen", `${size}px`);
  box.append(Object.assign(document.createElement("i"), { className: `token ${sign}` }));
  if (crest) box.append(crest.cloneNode(true));
  return box;
}

// Return the place nearest to the crest in which no sign stands; if there is none, the nearest one.
function spot(board, size, from) {
  const columns = Math.max(1, Math.floor(board.width / (size + GAP_PX)));
  const step = board.width / columns;
  const places = ROWS.flatMap(row => Array.from({ length: columns }, (_, column) => (
    { x: board.left + step * (column + 0.5), y: board.top + board.height * row, row }
  )));
  const isFree = ({ x, y }) => risen.every(one => Math.abs(one.x - x) >= size || Math.abs(one.y - y) >= size / 2);
  const free = places.filter(isFree);
  const far = ({ x, row }) => Math.abs(x - from.x) + board.width * ROWS.indexOf(row);
  return (free.length ? free : places).sort((one, other) => far(one) - far(other))[0];
}

function boardBox() {
  const board = [...document.querySelectorAll("#scene, #board")].find(each => each.checkVisibility());
  if (board) return board.getBoundingClientRect();
  const { bottom } = document.querySelector(".rail").getBoundingClientRect();
  return { left: 0, top: bottom, width: document.documentElement.clientWidth, height: innerHeight - bottom };
}

function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function drop(one) {
  clearTimeout(one.timer);
  one.box.remove();
  risen.splice(risen.indexOf(one), 1);
}
