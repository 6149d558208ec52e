// Features that a room's page needs only after it is shown, in a separate script that loads without blocking the page.
import { Poll } from "./net/poll.js";
import { keepOffline } from "./app/register.js";
import { sayLooking, watchNotifications } from "./alerts/watch.js";
import { stayAwake } from "./page/awake.js";
import { watchMoments } from "./page/local_times.js";
import { fetchEarly } from "./page/load.js";
import { watchSend } from "./page/send.js";
import { phase } from "./page/states.js";
import { find, forget, lose, tell, watchToasts } from "./page/toasts.js";

export function begin(wire) {
  watchToasts();
  watchNotifications(wire);
  stayAwake();
  watchMoments();
  watchSend();
  keepOffline();
  // the game that begins in this lobby
  if (phase().phase === "lobby") fetchEarly(document.querySelector("[data-live]").dataset.play);
  return { Poll, find, forget, lose, tell, look: () => sayLooking(wire) };
}
