// What a table needs only once it is there: it comes in a script of its own, for which the page does not wait.
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
