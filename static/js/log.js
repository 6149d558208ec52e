// The log's filters at once, without loading the page; and at the table what was opened while nobody looked.
document.documentElement.classList.add("js");

const filter = document.getElementById("log-filter");
if (filter) filter.addEventListener("change", () => {
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
    shown += inRound;
  }
  document.getElementById("log-empty").hidden = shown > 0;
  history.replaceState(null, "", `?${new URLSearchParams(new FormData(filter))}`);
});

const rail = document.querySelector("[data-live]");
if (rail) {
  // who looks on has a key in the address; regions do not know it
  const place = rail.dataset.live.replace(/\/live(\?.*)?$/, "");
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-past]");
    if (link) link.setAttribute("href", place + link.dataset.past);
  });
  remember(place);
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
      button.querySelector("[data-count]").textContent = (missed === 1 ? button.dataset.one : button.dataset.many).replace("{count}", missed);
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
