// Registers the service worker, which shows notifications and, without a connection, the offline page. It uses the
// language of the page that was opened last.
import { BASE } from "./base.js";

export async function register() {
  const known = await navigator.serviceWorker.register(`${BASE}/worker.js`);
  const newest = known.installing ?? known.waiting ?? known.active;
  newest?.postMessage({ language: document.documentElement.lang });
}

// Return this server's service worker, if there is one. Other programs on the same name may have workers as well.
export async function findWorker() {
  const scope = new URL(`${BASE}/`, location.href).href;
  const known = await navigator.serviceWorker?.getRegistration(scope);
  return known?.scope === scope ? known : null;
}

export async function keepOffline() {
  try {
    if (navigator.serviceWorker) await register();
  } catch {
    // service workers are forbidden here: the page works without
  }
}

// Return true on Apple phones and tablets without notifications: there, only apps on the home screen have them.
export function needsApp() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
  return isApple && !window.Notification;
}
