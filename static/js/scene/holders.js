// Fills in the holders of parts of the scene: crest, name and colour of the seat, as in the guests' bar. The
// scene itself is not rendered again when another player takes a seat.
import { markOf } from "./pieces.js";

// skip the crests of pieces in the part's places
const OWN = ":scope > .crest, :scope > :not(.place) > .crest";

export function watchHolders() {
  document.addEventListener("signet:shown", () => {
    for (const part of document.querySelectorAll("#scene [data-holder]")) fill(part);
  });
}

function fill(part) {
  const plate = document.getElementById(`seat-${part.dataset.holder}`);
  const crest = markOf(part.dataset.holder, "crest");
  const name = plate?.querySelector(".name");
  if (!crest || !name) return;
  const { colour } = plate.dataset;
  const is = `${crest.outerHTML} ${name.textContent}`;
  if (part.dataset.jsIs === is) return;
  part.dataset.jsIs = is;
  if (part.dataset.colour) {
    part.classList.replace(part.dataset.colour, colour);
    part.dataset.colour = colour;
  }
  part.querySelector(OWN)?.replaceWith(crest);
  const own = part.querySelector("h3 > .name");
  if (own) own.textContent = name.textContent;
}
