// Show what somebody says as a bubble at their crest, for as long as it takes to read. It hangs below the bar, or
// stands at the crest in a page that scrolls. There a bubble that would cover another one moves below it.
import { isStill } from "../settings/settings.js";
import { besideBar, crestOf } from "./crests.js";

const BASE_MS = 3_400, LETTER_MS = 45, LEAST_MS = 4_000, MOST_MS = 8_000;
const MOST = 4, MOST_ON_PHONE = 3, PHONE_PX = 600, GAP_PX = 6, EDGE_PX = 6;
// bubbles by speaker, the oldest first
const shown = new Map();

// Show a line of the chat. It replaces the speaker's bubble before it.
export function showBubble(line) {
  const { seat = "" } = line.dataset;
  const name = line.querySelector("bdi")?.textContent ?? "";
  const words = line.querySelector(".line")?.textContent.trim() ?? "";
  const speaker = seat || name;
  drop(speaker);
  while (shown.size >= (innerWidth < PHONE_PX ? MOST_ON_PHONE : MOST)) drop(shown.keys().next().value);
  const bubble = make(line, crestOf(seat) ? "" : name, words);
  const reading = Math.min(MOST_MS, Math.max(LEAST_MS, BASE_MS + LETTER_MS * words.length));
  const timer = setTimeout(() => drop(speaker), reading);
  shown.set(speaker, { bubble, seat, timer });
  document.body.append(bubble);
  place(bubble, seat);
  const isOwn = line.dataset.own !== undefined;
  document.dispatchEvent(new CustomEvent("signet:voice", { detail: { seat, isOwn } }));
}

function make(line, name, words) {
  const bubble = document.createElement("button");
  Object.assign(bubble, { type: "button", className: "bubble", tabIndex: -1 });
  // the announcer has said it
  bubble.setAttribute("aria-hidden", "true");
  bubble.classList.toggle("is-still", isStill());
  const crest = line.querySelector(".crest");
  if (crest) bubble.append(crest.cloneNode(true));
  const text = document.createElement("span");
  text.className = "bubble-line";
  text.dir = "auto";
  if (name) text.append(Object.assign(document.createElement("b"), { textContent: name }), " ");
  text.append(words);
  bubble.append(text);
  return bubble;
}

function place(bubble, seat) {
  const at = crestOf(seat) ?? besideBar();
  const isHand = document.body.classList.contains("is-hand");
  const isInBar = Boolean(at.closest(".rail"));
  const spot = isHand ? atBottom(bubble, at) : besideCrest(bubble, at) ?? nearCrest(bubble, at, isInBar);
  const isFixed = isHand || isInBar;
  bubble.classList.toggle("is-fixed", isFixed);
  bubble.classList.toggle("is-lower", isHand || Boolean(spot.isLower));
  bubble.style.left = `${spot.left + (isFixed ? 0 : scrollX)}px`;
  bubble.style.top = `${spot.top + (isFixed ? 0 : scrollY)}px`;
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const one = [...shown.values()].find(each => each.bubble === bubble);
  one.box = { left: spot.left, top: spot.top, right: spot.left + width, bottom: spot.top + height };
  bubble.style.setProperty("--tail", `${Math.max(14, Math.min(middleOf(at) - spot.left, width - 14))}px`);
}

function nearCrest(bubble, at, isInBar) {
  const rail = document.querySelector(".rail").getBoundingClientRect();
  const isBarAside = rail.height > rail.width;
  const box = at.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const left = isBarAside && isInBar ? rail.right + GAP_PX : keepIn(middleOf(at) - Math.min(28, width / 2), width);
  let top = isBarAside && isInBar ? box.top : isInBar ? rail.bottom + GAP_PX : box.top - height - GAP_PX;
  if (!isInBar && top < rail.bottom) top = box.bottom + GAP_PX;
  const first = top;
  for (const other of obstacles(bubble)) {
    const isBeside = left > other.right + GAP_PX || left + width + GAP_PX < other.left;
    if (!isBeside && top < other.bottom + GAP_PX && top + height + GAP_PX > other.top) top = other.bottom + GAP_PX;
  }
  return { left, top, isLower: top > first };
}

// In a list of chairs a bubble stays on the chair of its speaker; null where the chair is too narrow.
function besideCrest(bubble, at) {
  const chair = at.closest(".chair")?.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  if (!chair || chair.width < width + GAP_PX) return null;
  const left = Math.max(at.getBoundingClientRect().right + GAP_PX, chair.right - width - GAP_PX);
  return { left: keepIn(left, width), top: chair.top + (chair.height - height) / 2 };
}

// A phone that is a hand has its prompt below the bar and its cards at the bottom: there the bubbles pile up, above a
// seal that is there.
function atBottom(bubble, at) {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const { top: seal = 0 } = document.querySelector("#prompt .seal-bar")?.getBoundingClientRect() ?? {};
  const bottom = seal > innerHeight / 2 ? seal : innerHeight;
  const below = Math.min(bottom, ...boxesBefore(bubble).map(box => box.top));
  return { left: keepIn(middleOf(at) - width / 2, width), top: below - height - GAP_PX };
}

function middleOf(at) {
  const { left, right, width } = at.getBoundingClientRect();
  return at.matches(".rail") ? right : left + width / 2;
}

function keepIn(left, width) {
  return Math.max(EDGE_PX, Math.min(left, document.documentElement.clientWidth - width - EDGE_PX));
}

// Return the boxes of the bubbles before this one and of what players must see, from above.
function obstacles(bubble) {
  const seen = [...document.querySelectorAll("[data-keep-clear], #chat-form")];
  const clear = seen.filter(each => each.checkVisibility({ visibilityProperty: true }));
  const boxes = [...clear.map(each => each.getBoundingClientRect()), ...boxesBefore(bubble)];
  return boxes.sort((one, other) => one.top - other.top);
}

// A bubble that still grows has the box of its end.
function boxesBefore(bubble) {
  const all = [...shown.values()];
  return all.slice(0, all.findIndex(each => each.bubble === bubble)).map(each => each.box);
}

function drop(speaker) {
  const { bubble, timer } = shown.get(speaker) ?? {};
  clearTimeout(timer);
  bubble?.remove();
  shown.delete(speaker);
}

// the table or the lobby has changed below them
addEventListener("resize", placeAll);
for (const name of ["signet:shown", "signet:folded"]) document.addEventListener(name, placeAll);
function placeAll() {
  for (const { bubble, seat } of shown.values()) place(bubble, seat);
}

// a bubble leads to the chat, where all of it stands
document.addEventListener("click", event => {
  if (!event.target.closest?.(".bubble")) return;
  for (const speaker of [...shown.keys()]) drop(speaker);
  const chat = document.getElementById("chat");
  if (!chat.matches(":popover-open")) chat.showPopover();
});
