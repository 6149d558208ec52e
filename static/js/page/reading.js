// Whoever reads about the last game keeps the page when the next one begins, and goes on to it by a press. At the top
// of the page there is nothing to keep.
import { phase } from "./states.js";

const READ_PX = 240;
let isHeld = false;
let isWished = false;

// Who begins the next game, or asks for it, wants to be there.
document.addEventListener("submit", ({ target }) => {
  if (["again", "begin", "vote"].includes(target.elements.do?.value)) isWished = true;
});

// Whether this message would take the page away from its reader. `goOn` brings the table as it is by then.
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
