// Live connection of pages that look back at a table's games. A reader of such a page, also a host, still counts as
// present at the table. The page stays, and a bar announces when the table goes on.
import { Wire } from "../net/socket.js";

// Delay before the connection: the page of a mirror that is still being made reloads itself all the time.
const PATIENCE_MS = 1_500;
const SEAT_LOST = 4001;
const AGAIN = /name="motion" value="again"/;
const [, place] = location.pathname.match(/^(.*\/r\/\w{8}(?:~\d+)?)\/(?:clip|mirror|replay|rounds|statistics)$/) ?? [];
const bar = document.getElementById("beside");
let known = "";

function hear({ state, regions = {} }) {
  if (regions.votes !== undefined) tell(AGAIN.test(regions.votes) ? bar.dataset.suggested : "");
  const now = state?.phase ?? known;
  if (known === "finished" && now === "playing") tell(bar.dataset.begun);
  known = now;
}

function tell(sentence) {
  bar.querySelector("span").textContent = sentence;
  bar.hidden = !sentence;
}

function begin() {
  const wire = new Wire(`${place}/live?language=${document.documentElement.lang}`, () => ({}));
  wire.onMessage = message => "re" in message || hear(message);
  wire.onOver = code => code === SEAT_LOST && location.replace(`${place}/gone`);
  wire.open();
}

if (place && bar) setTimeout(begin, PATIENCE_MS);
