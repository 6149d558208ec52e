// Remove all data of the player from this browser. The cookies are gone by now, so other tabs may reload. Below a
// sub-path, other programs have the same storage, and theirs stays.
import { BASE } from "../app/base.js";
import { findWorker } from "../app/register.js";

const isOurs = name => !BASE || /^(?:signet-|seen-|watcher$)/.test(name);

try {
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of Object.keys(storage).filter(isOurs)) storage.removeItem(name);
  }
  // other tabs get a storage event for a change only
  localStorage.setItem("signet-forget", "yes");
  localStorage.removeItem("signet-forget");
} catch {
  // private windows may refuse storage
}
await (await findWorker())?.unregister();
await globalThis.caches?.delete(`signet-offline${BASE}`);
