// A phone held sideways has a bar of the dock alone. It opens by itself over the picture where nothing of what is asked
// can be reached there, and closes for a film.
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
  document.addEventListener("signet:reveal", () => {
    open.checked = false;
  });
  reach();
}
