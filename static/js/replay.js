// The replay: the next table comes without loading a page. Without this file every step is a link.
import { announce } from "./page/notices.js";
import { restMs } from "./film/pace.js";
import { flip } from "./scene/flip.js";
import { isStill } from "./settings/settings.js";

const KEYS = { ArrowLeft: "way-back", ArrowRight: "way-on", PageUp: "way-round-back", PageDown: "way-round-on" };
const button = document.getElementById("play");
let timer = 0;
let isPlaying = false;
let isBusy = false;

document.documentElement.classList.add("js");

async function go(address) {
  if (isBusy) return;
  isBusy = true;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error("not now");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("ways")) throw new Error("no replay");
    history.replaceState(null, "", address);
    const parts = changed(page);
    if (isStill() || !document.getElementById("scene")) put(page, parts);
    else flip(() => put(page, parts));
    announce(document.getElementById("say").textContent.replace(/\s+/g, " ").trim());
  } catch {
    // what cannot be fetched quietly is loaded as a page, which says what is wrong
    stop();
    location.assign(address);
  } finally {
    isBusy = false;
  }
}

// The parts of this page that are different on that one.
function changed(page) {
  return [...document.querySelectorAll("[data-swap], #board > [id]")]
    .map(part => ({ part, next: page.getElementById(part.id) }))
    .filter(({ part, next }) => next && next.outerHTML !== part.outerHTML);
}

// Only what is different is put in; buttons stay, so that the focus does.
function put(page, parts) {
  let moved = null;
  for (const { part, next } of parts) {
    if (part.contains(document.activeElement) && part.localName === "form") refill(part, next);
    else part.replaceWith(document.adoptNode(next));
    if (next.parentElement?.id === "board") moved ??= next;
  }
  moved?.scrollIntoView({ block: "nearest" });
  for (const way of document.querySelectorAll(".way")) {
    const next = page.getElementById(way.id);
    for (const name of ["href", "role", "aria-disabled"]) {
      if (next.hasAttribute(name)) way.setAttribute(name, next.getAttribute(name));
      else way.removeAttribute(name);
    }
    // a link that leads nowhere keeps the focus until the next key
    if (way === document.activeElement || !way.hasAttribute("href")) way.tabIndex = way.hasAttribute("href") ? 0 : -1;
    else way.removeAttribute("tabindex");
  }
}

// The form in use keeps its fields; they take the other page's choices.
function refill(form, next) {
  for (const field of form.querySelectorAll("select")) field.innerHTML = next.querySelector(`#${field.id}`).innerHTML;
}

function toward(id) {
  return document.getElementById(id)?.getAttribute("href");
}

function stop() {
  isPlaying = false;
  clearTimeout(timer);
  button.textContent = button.dataset.play;
}

async function play() {
  const next = toward("way-on");
  if (!isPlaying || !next) return stop();
  await go(next);
  if (!isPlaying) return;
  const { length, weight } = document.getElementById("say").dataset;
  timer = setTimeout(play, restMs(Number(length), Number(weight)));
}

if (button) {
  button.addEventListener("click", () => {
    if (isPlaying) return stop();
    isPlaying = true;
    button.textContent = button.dataset.pause;
    play();
  });
  document.addEventListener("click", event => {
    const way = event.target.closest(".way[href]");
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(way.getAttribute("href"));
  });
  document.addEventListener("change", event => {
    const form = event.target.closest("#jump");
    if (!form) return;
    stop();
    go(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
  });
  document.addEventListener("keydown", event => {
    const way = KEYS[event.key];
    const isElsewhere = event.target.closest?.("select, input, textarea, #board");
    if (!way || isElsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stop();
    const address = toward(way);
    if (address) go(address);
  });
}
