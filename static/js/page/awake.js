// The screen stays awake while a live game runs and somebody looks at it. Browsers without a wake lock simply have
// none.
export function stayAwake() {
  let lock = null;
  let isAsking = false;

  async function look() {
    const { phase } = document.getElementById("phase").dataset;
    const isWanted = phase === "playing" && !document.hidden;
    if (!isWanted) {
      lock?.release();
      lock = null;
      return;
    }
    if ((lock && !lock.released) || isAsking || !navigator.wakeLock) return;
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // an empty battery, or the browser says no: then the screen sleeps as it likes
    }
    isAsking = false;
  }

  document.addEventListener("visibilitychange", look);
  document.addEventListener("signet:shown", look);
  look();
}
