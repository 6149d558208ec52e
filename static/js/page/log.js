// Filter the log without loading the page. At the table, also add the sentences of films as they play, and count
// reveals that this browser has missed.
import { nodesOf, pointTo } from "../film/said.js";

document.documentElement.classList.add("js");
let missed = null;

const filter = document.getElementById("log-filter");
if (filter) {
  filter.addEventListener("change", () => {
    sift();
    history.replaceState(null, "", `?${new URLSearchParams(new FormData(filter))}`);
  });
  // choices made before this module loaded, or restored by the browser after a reload
  const asked = new URLSearchParams(location.search);
  if ([...new FormData(filter)].some(([name, value]) => (asked.get(name) ?? "") !== value)) sift();
}

function sift() {
  const { who, what } = Object.fromEntries(new FormData(filter));
  let shown = 0;
  for (const round of document.querySelectorAll("[data-round]")) {
    let inRound = 0;
    for (const line of round.querySelectorAll("li")) {
      const { seats, topic } = line.dataset;
      line.hidden = (who !== "" && !seats.split(" ").includes(who)) || (what !== "" && topic !== what);
      inRound += !line.hidden;
    }
    round.hidden = !inRound;
    round.open ||= who !== "" || what !== "";
    shown += inRound;
  }
  document.getElementById("log-empty").hidden = shown > 0;
}

const rail = document.querySelector("[data-live]");
if (rail) {
  // a viewer's address contains a key, which regions do not know
  const place = rail.dataset.live.replace(/\/live(\?.*)?$/, "");
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-past]");
    if (link) link.setAttribute("href", place + link.dataset.past);
  });
  remember(place);
  document.addEventListener("signet:said", ({ detail }) => tell(detail));
}

// Add a step's sentences at the top of the log and scroll to them.
function tell({ before = [], round, ...step }) {
  const box = document.querySelector("#log .log-scroll");
  const said = [...before, step].filter(({ say }) => say);
  if (!box || !said.length) return;
  document.querySelector("#log .all-rounds").hidden = false;
  const list = listOf(box, round);
  for (const each of said) {
    const line = document.createElement("li");
    line.className = "fresh";
    const why = document.getElementById("film-clause").cloneNode(true);
    why.removeAttribute("id");
    pointTo(why, each.clause);
    line.append(...nodesOf(each.say), "\u00a0", why);
    list.prepend(line);
  }
  box.scrollTop = 0;
}

// Return the list for a round's lines. Lines without a round go to the newest list.
function listOf(box, round) {
  const number = round ?? document.getElementById("phase").dataset.round;
  const heading = document.getElementById("log").dataset.heading.replace("{number}", number);
  const newest = box.querySelector("h3");
  if (newest && (round === undefined || newest.dataset.ofRound === String(number))) return box.querySelector("ol");
  const [title, list] = [document.createElement("h3"), document.createElement("ol")];
  title.dataset.ofRound = number;
  title.textContent = heading;
  box.querySelector(":scope > .quiet")?.remove();
  box.prepend(title, list);
  return list;
}

// Remember the last reveal that this browser has shown of the room, and count the reveals it has missed.
function remember(place) {
  // another player on this seat has not seen what was shown here before
  const key = `seen-${place}-${document.getElementById("phase").dataset.person}`;
  const revealed = () => ({
    first: Number(document.getElementById("log").dataset.first),
    last: Number(document.getElementById("phase").dataset.reveal),
  });
  const look = () => {
    if (document.hidden) return;
    const { first, last } = revealed();
    const seen = Math.max(read(key), first - 1);
    if (read(key) && last > seen) {
      missed = { count: last - seen, way: `${place}/replay?catch-up=${seen + 1}` };
      document.dispatchEvent(new CustomEvent("signet:missed"));
    }
    if (last) keep(key, last);
  };
  look();
  document.addEventListener("visibilitychange", look);
  document.addEventListener("signet:shown", () => {
    const { last } = revealed();
    if (!document.hidden && last) keep(key, last);
  });
}

// Return the reveals that were missed (their count, and the link that shows them) or null. They are returned once
// only.
export function takeMissed() {
  const told = missed;
  missed = null;
  return told;
}

function read(key) {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}

function keep(key, last) {
  try {
    localStorage.setItem(key, String(last));
  } catch {
    // private windows may refuse storage: then nothing is remembered
  }
}
