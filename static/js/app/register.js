// The worker of this browser: it shows calls, and a page when the server cannot be reached, in the language of the page
// that was opened last.
export async function register() {
  const known = await navigator.serviceWorker.register("/worker.js");
  const newest = known.installing ?? known.waiting ?? known.active;
  newest?.postMessage({ language: document.documentElement.lang });
}

export async function keepOffline() {
  try {
    if (navigator.serviceWorker) await register();
  } catch {
    // forbidden here: all goes on without
  }
}

// Apple's phones give notifications to apps on the home screen alone.
export function needsApp() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
  return isApple && !window.Notification;
}
