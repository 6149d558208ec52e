// Offers a faster film once, to players who have seen three rounds of it.
import { choose, setting } from "../settings/settings.js";

const OFFERED_IN = 4;

export function watchOffer() {
  const offer = document.getElementById("film-offer");
  if (!offer) return;
  document.addEventListener("signet:shown", () => {
    const { round, phase } = document.getElementById("phase").dataset;
    if (phase !== "playing" || Number(round) < OFFERED_IN || setting("film-offered")) return;
    choose("film-offered", "yes");
    offer.hidden = !["normal", "slow"].includes(setting("film"));
  });
  // players who go on need the room for the prompt
  for (const name of ["signet:reveal", "change"]) {
    document.addEventListener(name, () => {
      offer.hidden = true;
    });
  }
  offer.addEventListener("click", event => {
    const button = event.target.closest("[data-speed]");
    if (!button) return;
    if (button.dataset.speed) choose("film", button.dataset.speed);
    offer.hidden = true;
  });
}
