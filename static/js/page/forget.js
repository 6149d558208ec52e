// Whoever played here is forgotten. The cookies are gone by now, so the other tabs may load again.
try {
  // other tabs are told by what was there
  localStorage.setItem("signet-forget", "yes");
  localStorage.clear();
  sessionStorage.clear();
} catch {
  // private windows may refuse
}
for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
