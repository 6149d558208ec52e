// Registers the service worker, which shows notifications and, without a connection, the offline page. It uses the
// language of the page that was opened last.
export async function register() {
  const known = await navigator.serviceWorker.register("/worker.js");
  const newest = known.installing ?? known.waiting ?? known.active;
  newest?.postMessage({ language: document.documentElement.lang });
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
