// Bids, swaps and exchanges of Edel, Stein & Reich are put together from gems: what is picked, whether it is legal, the
// choice it makes.
import { sealButton } from "../page/forms.js";
import { advice } from "./edel_stein_reich_bids.js";

const COLOURS = ["red", "yellow", "green", "blue"];

function compose() {
  const box = document.querySelector(".trade[data-compose]");
  if (!box) return;
  const out = box.querySelector("[data-out]:checked");
  const { choice, key, values } = out
    ? { choice: out.value, key: "out", values: { choice: title(out) } }
    : composed(box);
  const says = box.querySelector("[data-compose-says]");
  const text = filled(says.getAttribute(`data-say-${key}`), values);
  if (says.textContent !== text) says.textContent = text;
  box.querySelector(".compose-line").toggleAttribute("data-js-ok", Boolean(choice));
  box.dataset.jsChoice = choice;
  sealButton();
}

function composed(box) {
  return box.dataset.compose === "bid" ? bid(box) : picked(box);
}

// Gems are counted on the box itself, so that a page drawn anew while one composes keeps them.
function chosen(box) {
  // not form.id: in a page as it was served, that is the field of the command's own id
  const form = box.closest("form").getAttribute("id");
  if (box.dataset.jsForm !== form) {
    box.dataset.jsForm = form;
    box.dataset.jsGems = "0 0 0 0";
  }
  return numbers(box.dataset.jsGems);
}

function bid(box) {
  const gems = chosen(box);
  const held = numbers(box.dataset.held);
  const standing = box.dataset.standing ? numbers(box.dataset.standing) : null;
  lay(box, gems, held);
  const { key, isLegal, better, worse, count, fewer } = advice(gems, held, standing, Boolean(box.dataset.single));
  const words = box.dataset.words.split("|");
  const values = { gems: named(gems, words), better: words[better], worse: words[worse], count, fewer };
  return { choice: isLegal ? ["bid", ...each(gems)].join(" ") : "", key, values };
}

// The gems of the bid lie on the tray, each a button that takes it back; the focus stays where it was, or as near as
// can be.
function lay(box, gems, held) {
  for (const slot of box.querySelectorAll("[data-laid]")) {
    const place = COLOURS.indexOf(slot.dataset.colour);
    const more = box.querySelector(`.step-more[data-colour=${slot.dataset.colour}]`);
    const left = held[place] - gems[place];
    more.querySelector("[data-left]").textContent = left;
    // still to be reached by key, so that focus never jumps
    more.setAttribute("aria-disabled", left <= 0);
    while (slot.children.length < gems[place]) slot.append(laidGem(slot, more));
    while (slot.children.length > gems[place]) {
      const last = slot.lastElementChild;
      if (last === document.activeElement) (last.previousElementSibling ?? more).focus();
      last.remove();
    }
  }
}

function laidGem(slot, more) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "step-less";
  button.dataset.step = -1;
  button.setAttribute("aria-label", slot.dataset.label);
  button.append(more.querySelector(".gem").cloneNode(true));
  return button;
}

function picked(box) {
  const value = name => box.querySelector(`input[name=${name}]:checked`)?.value;
  const gives = value("pick-gives");
  const choices = box.dataset.choices.split("|");
  let choice = "";
  if (box.dataset.compose === "swap") {
    const [seat, takes] = value("pick-takes")?.split(" ") ?? [];
    if (gives && takes) choice = `swap ${seat} ${gives} ${takes}`;
  } else {
    const takes = [value("pick-takes-1"), value("pick-takes-2")].filter(Boolean);
    takes.sort((one, other) => COLOURS.indexOf(one) - COLOURS.indexOf(other));
    const isEnough = takes.length === 2 || choices.includes(`exchange ${gives} ${takes[0]}`);
    if (gives && isEnough) choice = `exchange ${gives} ${takes.join(" ")}`;
  }
  const isLegal = choices.includes(choice);
  const key = isLegal ? "stands" : choice ? (box.dataset.compose === "swap" ? "same" : "nothing") : "pick";
  const values = isLegal ? { gems: named(after(box, choice), box.dataset.words.split("|")) } : {};
  return { choice: isLegal ? choice : "", key, values };
}

// What I would have after a swap ("swap 2 red blue") or an exchange ("exchange red blue blue").
function after(box, choice) {
  const [gives, ...takes] = choice.split(" ").filter(word => COLOURS.includes(word));
  const gems = numbers(box.dataset.held);
  gems[COLOURS.indexOf(gives)] -= 1;
  for (const colour of takes) gems[COLOURS.indexOf(colour)] += 1;
  return gems;
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function named(gems, words) {
  return gems.map((count, place) => (count ? `${count} ${words[place]}` : "")).filter(Boolean).join(", ");
}

function title(input) {
  return input.closest("label").querySelector("b").textContent;
}

function each(gems) {
  return gems.flatMap((count, place) => Array(count).fill(COLOURS[place]));
}

function numbers(text) {
  return text.split(" ").map(Number);
}

function put(box, gems) {
  chosen(box);
  box.dataset.jsGems = gems.join(" ");
  for (const input of box.querySelectorAll("[data-out]")) input.checked = false;
  compose();
}

function step(button, by) {
  const box = button.closest("[data-compose]");
  const place = COLOURS.indexOf(button.closest("[data-colour]").dataset.colour);
  const gems = chosen(box);
  const held = numbers(box.dataset.held);
  gems[place] = Math.min(held[place], Math.max(0, gems[place] + by));
  put(box, gems);
}

document.addEventListener("click", event => {
  const button = event.target.closest(".trade [data-step]");
  if (button) step(button, Number(button.dataset.step));
  const best = event.target.closest(".trade [data-pick-best]");
  if (!best) return;
  const box = best.closest("[data-compose]");
  const gems = [0, 0, 0, 0];
  for (const colour of box.dataset.best.split(" ").slice(1)) gems[COLOURS.indexOf(colour)] += 1;
  put(box, gems);
});

// Arrows count as well, while a gem has the focus.
document.addEventListener("keydown", event => {
  const button = event.target.closest?.(".trade [data-step]");
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!button || !by) return;
  event.preventDefault();
  step(button, by);
});

document.addEventListener("change", event => {
  const box = event.target.closest(".trade[data-compose]");
  if (!box) return;
  if (event.target.matches("[data-out]")) {
    box.dataset.jsGems = "0 0 0 0";
    for (const input of box.querySelectorAll("[data-pick]")) input.checked = false;
    if (box.dataset.compose === "bid") bid(box);
  } else {
    for (const input of box.querySelectorAll("[data-out]")) input.checked = false;
  }
  compose();
});
document.addEventListener("signet:shown", compose);
// a prompt drawn anew has lost what was said of it: it is said again before anybody sees that
const drawn = new MutationObserver(() => {
  compose();
  // not what was said just now
  drawn.takeRecords();
});
drawn.observe(document.getElementById("prompt"), { childList: true, subtree: true });
compose();
