// The coach comes by itself in a device's first game of a kind, and in a lesson; else when it is called.
import { phase } from "./states.js";

const button = document.querySelector("[data-coach]");

export function watchCoach() {
  button?.addEventListener("click", () => come(true));
  document.addEventListener("signet:shown", bringCoach);
}

// Once the page is live: it has waited for nothing that it can do without.
export function bringCoach() {
  if (button && phase().phase === "playing" && isWanted()) come(false);
}

function isWanted() {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(`signet-coach-${phase().game}`));
  } catch {
    // then it is the first game
  }
  const { you } = document.querySelector("[data-live]").dataset;
  return "always" in button.dataset || !kept || kept.mode === "on" || kept.table.startsWith(`${you}/`);
}

// Its script watches the table from then on.
function come(isCalled) {
  if (isCalled) button.dataset.jsCalled = "yes";
  if (document.getElementById("coach-script")) {
    if (isCalled) document.dispatchEvent(new CustomEvent("signet:coach"));
    return;
  }
  const script = document.createElement("script");
  Object.assign(script, { id: "coach-script", type: "module", src: button.dataset.coach });
  document.head.append(script);
}
