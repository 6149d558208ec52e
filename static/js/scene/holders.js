// Whose a part of the scene is: crest, name and colour of the seat, as the bar of the guests has them. The scene itself
// is not drawn anew when somebody else takes a seat.
import { markOf } from "./pieces.js";

// what lies there has crests of its own
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
