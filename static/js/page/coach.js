// Load the coach in a device's first game of a kind, in a lesson, or on request.
import { phase } from "./states.js";

const button = document.querySelector("[data-coach]");

export function watchCoach() {
  button?.addEventListener("click", () => come(true));
  document.addEventListener("signet:shown", bringCoach);
}

// Load the coach if this game wants it. Call this once the page is live, so that loading the coach delays nothing
// essential.
export function bringCoach() {
  if (button && phase().phase === "playing" && isWanted()) come(false);
}

function isWanted() {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(`signet-coach-${phase().game}`));
  } catch {
    // storage is not available: treat this as the first game
  }
  const { you } = document.querySelector("[data-live]").dataset;
  return "always" in button.dataset || !kept || kept.mode === "on" || kept.table.startsWith(`${you}/`);
}

// Load the coach's script once. It watches the table from then on.
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
