// Features that a room's page needs only after it is shown, in a separate script that loads without blocking the page.
import { Poll } from "./net/poll.js";
import { keepOffline } from "./app/register.js";
import { sayLooking, watchNotifications } from "./alerts/watch.js";
import { stayAwake } from "./page/awake.js";
import { watchMoments } from "./page/local_times.js";
import { watchSend } from "./page/send.js";
import { find, forget, lose, tell, watchToasts } from "./page/toasts.js";

export function begin(wire) {
  watchToasts();
  watchNotifications(wire);
  stayAwake();
  watchMoments();
  watchSend();
  keepOffline();
  return { Poll, find, forget, lose, tell, look: () => sayLooking(wire) };
}
