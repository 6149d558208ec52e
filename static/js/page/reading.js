// Keep the page of the last game for its reader when the next game begins. A button leads to the next game. At the top
// of the page there is nothing to keep.
import { phase } from "./states.js";

const READ_PX = 240;
let isHeld = false;
let isWished = false;

// a user who starts the next game, or votes for it, wants to see it
document.addEventListener("submit", ({ target }) => {
  if (["again", "begin", "vote"].includes(target.elements.do?.value)) isWished = true;
});

// Return true if the message must not be shown, because it would take the page away from its reader. `goOn` loads the
// table's current state after the button is pressed.
export function isKept({ state }, goOn) {
  if (isHeld) return true;
  const isNext = state?.phase === "playing" && phase().phase === "finished";
  if (!isNext || isWished || document.hidden || !isReading()) return (isWished &&= !isNext), false;
  isHeld = true;
  const bar = document.getElementById("next-game");
  bar.hidden = false;
  bar.querySelector("button").addEventListener("click", () => {
    isHeld = false;
    isWished = true;
    bar.hidden = true;
    goOn();
  }, { once: true });
  return true;
}

function isReading() {
  const end = document.getElementById("end");
  return Boolean(end?.checkVisibility()) && end.getBoundingClientRect().top < -READ_PX;
}
