// Pass a shared device from one hand to the next. A page with a hand is replaced and never comes back by itself: only
// the curtain opens a hand, in one tab at a time. settings/early.js sends all other visits to the curtain.
import { phase } from "./states.js";
import { forgetTyped } from "./typed.js";

const OPEN = "signet-open";
const SOON_MS = 100;
let channel = null;

export function watchPass(outbox) {
  const { live } = document.querySelector("[data-live]").dataset;
  const [, room, isHand] = live.match(/\/r\/(\w+)(~\d+)?/);
  document.addEventListener("click", event => {
    const link = event.target.closest?.("a[data-pass]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pass(link.href, outbox);
  });
  if (!isHand || !globalThis.BroadcastChannel) return;
  channel = new BroadcastChannel(`signet-${room}`);
  channel.onmessage = () => pass(curtain(), outbox);
  channel.postMessage("open");
}

// Return true if the message would show a hand to people who still look at the page together: a game begins.
export function isForCurtain({ state }) {
  return Boolean(curtain()) && state?.phase === "playing" && ["lobby", "finished"].includes(phase().phase);
}

export function passToCurtain(outbox) {
  return pass(curtain(), outbox);
}

function curtain() {
  return document.querySelector(".holding a[data-pass]")?.href;
}

// Hide the page, wait until its commands have arrived, and replace it.
async function pass(href, outbox) {
  document.body.classList.add("is-passed");
  document.title = "Signet";
  if (channel) channel.onmessage = null;
  forgetTyped();
  try {
    const [hand] = new URL(href).pathname.match(/\w+~\d+$/) ?? [""];
    sessionStorage.setItem(OPEN, hand);
  } catch {
    // private windows may refuse storage: then a hand opens from any link
  }
  while (!outbox.isEmpty) await new Promise(done => setTimeout(done, SOON_MS));
  location.replace(href);
}
