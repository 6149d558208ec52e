// Calls this player back: says whether the page is looked at, shows notices while it is not, and lets the browser be
// called when it is closed. Permission is asked for by a tap in the settings alone.
import { needsApp, register } from "../app/register.js";
import { choose, setting } from "../settings/settings.js";
import { sound } from "../page/sounds.js";

const rail = document.querySelector("[data-live]");
const words = document.getElementById("settings").dataset;
const isSeat = Boolean(rail.dataset.you);
let worker = null;

// The server calls nobody who looks; a page that has just connected counts as looked at.
export function sayLooking(wire) {
  if (isSeat && wire.isLive) wire.send(JSON.stringify({ do: document.hidden ? "look_away" : "look" }));
}

export function watchCalls(wire) {
  if (!isSeat) return;
  document.addEventListener("visibilitychange", () => {
    sayLooking(wire);
    if (!document.hidden) quiet();
  });
  let was = now();
  document.addEventListener("signet:shown", () => {
    const is = now();
    if (is.nudge && is.nudge !== was.nudge) nudged(is);
    else if (is.turn === "yes" && is.ask !== was.ask) show(words.callText);
    if (is.turn !== "yes") quiet();
    was = is;
  });
  document.addEventListener("signet:settings", event => event.detail === "notices" && settle());
  settle();
}

function now() {
  return { ...document.getElementById("phase").dataset };
}

function nudged({ nudgeBy }) {
  const name = document.querySelector(`#seat-${nudgeBy} .name`)?.textContent ?? "";
  sound("turn");
  show(words.nudgeText.replace("{who}", () => name));
}

// One notice a table: the next takes its place.
async function show(body) {
  if (!document.hidden || setting("notices") !== "on" || !isAllowed()) return;
  const tag = rail.dataset.you;
  const look = { body, tag, renotify: true, icon: rail.dataset.turnIcon, data: { url: location.pathname } };
  if (worker) await worker.showNotification(words.callTitle, look);
  else {
    const shown = new Notification(words.callTitle, look);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }
}

async function quiet() {
  for (const shown of (await worker?.getNotifications({ tag: rail.dataset.you })) ?? []) shown.close();
}

function isAllowed() {
  return window.Notification?.permission === "granted";
}

// What the switch says is done: permission, worker, subscription of this browser for this table; or none of it.
async function settle() {
  const isWanted = setting("notices") === "on";
  if (isWanted && window.Notification?.permission === "default" && navigator.userActivation?.isActive) {
    await Notification.requestPermission();
  }
  if (isWanted && !isAllowed()) {
    choose("notices", "off");
    const isApp = needsApp();
    document.getElementById("notices-refused").hidden = isApp;
    document.querySelector("[data-needs-app]").hidden = !isApp;
    return;
  }
  document.getElementById("notices-refused").hidden = true;
  try {
    await (isWanted ? begin() : end());
  } catch {
    // no push service here: then notices come as long as a page is open
  }
  document.documentElement.dataset.notices = isWanted ? "on" : "off";
}

async function begin() {
  if (!navigator.serviceWorker) return;
  await register();
  worker = await navigator.serviceWorker.ready;
  if (!worker.pushManager) return;
  const { key } = await (await fetch("/push-key")).json();
  let subscription = await worker.pushManager.getSubscription();
  // a server that was set up anew has another key
  if (subscription && packed(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await say({ endpoint, ...keys });
}

async function end() {
  worker = null;
  const known = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await known?.pushManager?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await say({ endpoint: "" });
}

function say(fields) {
  return fetch(`/r/${rail.dataset.you}/calls/push`, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
  });
}

function packed(buffer) {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
