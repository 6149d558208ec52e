// Features that a room's page needs only after it is shown, in a separate script that loads without blocking the page.
import { Poll } from "./net/poll.js";
import { keepOffline } from "./app/register.js";
import { watchOffer } from "./film/offer.js";
import { sayLooking, watchNotifications } from "./alerts/watch.js";
import { stayAwake } from "./page/awake.js";
import { watchMoments } from "./page/local_times.js";
import { fetchPlay } from "./page/load_play.js";
import { follow } from "./page/moved.js";
import { watchHand } from "./page/hand.js";
import { watchBeats } from "./beats/beats.js";
import { watchSounds } from "./sounds/watch.js";
import { watchSend } from "./page/send.js";
import "./page/copy.js";
import "./page/why.js";
import { find, forget, lose, tell, watchToasts } from "./page/toasts.js";
import { watchSettings } from "./settings/sheet.js";
import { watchVoices } from "./voices/voices.js";

export function begin(wire) {
  watchToasts();
  watchSettings();
  watchOffer();
  watchNotifications(wire);
  stayAwake();
  watchMoments();
  watchSounds();
  watchBeats();
  watchSend();
  watchVoices();
  watchHand();
  keepOffline();
  fetchPlay();
  return { Poll, find, follow, forget, lose, tell, look: () => sayLooking(wire) };
}
