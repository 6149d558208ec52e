// The worker of this browser: it shows calls, and a page when the server cannot be reached, in the language of the page
// that asked for it last.
export async function register() {
  const script = new URL(`/worker.js?${new URLSearchParams({ language: document.documentElement.lang })}`, location);
  const known = await navigator.serviceWorker.getRegistration("/");
  const worker = known?.installing ?? known?.waiting ?? known?.active;
  if (worker?.scriptURL !== script.href) await navigator.serviceWorker.register(script);
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
