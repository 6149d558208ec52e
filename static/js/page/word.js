// Move the word from the fragment of the host's link into the form's field. It leaves the address, so nobody copies it
// from there by mistake.
function takeWord() {
  const word = new URLSearchParams(location.hash.slice(1)).get("word");
  if (word === null) return;
  const field = document.querySelector("input[name=word]");
  if (field) field.value = word;
  history.replaceState(history.state, "", location.pathname + location.search);
}

addEventListener("hashchange", takeWord);
takeWord();
