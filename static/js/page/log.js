// The log's filters at once, without loading the page; and at the table what was opened while nobody looked.
document.documentElement.classList.add("js");

// the lower edge of the log fades
const FADE_PX = 26;

const filter = document.getElementById("log-filter");
if (filter) {
  filter.addEventListener("change", () => {
    sift();
    history.replaceState(null, "", `?${new URLSearchParams(new FormData(filter))}`);
  });
  // what was chosen before this script was there, or kept by the browser over a reload
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
  // who looks on has a key in the address; regions do not know it
  const place = rail.dataset.live.replace(/\/live(\?.*)?$/, "");
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-past]");
    if (link) link.setAttribute("href", place + link.dataset.past);
  });
  remember(place);
  follow(document.getElementById("film"));
}

// While a film is shown its sentences come into the log one by one; the message's end state brings the same log whole.
function follow(film) {
  document.addEventListener("signet:step", ({ detail: { say, regions } }) => {
    const rounds = document.querySelector("#log .log-scroll");
    // seen once more, or told beside what is asked: the log has it already
    if (!rounds || film.classList.contains("still")) return;
    const stage = regions.stage
      ? new DOMParser().parseFromString(regions.stage, "text/html")
      : document.getElementById("stage");
    const heading = stage.querySelector("b").textContent;
    if (rounds.querySelector("h3")?.textContent !== heading) {
      const [title, list] = [document.createElement("h3"), document.createElement("ol")];
      title.textContent = heading;
      rounds.querySelector(":scope > .quiet")?.remove();
      rounds.prepend(title, list);
    }
    const line = document.createElement("li");
    line.className = "fresh";
    const why = document.getElementById("film-clause").cloneNode(true);
    why.removeAttribute("id");
    line.append(say, " ", why);
    rounds.querySelector("ol").append(line);
    // the newest line is in sight, whichever way the game's log runs
    const below = line.getBoundingClientRect().bottom + FADE_PX - rounds.getBoundingClientRect().bottom;
    if (below > 0) rounds.scrollTop += below;
  });
}

// The last opening this browser has shown of the room, and a button for those it has not.
function remember(place) {
  const key = `seen-${place}`;
  const button = document.getElementById("since");
  const opened = () => {
    const { first, last } = document.getElementById("log").dataset;
    return { first: Number(first), last: Number(last) };
  };
  const look = () => {
    if (document.hidden) return;
    const { first, last } = opened();
    const seen = Math.max(read(key), first - 1);
    const missed = last - seen;
    if (button && read(key) && missed > 0) {
      const words = missed === 1 ? button.dataset.one : button.dataset.many;
      button.querySelector("[data-count]").textContent = words.replace("{count}", missed);
      button.querySelector("a").setAttribute("href", `${place}/replay?at=${seen + 1}`);
      button.hidden = false;
    }
    if (last) keep(key, last);
  };
  look();
  document.addEventListener("visibilitychange", look);
  document.addEventListener("signet:shown", () => {
    const { last } = opened();
    if (!document.hidden && last) keep(key, last);
  });
  button?.addEventListener("click", event => {
    if (event.target.closest("button")) button.hidden = true;
  });
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
    // private windows may refuse: then nothing is remembered
  }
}
