// The screen stays awake while a live game runs and somebody looks at it. Browsers lend out a lock for that, but on
// plain http, as in a network at home, none does: there a film of nothing plays, as screens stay awake for films.
import { playStill } from "./still.js";

export function stayAwake() {
  const keep = navigator.wakeLock ? lockScreen() : playStill();
  const look = () => {
    const { phase } = document.getElementById("phase").dataset;
    keep(phase === "playing" && !document.hidden);
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
      // an empty battery, or the browser says no: then the screen sleeps as it likes
    }
    isAsking = false;
  };
}
