// Filter the log without loading the page. At the table, also count reveals that this browser has missed.
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
