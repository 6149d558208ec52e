// Entry script of a room's page: connects the socket, the outbox, the screen and the forms.
import { Outbox } from "./net/outbox.js";
import { Wire } from "./net/socket.js";
import { allowLoadAgain, loadAgain } from "./page/load_again.js";
import { leaveIfGone, leaveTable, Screen } from "./page/screen.js";
import { phase } from "./page/states.js";
import { watchForms } from "./page/forms.js";
import { watchKeys } from "./page/keys.js";
import { heardTime, watchClocks } from "./page/clocks.js";
import { notice, status, watchNews } from "./page/notices.js";
import { watchParts } from "./page/parts.js";
import { isForCurtain, passToCurtain, watchPass } from "./page/pass.js";
import { bringCoach, watchCoach } from "./page/coach.js";
import "./voices/lines.js";

const REFUSED = 1008, SEAT_LOST = 4001;

document.documentElement.classList.add("js");
const rail = document.querySelector("[data-live]");
const screen = new Screen();
const says = () => screen.says;
const wire = new Wire(rail.dataset.live, says);
let poll = null;
const outbox = new Outbox(wire, rail.dataset.do, () => poll?.ask());

let isLeaving = false;
document.addEventListener("submit", event => { isLeaving ||= event.target.hasAttribute("data-leave"); });
let isNew = false;
let isPolled = false;
let wasThere = false;
let version = 0;

function receive(message, what) {
  if (isForCurtain(message)) return passToCurtain(outbox);
  later().then(its => its[what](message));
  if ("now" in message) heardTime(message.now);
  version = message.version;
  wasThere = true;
  allowLoadAgain();
  screen.receive(message);
}
wire.onMessage = message => {
  if ("re" in message) return outbox.answered(message);
  receive(message, isNew ? "find" : "tell");
  isNew = false;
};
wire.onLive = () => {
  isNew = true;
  isPolled = false;
  status("live");
  poll?.stop();
  outbox.resend();
  bringCoach();
  later().then(its => its.look());
};
wire.onLost = () => {
  status("lost", isPolled);
  later().then(its => !wire.isLive && !wire.isOver && polling(its).start());
  lose();
};
wire.onMoved = link => later().then(its => its.follow(link, () => outbox.isEmpty));
wire.onOver = code => {
  if (code === REFUSED && !version && loadAgain()) return;
  poll?.stop();
  // a player who leaves through this page is already being sent to the home page
  if (code === SEAT_LOST) return isLeaving || leaveTable();
  status("over");
  later().then(its => its.forget());
  notice(code);
  // the table may no longer exist
  leaveIfGone();
};
// Return the poll that asks the table for updates while there is no socket.
function polling({ Poll }) {
  if (poll) return poll;
  poll = new Poll(rail.dataset.live.replace("/live?", "/update?"), () => ({
    ...says(), announced: phase().announced, looks: document.hidden ? "no" : "yes",
  }));
  poll.onMessage = (message, said) => {
    const now = says();
    // the socket has delivered something newer in the meantime
    if (message.version < version || said.table_id !== now.table_id) return;
    const what = isPolled || wire.isLive ? "tell" : "find";
    isPolled = !wire.isLive;
    if (isPolled) status("lost", true);
    outbox.resend();
    bringCoach();
    receive({ standing: [], ...message }, what);
  };
  poll.onLost = () => {
    isPolled = false;
    status("lost");
    lose();
  };
  poll.onOver = code => wire.end(code);
  return poll;
}

// Report the lost connection, unless polling works.
function lose() {
  later().then(its => wasThere && !isPolled && its.lose(() => wire.again()));
}

// Load later.js, once, and resolve to its features. A failed load is tried again at the next call.
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
watchPass(outbox);
watchCoach();
wire.open();
