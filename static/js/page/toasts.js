// Show toasts, single sentences about what has just happened. A toast stays for a moment, while the user points at it,
// or while its sentence is true. Texts about the table come with its messages; texts about the page are in the page.
import { BASE } from "../app/base.js";
import { isStill } from "../settings/settings.js";
import { takeMissed } from "./log.js";
import { announce } from "./notices.js";
import { isHeld, leavePlace, placeNotice, watchPointer } from "./place_notice.js";

const SHOWN_MS = 5_000, DEEDS_MS = 8_000, LEAST_MS = 3_500, LOST_MS = 2_000, OFFLINE_MS = 30_000;
const MOST = 6;
const LINE = "line", SINCE = "since";
const box = document.getElementById("toasts");
const rail = document.querySelector("[data-live]");
const refusal = document.getElementById("notice");
const lines = new Map();
let seen;
let timer = 0;
const standing = new Map();
let lost = null;

export function watchToasts() {
  document.addEventListener("signet:told", ({ detail }) => put({ key: detail, say: [detail] }));
  box.addEventListener("click", event => {
    const line = event.target.closest(".toast");
    if (event.target.closest(".sheet-close")) drop(line.dataset.key);
  });
  box.addEventListener("submit", event => drop(event.target.closest(".toast").dataset.key));
  document.addEventListener("signet:notice", turn);
  document.addEventListener("signet:missed", tellMissed);
  tellMissed();
}

function tellMissed() {
  const missed = takeMissed();
  if (!missed) return;
  const { sinceOne, sinceMany, show } = box.dataset;
  const say = (missed.count === 1 ? sinceOne : sinceMany).replace("{count}", missed.count);
  put({ key: SINCE, say: [say], buttons: [[show, missed.way]] });
}

// Show the toasts of a message of the table.
export function tell({ toasts = [], standing: now }) {
  // nobody would see them on a hidden page, and later they are outdated
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

// Report a lost connection. `again` tries to restore it.
export function lose(again) {
  if (lost) return;
  const { lost: gone, offline, again: label } = box.dataset;
  const say = words => () => put({ key: LINE, say: [words], stays: true });
  const stillLost = () => {
    const line = put({ key: LINE, say: [offline], buttons: [[label, ""]], stays: true });
    line.querySelector("a").addEventListener("click", event => {
      event.preventDefault();
      again();
    });
  };
  const timers = [setTimeout(say(gone), LOST_MS), setTimeout(stillLost, OFFLINE_MS)];
  lost = { at: Date.now(), reveal: lastReveal(), timers };
}

// Stop reporting a lost connection, because it is back or will not come back.
export function forget() {
  lost?.timers.forEach(clearTimeout);
  lost = null;
  drop(LINE);
}

// Report a restored connection. The first message after that contains what was missed.
export function find(message) {
  tell({ standing: [], ...message });
  if (!lost) return;
  const { at, reveal } = lost;
  const wasTold = lines.has(LINE);
  forget();
  const missed = Number(message.state?.reveal ?? reveal) - reveal;
  if (Date.now() - at < LOST_MS || !(wasTold || missed > 0)) return;
  const { back, backOne, backMany, show } = box.dataset;
  drop(SINCE);
  if (missed <= 0) return put({ key: LINE, say: [back] });
  const place = rail.dataset.live.replace(/\/live(\?.*)?$/, "");
  const say = (missed === 1 ? backOne : backMany).replace("{count}", missed);
  put({ key: LINE, say: [say], buttons: [[show, `${place}/replay?catch-up=${reveal + 1}`]] });
}

function lastReveal() {
  return Number(document.getElementById("phase").dataset.reveal);
}

// Add a toast. Only one is visible at a time. Temporary toasts take turns in the order they came, and permanent ones
// show between them.
function put({ key, say, buttons = [], stays = false }) {
  drop(key);
  const line = document.createElement("p");
  line.className = "toast";
  line.dataset.key = key;
  const said = document.createElement("span");
  said.className = "toast-says";
  said.append(...say.map(nodeOf));
  line.append(said, ...buttons.map(buttonOf));
  if (stays) line.append(box.querySelector("template").content.cloneNode(true));
  watchPointer(line);
  lines.set(key, { line, stays, hasButtons: buttons.length > 0, since: 0 });
  const passing = [...lines.keys()].filter(each => !lines.get(each).stays);
  if (passing.length > MOST) drop(passing[0]);
  announce(said.textContent);
  turn();
  return line;
}

// Return the toast that is due, or undefined.
function due() {
  const all = [...lines.values()];
  return all.find(({ stays }) => !stays) ?? lines.get(LINE) ?? all.at(-1);
}

function turn() {
  // a refusal has priority
  const entry = refusal.hidden ? due() : undefined;
  clearTimeout(timer);
  if (entry !== seen) show(entry);
  if (!entry || entry.stays) return;
  const waits = [...lines.values()].filter(({ stays }) => !stays).length > 1;
  const long = waits ? LEAST_MS : entry.hasButtons ? DEEDS_MS : SHOWN_MS;
  timer = setTimeout(leave, Math.max(0, entry.since + long - performance.now()), entry.line.dataset.key);
}

function show(entry) {
  // a toast that was removed starts its time anew later: a notice may have covered it
  seen?.line.remove();
  seen = entry;
  if (box.matches(":popover-open")) box.hidePopover();
  if (!entry) return leavePlace(box);
  entry.since = performance.now();
  box.append(entry.line);
  // opening it anew puts it above an open sheet
  box.showPopover();
  placeNotice(box, entry.stays);
  if (!isStill()) entry.line.animate({ opacity: [0, 1] }, { duration: 180 });
}

function leave(key) {
  if (isHeld(lines.get(key).line)) timer = setTimeout(leave, SHOWN_MS, key);
  else drop(key);
}

function drop(key) {
  if (lines.delete(key)) turn();
}

// Return a node for a part of a sentence: text, or a name.
function nodeOf(part) {
  if (typeof part === "string") return document.createTextNode(part);
  const name = document.createElement("bdi");
  name.translate = false;
  [name.textContent] = part;
  return name;
}

// Return a button that sends a command, or a link.
function buttonOf([label, what]) {
  const isWay = typeof what === "string";
  const button = document.createElement(isWay ? "a" : "button");
  button.className = "button";
  button.textContent = label;
  if (isWay) {
    button.href = BASE + what;
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
