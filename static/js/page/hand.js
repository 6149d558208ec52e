// A phone as a hand, while a screen shows the table: the board is folded away, and one tap shows it. A small page
// offers that once; afterwards it is a setting of the device.
import { choose, setting } from "../settings/settings.js";
import { phase } from "./states.js";

const SMALL = matchMedia("(max-width: 599px), (max-height: 500px)");
const OFFERED = "signet-hand-offered";
let isAnswered = false;

export function watchHand() {
  const offer = document.getElementById("hand-offer");
  const look = document.getElementById("board-look");
  if (!offer) return;
  const show = () => {
    const { screens, phase: now } = phase();
    const isShown = screens === "yes" && ["playing", "paused"].includes(now);
    const isHand = isShown && setting("hand") === "on";
    offer.hidden = !isShown || isHand || isAnswered || wasOffered() || !SMALL.matches;
    look.hidden = !isHand;
    if (!isHand) toggle(look, false);
    if (isHand || !offer.hidden) bringSheet(offer.parentElement);
    const isFolded = isHand && look.ariaPressed !== "true";
    if (isFolded === document.body.classList.contains("is-hand")) return;
    document.body.classList.toggle("is-hand", isFolded);
    document.dispatchEvent(new CustomEvent("signet:folded"));
  };
  offer.addEventListener("click", event => {
    const { hand } = event.target.closest("button")?.dataset ?? {};
    if (!hand) return;
    isAnswered = true;
    remember();
    choose("hand", hand);
  });
  look.addEventListener("click", () => {
    toggle(look, look.ariaPressed !== "true");
    show();
  });
  for (const name of ["signet:shown", "signet:settings"]) document.addEventListener(name, show);
  for (const name of ["signet:shown", "signet:folded"]) {
    // the choices are marked first
    document.addEventListener(name, () => requestAnimationFrame(() => requestAnimationFrame(drawChoices)));
  }
  SMALL.addEventListener("change", show);
  show();
}

// Few phones need this style sheet. It hides the board, so the choices are marked once more.
function bringSheet({ dataset, lastElementChild }) {
  if (lastElementChild.localName === "link") return;
  const onload = () => document.dispatchEvent(new CustomEvent("signet:folded"));
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: dataset.sheet, onload });
  lastElementChild.after(link);
}

// Draw the faces of pieces that the board hides beside the choices that stand for them. Messages leave the drawings
// out.
function drawChoices() {
  if (!document.body.classList.contains("is-hand")) return;
  for (const field of document.querySelectorAll("#prompt .by-piece.is-needed .choice [data-piece]")) {
    const face = document.getElementById(`it-${field.dataset.piece.split(" ")[0]}`)?.querySelector(".face");
    const choice = field.parentElement;
    if (!face || choice.querySelector(".drawn, svg")) continue;
    const drawn = Object.assign(document.createElement("span"), { className: "drawn", ariaHidden: "true" });
    drawn.append(face.cloneNode(true));
    (choice.querySelector(".pick-face") ?? choice).prepend(drawn);
  }
}

function toggle(look, isPressed) {
  look.setAttribute("aria-pressed", isPressed);
  look.textContent = isPressed ? look.dataset.back : look.dataset.look;
}

function wasOffered() {
  try {
    return localStorage.getItem(OFFERED) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(OFFERED, "yes");
  } catch {
    // local storage is refused: the answer lasts as long as the page
  }
}
