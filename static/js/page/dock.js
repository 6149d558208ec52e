// Open and close the dock on a phone held sideways, where only a bar of it is visible. It opens over the picture when
// none of the prompt's choices can be reached there. It closes for a film.
import { isSeen, spotsOf } from "../scene/spots.js";

const open = document.getElementById("dock-open");
let reached = "";

function reach() {
  const { ask } = document.getElementById("phase").dataset;
  if (reached === ask) return;
  reached = ask;
  const fields = [...document.querySelectorAll("#prompt .choices :is(input, button):not([hidden])")];
  open.checked = fields.length > 0 && !fields.some(isInPicture);
}

function isInPicture(field) {
  return spotsOf(field).some(spot => spot.closest("#scene") && isSeen(spot));
}

if (open) {
  document.addEventListener("signet:shown", reach);
  document.addEventListener("signet:folded", () => {
    reached = "";
    reach();
  });
  document.addEventListener("signet:reveal", () => {
    open.checked = false;
  });
  reach();
}
