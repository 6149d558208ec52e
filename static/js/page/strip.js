// The strip has one height: the film's sentence has the largest type in which so many letters have room there.
const LONG = 50;
const LONGEST = 110;
const film = document.getElementById("film");
const says = document.getElementById("film-say");

function fit() {
  const { length } = says.textContent;
  film.dataset.length = length > LONGEST ? "longest" : length > LONG ? "long" : "short";
}

if (says) new MutationObserver(fit).observe(says, { childList: true, characterData: true, subtree: true });
