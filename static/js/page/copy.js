// Copy buttons. "Copied" is said when it was: where the browser refuses, the text is selected, and it is said that a
// hand has to copy it.
document.documentElement.classList.add("js");
const SAID_MS = 1_600, HELP_MS = 6_000;
const saying = new WeakMap();

document.addEventListener("click", async event => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  say(button, await copy(field));
});

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // there is none on plain http in a local network, and anywhere it may be refused
    select(field);
    return copySelected(field.value);
  }
}

// The answer alone says nothing: it was copied if the event came that copies.
function copySelected(text) {
  let isTaken = false;
  const take = event => {
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    isTaken = true;
  };
  document.addEventListener("copy", take, { once: true });
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", take);
  return isDone && isTaken;
}

// So that a hand can copy it, too, by a long press or a key.
function select(field) {
  field.focus();
  field.select();
  field.setSelectionRange(0, field.value.length);
}

// The button's own words come back as they were: a translator may have written them.
function say(button, isCopied) {
  const before = saying.get(button);
  const nodes = before?.nodes ?? [...button.childNodes];
  clearTimeout(before?.timer);
  const { done, byHand } = button.dataset;
  button.replaceChildren(isCopied ? done : byHand);
  const timer = setTimeout(back, isCopied ? SAID_MS : HELP_MS, button);
  saying.set(button, { nodes, timer });
}

function back(button) {
  button.replaceChildren(...saying.get(button).nodes);
  saying.delete(button);
}
