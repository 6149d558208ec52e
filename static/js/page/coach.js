// The coach may be folded away; this device remembers it.
const KEY = "signet-coach";

function remembered() {
  try {
    return localStorage.getItem(KEY) !== "folded";
  } catch {
    return true;
  }
}

// a welcome is shown open all the same
function apply() {
  const coach = document.getElementById("coach");
  if (!coach || coach.dataset.js) return;
  coach.dataset.js = "seen";
  coach.open = remembered() || coach.classList.contains("has-letter");
}

document.addEventListener("click", event => {
  const summary = event.target.closest?.("#coach > summary");
  if (!summary) return;
  try {
    // the fold itself changes after the click
    localStorage.setItem(KEY, summary.parentElement.open ? "folded" : "open");
  } catch {
    // private windows may refuse: then the fold holds for this page
  }
});
document.addEventListener("signet:shown", apply);
apply();
