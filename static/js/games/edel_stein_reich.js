// Composes bids, swaps and exchanges of Edel, Stein & Reich from gems: checks legality and sets the choice. Players tap
// wells of the table or the buttons that stand for them.
import { sealButton } from "../page/forms.js";
import { pressed } from "../page/pressed.js";
import { write } from "../page/write.js";
import { advice } from "./edel_stein_reich_bids.js";
import { showSoon } from "./edel_stein_reich_soon.js";

const COLOURS = ["red", "yellow", "green", "blue"];
const TAKES = 2;

function compose() {
  const box = document.querySelector(".trade[data-compose]");
  if (!box) return showSoon({});
  const out = box.querySelector("[data-out]:checked");
  const { choice, key, values } = out
    ? { choice: out.value, key: "out", values: { choice: title(out) } }
    : composeBid(box);
  const says = box.querySelector("[data-compose-says]");
  write(says, fillText(says.getAttribute(`data-say-${key}`), values));
  box.querySelector(".compose-line").toggleAttribute("data-js-ok", Boolean(choice));
  box.dataset.jsChoice = choice;
  if (box.dataset.compose === "bid") nameButton(box, says, out);
  sealButton();
}

// Label the seal button: "offer" for a composed bid, "say" for the way out of a bargain.
function nameButton(box, says, out) {
  const button = box.closest("form").querySelector(".seal-label");
  if (button) write(button, says.getAttribute(out ? "data-say-say" : "data-say-offer"));
}

function composeBid(box) {
  return { bid, swap, exchange }[box.dataset.compose](box);
}

// Return the chosen colours in the order of the taps. The box itself stores them, so that they survive a redrawn page.
function chosen(box) {
  // not form.id: in the page as served, that is the form's field named "id", the command's id
  const form = box.closest("form").getAttribute("id");
  if (box.dataset.jsForm !== form) {
    box.dataset.jsForm = form;
    box.dataset.jsGems = "";
  }
  return box.dataset.jsGems.split(" ").filter(Boolean);
}

function countGems(colours) {
  return COLOURS.map(colour => colours.filter(each => each === colour).length);
}

function bid(box) {
  const laid = chosen(box);
  const gems = countGems(laid);
  const held = numbers(box.dataset.held);
  const standing = box.dataset.standing ? numbers(box.dataset.standing) : null;
  for (const more of box.querySelectorAll("[data-step='1']")) {
    const left = held[place(more)] - gems[place(more)];
    write(more.querySelector("[data-left]"), String(left));
    // not `disabled`: the button stays reachable by key, so that the focus never jumps
    more.setAttribute("aria-disabled", left <= 0);
  }
  for (const less of box.querySelectorAll("[data-step='-1']")) less.hidden = !gems[place(less)];
  box.querySelector("[data-back]").disabled = !laid.length;
  box.querySelector("[data-empty]").hidden = !laid.length;
  showSoon({ takes: gems, laid });
  const { key, isLegal, better, worse, count, fewer } = advice(gems, held, standing, Boolean(box.dataset.single));
  const words = box.dataset.words.split("|");
  const values = { gems: nameGems(gems, box), better: words[better], worse: words[worse], count, fewer };
  return { choice: isLegal ? ["bid", ...sortColours(laid)].join(" ") : "", key, values };
}

function swap(box) {
  const gives = readPick(box, "pick-gives");
  const [seat, takes] = readPick(box, "pick-takes")?.split(" ") ?? [];
  layOut(box, [gives], [takes]);
  return picks(box, gives && takes ? `swap ${seat} ${gives} ${takes}` : "", "same");
}

function exchange(box) {
  const gives = readPick(box, "pick-gives");
  const takes = sortColours(chosen(box));
  layOut(box, [gives], chosen(box));
  const alone = `exchange ${gives} ${takes[0]}`;
  const isEnough = takes.length === TAKES || (takes.length && choicesOf(box).includes(alone));
  return picks(box, gives && isEnough ? `exchange ${gives} ${takes.join(" ")}` : "", "nothing");
}

function picks(box, choice, wrong) {
  const isLegal = choicesOf(box).includes(choice);
  const values = isLegal ? { gems: nameGems(after(box, choice), box) } : {};
  return { choice: isLegal ? choice : "", key: isLegal ? "stands" : choice ? wrong : "pick", values };
}

