// Keep a chat message in its field until the table has it. A refused or lost message is still there, also after a
// reload.
const FIELD = "form[data-clear] [name=text]";
const key = `signet-typed-${location.pathname}`;
// messages on their way, which are still in the field
let pending = [];

export function watchTyped() {
  const typed = read();
  if (typed && field() && !field().value) field().value = typed;
  document.addEventListener("input", event => event.target.matches(FIELD) && keep(event.target.value));
}

// Return the part of the field's text that is not on its way yet.
export function unsent(text) {
  return pending.length ? without(text, pending).trim() : text;
}

// Keep a message in the field until the table has accepted it, then remove it.
export async function keepUntil(text, sent) {
  pending.push(text);
  const { ok } = await sent;
  pending.splice(pending.indexOf(text), 1);
  if (!ok || !field()) return;
  field().value = without(field().value, [text]).trimStart();
  keep(field().value);
}

// Forget the text that was typed but not sent.
export function forgetTyped() {
  if (field()) field().value = "";
  keep("");
}

function field() {
  return document.querySelector(FIELD);
}

function without(text, lines) {
  return lines.reduce((rest, line) => {
    const at = rest.indexOf(line);
    return at < 0 ? rest : rest.slice(0, at) + rest.slice(at + line.length);
  }, text);
}

function read() {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(text) {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // private windows may refuse storage: then the text does not outlive the page
  }
}
