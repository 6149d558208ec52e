// Entry script of the replay: goes from stop to stop without loading pages. Without it, every step is a link.
import { loadBeats, watchBeats } from "./beats/beats.js";
import { pressed } from "./page/pressed.js";
import "./page/strip.js";
import { CatchUp } from "./replay/catch_up.js";
import { Pages } from "./replay/pages.js";
import { addressOf } from "./replay/signpost.js";
import { Walk } from "./replay/walk.js";
import { watchCamera } from "./scene/camera.js";
import { choose, setting } from "./settings/settings.js";
import { watchSounds } from "./sounds/watch.js";

const KEYS = { ArrowLeft: "way-back", ArrowRight: "way-on", PageUp: "way-round-back", PageDown: "way-round-on" };
const ways = document.getElementById("ways");
const button = document.getElementById("play");
const missed = document.getElementById("catch-up") ? new CatchUp() : null;
let guide = ways ? loadGuide() : null;
let timer = 0;
let isPlaying = false;

document.documentElement.classList.add("js");

// Return the guide through the replay (`Walk` or `Pages`). Return null if its data cannot be fetched: the links then
// load pages, as they do without this script.
async function loadGuide() {
  const { films } = ways.dataset;
  try {
    return films ? new Walk(await fetchFilms(films)) : new Pages();
  } catch {
    return null;
  }
}

async function fetchFilms(films) {
  const answer = await fetch(films, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error("not now");
  return answer.json();
}

// Return the guide. Try once more if its data could not be fetched.
async function findGuide() {
  if (!(await guide)) guide = loadGuide();
  return guide;
}

async function go(address, how) {
  try {
    await (await findGuide()).go(address, how);
  } catch (error) {
    // there is no guide, or its data is of another version than this page
    console.error(error.message);
    location.assign(address);
  }
}

function toward(id) {
  return document.getElementById(id).getAttribute("href");
}

function stop() {
  isPlaying = false;
  clearTimeout(timer);
  missed?.stay();
  button.textContent = button.dataset.play;
}

async function play() {
  const next = toward("way-on");
  if (!isPlaying || !next) {
    if (isPlaying) document.getElementById("what-if-ends")?.setAttribute("open", "");
    return stop();
  }
  const began = performance.now();
  await go(next);
  const there = await guide;
  if (isPlaying && there) timer = setTimeout(play, there.rest - (performance.now() - began));
}

// Play what the player missed, stop by stop. A hidden page waits until it is visible.
async function catchUp() {
  const there = await guide;
  if (!there) return stop();
  if (!isPlaying) return;
  if (document.hidden) return document.addEventListener("visibilitychange", () => begin(catchUp), { once: true });
  const next = missed.after(atNow());
  if (!next) return missed.end();
  missed.tell(next);
  const began = performance.now();
  await go(addressOf(next), { isHasty: missed.isHasty });
  const rest = there.rest - (performance.now() - began);
  if (isPlaying) timer = setTimeout(catchUp, missed.rest(next, rest));
}

function begin(how) {
  clearTimeout(timer);
  isPlaying = true;
  button.textContent = button.dataset.pause;
  missed?.begin();
  how();
}

async function slide(place, how) {
  stop();
  const there = await findGuide();
  // without films no address is known: the page loads anew, and shows what is wrong
  if (!there) return location.reload();
  go(there.addressAt(Number(place)), how);
}

// Load the page of the same stop from another perspective.
function look(perspective) {
  stop();
  const address = new URL(addressOf(atNow()), location.href);
  address.searchParams.set("perspective", perspective);
  address.searchParams.delete("eyes");
  location.assign(address);
}

function atNow() {
  return new URL(location.href).searchParams.get("at") ?? ways.dataset.at;
}

function watch() {
  button.addEventListener("click", () => {
    if (isPlaying) return stop();
    begin(missed?.after(atNow()) ? catchUp : play);
  });
  document.addEventListener("click", event => {
    const way = event.target.closest(".way[href], [data-perspective][href]");
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (way.dataset.perspective) return look(way.dataset.perspective);
    stop();
    go(way.getAttribute("href"));
  });
  document.addEventListener("input", event => {
    if (event.target.id === "slider") slide(event.target.value, { isPassing: true });
  });
  document.addEventListener("change", event => {
    const { id, name, value } = event.target;
    if (id === "slider") return slide(value);
    if (name === "perspective") return look(value);
    if (name === "speed") return choose("film", value);
    if (name !== "at") return;
    stop();
    go(addressOf(value));
  });
  document.addEventListener("keydown", event => {
    const way = KEYS[pressed(event)];
    const isElsewhere = event.target.closest?.("select, input, textarea, #board");
    if (!way || isElsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stop();
    const address = toward(way);
    if (address) go(address);
  });
  const speed = document.getElementById("jump-speed");
  if (speed) speed.value = setting("film") in { slow: 1, fast: 1 } ? setting("film") : "normal";
}

if (ways) {
  watch();
  watchCamera();
  watchSounds();
  watchBeats();
  loadBeats();
  if (missed) begin(catchUp);
  else if ("plays" in ways.dataset) begin(play);
}
