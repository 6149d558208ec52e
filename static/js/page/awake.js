// Keep the screen awake while a live game runs and the page is visible, and always on a screen for the room. This uses
// the browser's screen wake lock. On plain http, as in a home network, no browser has it: there an empty film plays,
// because screens stay awake for films.
import { playStill } from "./still.js";

export function stayAwake() {
  const keep = navigator.wakeLock ? lockScreen() : playStill();
  const look = () => {
    const { phase } = document.getElementById("phase").dataset;
    const isWanted = phase === "playing" || document.body.classList.contains("at-screen");
    keep(isWanted && !document.hidden);
  };
  document.addEventListener("visibilitychange", look);
  document.addEventListener("signet:shown", look);
  look();
}

function lockScreen() {
  let lock = null;
  let isAsking = false;

  return async isWanted => {
    if (!isWanted) {
      lock?.release();
      lock = null;
      return;
    }
    if ((lock && !lock.released) || isAsking) return;
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // the battery is low or the browser refuses: then the system decides when the screen sleeps
    }
    isAsking = false;
  };
}
