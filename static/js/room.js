// The room's page: wires the socket, the outbox, the screen and the forms together.
import { Outbox } from "./net/outbox.js";
import { Wire } from "./net/socket.js";
import { allowLoadAgain, loadAgain } from "./page/load_again.js";
import { leaveTable, Screen } from "./page/screen.js";
import { Shown } from "./page/region_texts.js";
import { watchForms } from "./page/forms.js";
import { watchKeys } from "./page/keys.js";
import { heardTime, watchClocks } from "./page/clocks.js";
import { notice, status, watchNews } from "./page/notices.js";
import { watchParts } from "./page/parts.js";
import { watchSettings } from "./settings/sheet.js";
import { watchSounds } from "./page/sounds.js";
import { watchTalk } from "./page/talk.js";
import { watchCamera } from "./scene/camera.js";
import { watchHolders } from "./scene/holders.js";
import { watchSpots } from "./scene/spots.js";
import { bringCoach, watchCoach } from "./page/coach.js";
import "./page/copy.js";
import "./page/dock.js";

const REFUSED = 1008, SEAT_LOST = 4001;

document.documentElement.classList.add("js");
const rail = document.querySelector("[data-live]");
const shown = new Shown(document);
const screen = new Screen(shown);
const wire = new Wire(rail.dataset.live, () => ({ shown: shown.marks, basis: screen.basis }));
const outbox = new Outbox(wire, rail.dataset.do, () => screen.refresh());

let isNew = false;
let wasOpen = false;
let hasHeard = false;
let isLeaving = false;
document.addEventListener("submit", event => { isLeaving ||= event.target.hasAttribute("data-leave"); });
wire.onMessage = message => {
  if ("now" in message) heardTime(message.now);
  if ("re" in message) return outbox.answered(message);
  if (!hasHeard) allowLoadAgain();
  hasHeard = true;
  screen.receive(message);
  const what = isNew ? "find" : "tell";
  isNew = false;
  later().then(its => its[what](message));
};
wire.onOpen = () => {
  isNew = wasOpen = true;
  status("live");
  screen.stopPolling();
  outbox.resend();
  bringCoach();
  later().then(its => its.look());
};
wire.onLost = () => {
  status("lost");
  screen.startPolling();
  later().then(its => wasOpen && its.lose(() => wire.again()));
};
wire.onOver = code => {
  if (code === REFUSED && !hasHeard && loadAgain()) return;
  // who leaves by this page is on the way home
  if (code === SEAT_LOST) return isLeaving || leaveTable();
  status("over");
  later().then(its => its.forget());
  screen.stopPolling();
  notice(code);
  // a table that is gone is no page to stay at
  screen.refresh();
};

// The script that comes once the page is there.
let coming = null;
function later() {
  coming ??= new Promise(come => {
    const script = Object.assign(document.createElement("script"), { type: "module", src: rail.dataset.later });
    script.onload = () => come(globalThis.signet.begin(wire));
    script.onerror = () => { coming = null; };
    document.head.append(script);
  });
  return coming;
}

watchForms(outbox);
watchKeys(() => screen.replay());
watchClocks();
watchNews();
watchParts();
watchSettings();
watchSounds();
watchTalk();
// a tap that chooses brings nothing close
watchSpots();
watchCamera();
watchHolders();
watchCoach();
wire.open();
