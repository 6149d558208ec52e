// Copy buttons. A button reads "Copied" only after the copy succeeded. If the browser refuses, the text is selected
// and the button asks the user to copy it by hand.
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
    // the clipboard API is missing on plain http in a local network, and any browser may refuse it
    select(field);
    return copySelected(field.value);
  }
}

// Copy the selection and return true if it worked. The result of `execCommand` is not enough: the `copy` event must
// have fired, too.
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

// Select the field's text, so that the user can copy it by a long press or a key.
function select(field) {
  field.focus();
  field.select();
  field.setSelectionRange(0, field.value.length);
}

// Show the result on the button for a while. The button's original nodes are put back afterwards, because a translator
// may have changed them.
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
