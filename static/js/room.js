// The room's page: wires the socket, the outbox, the screen and the forms together.
import { Outbox } from "./net/outbox.js";
import { Wire } from "./net/socket.js";
import { Screen } from "./page/screen.js";
import { Shown } from "./page/region_texts.js";
import { watchForms } from "./page/forms.js";
import { watchKeys } from "./page/keys.js";
import { heardTime, watchClocks } from "./page/clocks.js";
import { notice, status, watchNews } from "./page/notices.js";
import { watchParts } from "./page/parts.js";
import { watchSettings } from "./settings/sheet.js";
import { watchSounds } from "./page/sounds.js";
import { stayAwake } from "./page/awake.js";
import { sayLooking, watchCalls } from "./notifications/notifications.js";
import { watchTalk } from "./page/talk.js";
import { watchMoments } from "./page/local_times.js";
import { watchCamera } from "./scene/camera.js";
import { watchHolders } from "./scene/holders.js";
import { watchSpots } from "./scene/spots.js";
import { bringCoach, watchCoach } from "./page/coach.js";
import "./page/copy.js";
import "./page/dock.js";

document.documentElement.classList.add("js");
const rail = document.querySelector("[data-live]");
const shown = new Shown(document);
const screen = new Screen(shown);
const wire = new Wire(rail.dataset.live, () => ({ shown: shown.marks, basis: screen.basis }));
const outbox = new Outbox(wire, rail.dataset.do, () => screen.refresh());

wire.onMessage = message => {
  if ("now" in message) heardTime(message.now);
  if ("re" in message) outbox.answered(message);
  else screen.receive(message);
};
wire.onOpen = () => {
  status("live");
  screen.stopPolling();
  outbox.resend();
  sayLooking(wire);
  bringCoach();
};
wire.onLost = () => {
  status("lost");
  screen.startPolling();
};
wire.onOver = code => {
  status("over");
  screen.stopPolling();
  notice(code);
};

watchForms(outbox);
watchKeys(() => screen.replay());
watchClocks();
watchNews();
watchParts();
watchSettings();
watchSounds();
stayAwake();
watchCalls(wire);
watchTalk();
watchMoments();
// a tap that chooses brings nothing close
watchSpots();
watchCamera();
watchHolders();
watchCoach();
wire.open();
