// Remove all data of the player from this browser. The cookies are gone by now, so other tabs may reload.
try {
  // `clear` sends other tabs a storage event only if the storage is not empty
  localStorage.setItem("signet-forget", "yes");
  localStorage.clear();
  sessionStorage.clear();
} catch {
  // private windows may refuse storage
}
for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
