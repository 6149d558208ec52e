// Turns this browser's notifications for a table on or off, as the switch says.
import { BASE } from "../app/base.js";
import { findWorker, needsApp, register } from "../app/register.js";
import { choose, setting } from "../settings/settings.js";

let worker = null;

// Return the service worker's registration, which shows notifications, or null while they are off.
export function noticesWorker() {
  return worker;
}

export function isAllowed() {
  return window.Notification?.permission === "granted";
}

// Apply the switch: request permission, register the service worker and subscribe for this table, or unsubscribe.
// Without permission, the switch goes back to off and the page says so.
export async function settle(table) {
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
    await (isWanted ? begin(table) : end(table));
  } catch {
    // there is no push service: notifications come while a page is open
  }
  document.documentElement.dataset.notices = isWanted ? "on" : "off";
}

async function begin(table) {
  if (!navigator.serviceWorker) return;
  await register();
  worker = await navigator.serviceWorker.ready;
  if (!worker.pushManager) return;
  const { key } = await (await fetch(`${BASE}/push-key`)).json();
  let subscription = await worker.pushManager.getSubscription();
  // a server that was set up again has another key
  if (subscription && encodeKey(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await say(table, { endpoint, ...keys });
}

async function end(table) {
  worker = null;
  const known = await findWorker();
  const subscription = await known?.pushManager?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await say(table, { endpoint: "" });
}

function say(table, fields) {
  return fetch(`${BASE}/r/${table}/calls/push`, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
  });
}

function encodeKey(buffer) {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
