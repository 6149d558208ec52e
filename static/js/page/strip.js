// Fit the film's sentence into its strip: the strip has one height, and the largest type that fits is used. A sentence
// that does not fit at all is shortened; a replay's is scrolled.
import { shorten } from "../film/said.js";

const LENGTHS = ["short", "long", "longest"];
// letters extend a little beyond their line box
const SLACK_PX = 4;
const film = document.getElementById("film");
const says = document.getElementById("film-say");
let due = 0;

function fit() {
  do {
    for (const length of LENGTHS) {
      film.dataset.length = length;
      if (says.scrollHeight <= says.clientHeight + SLACK_PX) return;
    }
  } while (!film.hasAttribute("data-swap") && shorten());
}

// Measure just before the browser computes the layout: measuring forces one.
function fitSoon() {
  cancelAnimationFrame(due);
  due = requestAnimationFrame(fit);
}

if (says) new MutationObserver(fitSoon).observe(says, { childList: true, characterData: true, subtree: true });
