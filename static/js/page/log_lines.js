// Add the sentences of films to the log of the table as they play.
import { nodesOf, pointTo } from "../film/said.js";

document.addEventListener("signet:said", ({ detail }) => tell(detail));

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
  // scrolling forces a layout, which the next frame computes anyway
  requestAnimationFrame(() => { box.scrollTop = 0; });
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