// Draw the gems that are given and taken.
function layOut(box, gives, takes) {
  for (const [name, colours] of [["gives", gives], ["takes", takes]]) {
    const drawn = colours.filter(Boolean).map(gemOf);
    box.querySelector(`[data-${name}]`).replaceChildren(...drawn);
  }
}

function gemOf(colour) {
  const gem = document.createElement("i");
  gem.className = `gem gem-${colour}`;
  return gem;
}

// Return the player's gems after a swap ("swap 2 red blue") or an exchange ("exchange red blue blue").
function after(box, choice) {
  const [gives, ...takes] = choice.split(" ").filter(word => COLOURS.includes(word));
  const gems = numbers(box.dataset.held);
  gems[COLOURS.indexOf(gives)] -= 1;
  for (const colour of takes) gems[COLOURS.indexOf(colour)] += 1;
  return gems;
}

function readPick(box, name) {
  return box.querySelector(`input[name=${name}]:checked`)?.value;
}

function choicesOf(box) {
  return box.dataset.choices.split("|");
}

function fillText(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function nameGems(gems, box) {
  const said = (count, colour) => fillText(box.dataset[count > 1 ? "many" : "one"].split("|")[colour], { n: count });
  return gems.map((count, colour) => (count ? said(count, colour) : "")).filter(Boolean).join(", ");
}

function title(input) {
  return input.closest("label").querySelector("b:not([aria-hidden]), b + .unseen").textContent;
}

function sortColours(colours) {
  return [...colours].sort((one, other) => COLOURS.indexOf(one) - COLOURS.indexOf(other));
}

function numbers(text) {
  return text.split(" ").map(Number);
}

function place(button) {
  return COLOURS.indexOf(button.dataset.colour);
}

function put(box, colours) {
  chosen(box);
  box.dataset.jsGems = colours.join(" ");
  for (const input of box.querySelectorAll("[data-out]")) input.checked = false;
  compose();
  // the set of tappable pieces and places may have changed
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

function step(button, by) {
  const box = button.closest("[data-compose]");
  const laid = chosen(box);
  const { colour } = button.dataset;
  if (by < 0) {
    if (!laid.includes(colour)) return;
    laid.splice(laid.lastIndexOf(colour), 1);
    if (!laid.includes(colour)) box.querySelector(`.step-more[data-colour=${colour}]`).focus();
  } else if (countGems(laid)[place(button)] < numbers(box.dataset.held)[place(button)]) laid.push(colour);
  put(box, laid);
}

document.addEventListener("click", event => {
  const button = event.target.closest(".trade button");
  if (!button) return;
  const box = button.closest("[data-compose]");
  if (button.dataset.step) step(button, Number(button.dataset.step));
  else if (button.matches("[data-back]")) put(box, chosen(box).slice(0, -1));
  else if (button.matches("[data-empty]")) {
    for (const input of box.querySelectorAll("[data-pick]")) input.checked = false;
    put(box, []);
  } else if (button.matches("[data-pick-best]")) put(box, box.dataset.best.split(" ").slice(1));
  else if (button.dataset.take) put(box, [...chosen(box), button.dataset.take].slice(-TAKES));
});

// The arrow keys add and remove gems while a gem's button has the focus.
document.addEventListener("keydown", event => {
  const button = event.target.closest?.(".trade [data-step]");
  const by = { ArrowUp: 1, ArrowDown: -1 }[pressed(event)];
  if (!button || !by) return;
  event.preventDefault();
  step(button, by);
});

document.addEventListener("change", event => {
  const box = event.target.closest(".trade[data-compose]");
  if (!box) return compose();
  if (event.target === box) return;
  if (event.target.matches("[data-out]")) {
    box.dataset.jsGems = "";
    for (const input of box.querySelectorAll("[data-pick]")) input.checked = false;
    composeBid(box);
  } else {
    for (const input of box.querySelectorAll("[data-out]")) input.checked = false;
  }
  compose();
});
document.addEventListener("signet:shown", compose);
// a redrawn prompt has lost its texts: write them again before the next paint
document.addEventListener("signet:drawn", ({ detail }) => {
  if (detail.includes("prompt")) compose();
});
compose();
