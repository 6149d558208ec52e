// Bids, swaps and exchanges of Edel, Stein & Reich are put together from gems: what is picked, whether it is legal, the choice it makes.
import { sealButton } from "../forms.js";
import { advice } from "./edel_stein_reich_bids.js";

const COLOURS = ["red", "yellow", "green", "blue"];

function compose() {
  const box = document.querySelector(".trade[data-compose]");
  if (!box) return;
  const out = box.querySelector("[data-out]:checked");
  const { choice, key, values } = out ? { choice: out.value, key: "out", values: { choice: title(out) } } : composed(box);
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
  const form = box.closest("form").id;
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
  for (const stepper of box.querySelectorAll(".stepper")) {
    const place = COLOURS.indexOf(stepper.dataset.colour);
    stepper.querySelector("[data-chosen]").textContent = gems[place];
    stepper.toggleAttribute("data-js-some", gems[place] > 0);
    // still to be reached by key, so that focus never jumps
    stepper.querySelector(".step-more").setAttribute("aria-disabled", gems[place] >= held[place]);
    stepper.querySelector(".step-less").setAttribute("aria-disabled", gems[place] <= 0);
  }
  const { key, isLegal, better, worse, count, fewer } = advice(gems, held, standing, Boolean(box.dataset.single));
  const words = box.dataset.words.split("|");
  const values = { gems: named(gems, words), better: words[better], worse: words[worse], count, fewer };
  return { choice: isLegal ? ["bid", ...each(gems)].join(" ") : "", key, values };
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
    const takes = [value("pick-takes-1"), value("pick-takes-2")].filter(Boolean).sort((one, other) => COLOURS.indexOf(one) - COLOURS.indexOf(other));
    const isEnough = takes.length === 2 || choices.includes(`exchange ${gives} ${takes[0]}`);
    if (gives && isEnough) choice = `exchange ${gives} ${takes.join(" ")}`;
  }
  const isLegal = choices.includes(choice);
  return { choice: isLegal ? choice : "", key: isLegal ? "stands" : choice ? (box.dataset.compose === "swap" ? "same" : "nothing") : "pick", values: {} };
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

function step(stepper, by) {
  const box = stepper.closest("[data-compose]");
  const place = COLOURS.indexOf(stepper.dataset.colour);
  const gems = chosen(box);
  const held = numbers(box.dataset.held);
  gems[place] = Math.min(held[place], Math.max(0, gems[place] + by));
  put(box, gems);
}

document.addEventListener("click", event => {
  const button = event.target.closest(".trade [data-step]");
  if (button) step(button.closest(".stepper"), Number(button.dataset.step));
  const best = event.target.closest(".trade [data-pick-best]");
  if (!best) return;
  const box = best.closest("[data-compose]");
  const gems = [0, 0, 0, 0];
  for (const colour of box.dataset.best.split(" ").slice(1)) gems[COLOURS.indexOf(colour)] += 1;
  put(box, gems);
});

// Arrows count as well, while a gem has the focus.
document.addEventListener("keydown", event => {
  const stepper = event.target.closest?.(".trade .stepper");
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!stepper || !by) return;
  event.preventDefault();
  step(stepper, by);
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
compose();
