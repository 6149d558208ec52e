// The room's page: wires the socket, the outbox, the screen and the forms together.
import { Outbox } from "./outbox.js";
import { Wire } from "./wire.js";
import { Screen } from "./screen.js";
import { Shown } from "./shown.js";
import { watchForms } from "./forms.js";
import { watchKeys } from "./keys.js";
import { heardTime, watchClocks } from "./clocks.js";
import { notice, status, watchNews } from "./notices.js";
import { watchSettings } from "./settings_sheet.js";
import { watchSounds } from "./sounds.js";
import { stayAwake } from "./awake.js";
import { sayLooking, watchCalls } from "./calls.js";
import { watchTalk } from "./talk.js";
import { watchMoments } from "./moments.js";
import "./copy.js";

document.documentElement.classList.add("js");
const rail = document.querySelector("[data-live]");
const shown = new Shown();
const screen = new Screen();
const wire = new Wire(rail.dataset.live);
const outbox = new Outbox(wire, rail.dataset.do, () => screen.refresh());

wire.onMessage = message => {
  if ("now" in message) heardTime(message.now);
  if ("re" in message) outbox.answered(message);
  else screen.receive(shown.whole(message));
};
wire.onOpen = () => {
  shown.forget();
  status("live");
  screen.stopPolling();
  outbox.resend();
  sayLooking(wire);
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
watchSettings();
watchSounds();
stayAwake();
watchCalls(wire);
watchTalk();
watchMoments();
wire.open();
