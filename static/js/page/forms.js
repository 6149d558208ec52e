import { isOnItsWay, isWaySet, markWay, seeOff, watchWay } from "./on_way.js";
import { keepUntil, unsent, watchTyped } from "./typed.js";

const NUMBERS = new Set(["ask", "seat", "other", "seconds", "size", "number"]);
const FLAGS = new Set(["on", "against", "rotate", "same"]);
const NAMES = new Set(["level", "game"]);

// Send forms as commands. Without this module the browser posts the forms, with the same effect.
export function watchForms(outbox) {
  dropIds(document);
  watchTyped();

  document.addEventListener("submit", async event => {
    const form = event.target.closest("[data-command]");
    if (!form) return;
    event.preventDefault();
    const message = messageOf(form, event.submitter);
    if (!message) return;
    const isSeal = form.hasAttribute("data-seal");
    if (isSeal && isOnItsWay(message)) return;
    const typed = form.hasAttribute("data-clear") ? form.elements.text.value : "";
    if (typed) message.text = unsent(typed);
    if (typed && !message.text) return;
    const { done } = form.dataset;
    const sent = outbox.send(message);
    if (isSeal) seeOff(message, sent);
    if (typed) keepUntil(message.text, sent);
    const busy = event.submitter;
    busy?.setAttribute("data-js-busy", "");
    const { ok } = await sent;
    busy?.removeAttribute("data-js-busy");
    if (ok && form.hasAttribute("data-guess")) form.setAttribute("data-js-sealed", "");
    if (ok && done) document.dispatchEvent(new CustomEvent("signet:told", { detail: done }));
    // the sheet of a removed player has no content any more
    if (ok && message.do === "remove") form.closest("[popover]")?.hidePopover();
    if (ok) document.dispatchEvent(new CustomEvent("signet:done"));
  });

  document.addEventListener("change", event => {
    const form = event.target.closest("form[data-on-change]");
    if (form) form.requestSubmit();
    event.target.closest("[data-guess]")?.removeAttribute("data-js-sealed");
    if (event.target.closest("[data-seal]")) sealButton();
  });

  // a second tap on the chosen card seals it
  document.addEventListener("pointerdown", event => {
    const input = event.target.closest("[data-seal] .choice")?.querySelector("input");
    if (input) input.dataset.jsWas = input.checked;
  });
  document.addEventListener("click", event => {
    const input = event.target;
    if (input.matches?.("[data-seal] .choice input") && input.dataset.jsWas === "true") input.form.requestSubmit();
    if (input.dataset) delete input.dataset.jsWas;
  });

  for (const event of ["signet:shown", "signet:way"]) document.addEventListener(event, sealButton);
  watchWay();
  sealButton();

  // fields that were changed before this module loaded
  for (const form of document.querySelectorAll("form[data-on-change]")) {
    if ([...form.elements].some(isChanged)) form.requestSubmit();
  }
}

// Remove the hidden id fields of commands: only pages without this module need them. The lesson's form is never
// redrawn and keeps its id. A field named `id` hides its form's id: the next message would replace the form, and the
// selection would be lost.
export function dropIds(page) {
  for (const field of page.querySelectorAll("form:not(#lesson-form) > input[type=hidden][name=id]")) field.remove();
}

function isChanged(field) {
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.localName === "select") {
    return [...field.options].some(option => option.selected !== option.defaultSelected);
  }
  return field.localName === "input" && field.value !== field.defaultValue;
}

// Update the seal button. It reads "Change" once a choice is sealed, and is disabled until another card is chosen.
export function sealButton() {
  const form = document.querySelector("[data-seal]");
  if (!form) return;
  const button = form.querySelector(".seal-button");
  const choice = choiceOf(form);
  const isSent = markWay(form, choice);
  // while another choice is being sent, the sealed one can be chosen again
  button.disabled = !choice || isSent || (choice === form.dataset.sealed && !isWaySet(form));
}

// Return the choice that a game's own script composes, if the form has one, else the chosen card.
function choiceOf(form) {
  const composed = form.querySelector("[data-compose]");
  return composed ? composed.dataset.jsChoice : new FormData(form).get("choice");
}

function messageOf(form, submitter) {
  if (form.hasAttribute("data-seal")) {
    const choice = choiceOf(form);
    if (!choice) return null;
    return { do: "seal", ask: Number(form.elements.ask.value), choice };
  }
  const message = {};
  const options = {};
  for (const field of form.elements) {
    if (!field.name || field.name === "id" || field.disabled || field.matches("[data-off], [name=then]")) continue;
    if (field.localName === "button" && field !== submitter) continue;
    if (field.type === "checkbox" && !field.checked && !field.name.startsWith("option.")) continue;
    if (field.type === "radio" && !field.checked) continue;
    if (field.name.startsWith("option.")) put(options, field.name.slice(7).split("."), valueOf(field));
    else if (field.name === "if") (message.when ??= []).push([field.value, form.elements.then.value]);
    else if (field.name.startsWith("instruction.")) {
      (message.instructions ??= []).push(...(field.checked ? [field.name.slice(12)] : []));
    }
    else if (field.name.startsWith("answer.")) (message.answers ??= []).push(field.value);
    // the field may be outdated: a message leaves the last reveal's number out of its regions
    else message[field.name] = parseField(field.name, field.matches("[data-last-reveal]") ? lastReveal() : field.value);
  }
  return Object.keys(options).length ? { ...message, options } : message;
}

function lastReveal() {
  return document.getElementById("phase").dataset.reveal;
}

// Convert a field's text to the type that the protocol expects.
function parseField(name, text) {
  if (NUMBERS.has(name)) return Number(text);
  if (FLAGS.has(name)) return text === "on";
  if (name === "device") return text ? Number(text) : null;
  // a date field has the device's own time
  if (name === "at") return new Date(text).getTime();
  if (name === "zone") return Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name === "choices") return text ? text.split("\n") : [];
  if (name === "when") return text ? text.split("\n").map((line) => line.split("|")) : [];
  return NAMES.has(name) ? text || null : text;
}

function valueOf(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.hasAttribute("data-number")) return Number(field.value);
  return field.type === "number" ? field.valueAsNumber : field.value;
}

// Set a nested option. If a parent already has a named value (text), the fields below it are ignored.
function put(target, path, value) {
  const last = path.pop();
  for (const name of path) target = target[name] ||= {};
  if (typeof target === "object") target[last] = value;
}
