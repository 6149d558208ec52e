// One short sentence about what has just happened: it stands for a moment, for as long as somebody points at it, or for
// as long as it is true. What is told of the table comes with its words; those of what only the page knows stand in it.
import { isStill } from "../settings/settings.js";
import { announce } from "./notices.js";

const SHOWN_MS = 5_000, LOST_MS = 2_000, OFFLINE_MS = 30_000;
const MOST = 3;
const LINE = "line";
const box = document.getElementById("toasts");
const rail = document.querySelector("[data-live]");
const lines = new Map();
const standing = new Map();
let lost = null;

export function watchToasts() {
  document.addEventListener("signet:told", ({ detail }) => put({ key: detail, say: [detail] }));
  box.addEventListener("click", event => {
    const line = event.target.closest(".toast");
    if (event.target.closest(".sheet-close")) drop(line.dataset.key);
  });
  box.addEventListener("submit", event => drop(event.target.closest(".toast").dataset.key));
  document.addEventListener("signet:shown", place);
}

// What a message of the table says.
export function tell({ toasts = [], standing: now }) {
  // nobody would see it, and later it is no news
  if (!document.hidden) toasts.forEach(put);
  if (!now) return;
  for (const [key, timer] of standing) {
    if (now.some(each => each.key === key)) continue;
    clearTimeout(timer);
    standing.delete(key);
    drop(key);
  }
  for (const each of now) {
    if (!standing.has(each.key)) standing.set(each.key, setTimeout(put, (each.after ?? 0) * 1_000, each));
  }
}

// The connection is gone; `again` tries to bring it back.
export function lose(again) {
  if (lost) return;
  const { lost: gone, offline, again: label } = box.dataset;
  const say = words => () => put({ key: LINE, say: [words], stays: true });
  const stillLost = () => {
    const line = put({ key: LINE, say: [offline], deeds: [[label, ""]], stays: true });
    line.querySelector("a").addEventListener("click", event => {
      event.preventDefault();
      again();
    });
  };
  const timers = [setTimeout(say(gone), LOST_MS), setTimeout(stillLost, OFFLINE_MS)];
  lost = { at: Date.now(), opening: opened(), timers };
}

// It will not come back, or is there: then all that there is to say of its being gone is said.
export function forget() {
  lost?.timers.forEach(clearTimeout);
  lost = null;
  drop(LINE);
}

// It is back: what its first message says came meanwhile.
export function find(message) {
  tell({ standing: [], ...message });
  if (!lost) return;
  const { at, opening } = lost;
  const wasTold = lines.has(LINE);
  forget();
  const missed = Number(message.state?.opening ?? opening) - opening;
  if (Date.now() - at < LOST_MS || !(wasTold || missed > 0)) return;
  const { back, backOne, backMany, show } = box.dataset;
  if (missed <= 0) return put({ key: LINE, say: [back] });
  const place = rail.dataset.live.replace(/\/live(\?.*)?$/, "");
  const say = (missed === 1 ? backOne : backMany).replace("{count}", missed);
  put({ key: LINE, say: [say], deeds: [[show, `${place}/replay?catch-up=${opening + 1}`]] });
}

function opened() {
  return Number(document.getElementById("phase").dataset.opening);
}

function put({ key, say, deeds = [], stays }) {
  drop(key);
  const line = document.createElement("p");
  line.className = "toast";
  line.dataset.key = key;
  const said = document.createElement("span");
  said.append(...say.map(nodeOf));
  line.append(said, ...deeds.map(deedOf));
  if (stays) line.append(box.querySelector("template").content.cloneNode(true));
  box.append(line);
  // above a sheet that is open
  box.hidePopover();
  box.showPopover();
  place();
  if (!isStill()) line.animate({ opacity: [0, 1], translate: ["0 -12px", "0 0"] }, { duration: 180 });
  announce(said.textContent);
  lines.set(key, { line, timer: stays ? 0 : setTimeout(leave, SHOWN_MS, key) });
  for (const old of [...lines.keys()].slice(0, -MOST)) drop(old);
  return line;
}

// Below what can be tapped at the upper edge of the table, where there is room for both.
function place() {
  box.style.top = "";
  if (!box.matches(":popover-open")) return;
  const { phase } = document.getElementById("phase").dataset;
  const edge = phase === "playing" || phase === "paused" ? "#since, #votes:has(.button)" : "#none";
  const over = [...document.querySelectorAll(edge)].filter(each => each.checkVisibility());
  const low = Math.max(0, ...over.map(each => each.getBoundingClientRect().bottom)) + 8;
  const { bottom, top } = box.getBoundingClientRect();
  const dock = document.getElementById("dock").getBoundingClientRect();
  if (low > top && low + bottom - top <= dock.top) box.style.top = `${low}px`;
}

// Who reads it, or is about to press its button, has the time.
function leave(key) {
  const { line } = lines.get(key);
  if (line.matches(":hover, :focus-within")) lines.get(key).timer = setTimeout(leave, SHOWN_MS, key);
  else drop(key);
}

function drop(key) {
  const { line, timer } = lines.get(key) ?? {};
  clearTimeout(timer);
  line?.remove();
  lines.delete(key);
  if (!lines.size && box.matches(":popover-open")) box.hidePopover();
}

// Words, or a name.
function nodeOf(part) {
  if (typeof part === "string") return document.createTextNode(part);
  const name = document.createElement("bdi");
  name.translate = false;
  [name.textContent] = part;
  return name;
}

// A message to be sent, or a way that leads on.
function deedOf([label, what]) {
  const isWay = typeof what === "string";
  const button = document.createElement(isWay ? "a" : "button");
  button.className = "button";
  button.textContent = label;
  if (isWay) {
    button.href = what;
    return button;
  }
  const form = document.createElement("form");
  form.dataset.command = "";
  for (const [name, value] of Object.entries(what)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.append(button);
  return form;
}
