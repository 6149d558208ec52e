// Show the reactions to the reveal at a stop of the replay, and let them rise while its film plays.
import { rise } from "../voices/signs.js";

const BETWEEN_MS = 180, MOST = 8;
let timers = [];

// Show the reactions at a stop. `isRising` is true for a step forward.
export function showSigns({ stop }, before, isRising) {
  const [ask, step] = stop.split(".");
  let list = null;
  for (const each of document.querySelectorAll("#replay-signs > ul")) {
    each.hidden = each.dataset.ask !== ask || step === "0";
    if (!each.hidden) list = each;
  }
  const [askBefore, stepBefore] = before?.stop.split(".") ?? [];
  const isNew = ask !== askBefore || stepBefore === "0";
  if (isNew || !list) timers = timers.filter(timer => clearTimeout(timer));
  if (!list || !isNew || !isRising) return;
  timers = [...list.children].slice(0, MOST).map(({ dataset }, place) => (
    setTimeout(() => rise(dataset.seat, dataset.token), BETWEEN_MS * (place + 1))
  ));
}
