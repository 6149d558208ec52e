// The strip has one height: the film's sentence has the largest type in which all of it has room there.
const LENGTHS = ["short", "long", "longest"];
// letters reach a little beyond their line
const SLACK_PX = 4;
const film = document.getElementById("film");
const says = document.getElementById("film-say");

function fit() {
  for (const length of LENGTHS) {
    film.dataset.length = length;
    if (says.scrollHeight <= says.clientHeight + SLACK_PX) return;
  }
}

if (says) new MutationObserver(fit).observe(says, { childList: true, characterData: true, subtree: true });
