// Announce new chat messages to screen readers and show reactions beside the seat's crest for a moment.
import { announce } from "./notices.js";
import { choose, isStill, setting } from "../settings/settings.js";

const RISEN_MS = 2_600;
const NAME = "watcher";

export function watchChat() {
  let { wishes } = chat().dataset;
  let read = newest();
  document.addEventListener("signet:shown", () => {
    const news = lines().filter(line => Number(line.dataset.line) > read);
    read = Math.max(read, newest());
    fillName();
    // unmuting somebody brings their old messages back: they are not new
    if (chat().dataset.wishes !== wishes) {
      wishes = chat().dataset.wishes;
      return;
    }
    for (const line of news.sort((one, other) => one.dataset.line - other.dataset.line)) tell(line);
  });

  document.addEventListener("input", event => event.target.id === "watcher-name" && choose(NAME, event.target.value));
  const typed = document.getElementById("watcher-name")?.value;
  if (typed) choose(NAME, typed);
  fillName();
}

function tell(line) {
  const { own, note, seat, token } = line.dataset;
  const said = line.querySelector("p") ?? line;
  if (own === undefined && note === undefined) announce(said.textContent.replace(/\s+/g, " ").trim());
  if (token) rise(seat, token);
}

// Show a reaction beside the crest of its seat. It replaces the seat's previous reaction.
function rise(seat, token) {
  const crests = [...document.querySelectorAll(`#seat-${seat} .crest, #chair-${seat} .crest`)];
  const crest = crests.find(each => each.checkVisibility());
  if (!crest) return;
  document.querySelector(`.risen[data-js-seat="${seat}"]`)?.remove();
  // on the side of the crest without a name
  const box = crest.getBoundingClientRect();
  const seatBox = crest.closest("li").getBoundingClientRect();
  const isInTheMiddle = Math.abs(box.left + box.right - seatBox.left - seatBox.right) < 2 * box.width;
  const risen = document.createElement("div");
  risen.className = `risen token ${token}${isStill() ? " is-still" : ""}`;
  risen.dataset.jsSeat = seat;
  risen.setAttribute("aria-hidden", "true");
  risen.style.left = `${isInTheMiddle ? box.right : Math.max(box.left, 22)}px`;
  risen.style.top = `${box.top + box.height / 2}px`;
  document.body.append(risen);
  setTimeout(() => risen.remove(), RISEN_MS);
}

function fillName() {
  const field = document.getElementById("watcher-name");
  if (field && !field.value) field.value = setting(NAME) ?? "";
}

function chat() {
  return document.getElementById("chat");
}

function lines() {
  return [...chat().querySelectorAll("[data-line]")];
}

function newest() {
  return Math.max(0, ...lines().map(line => Number(line.dataset.line)));
}
