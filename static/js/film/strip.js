// The strip above or below the picture in which a film says its sentences, and the place that they are about.
import { nodesOf, pointTo } from "./said.js";

const FADE_MS = 200;

// Puts a sentence there, with the crest of who does it, if anybody is named, and the way to its rule.
export function write({ say, clause, seat = null }) {
  const [box, says, who] = ["film", "film-say", "film-who"].map(id => document.getElementById(id));
  says.replaceChildren(...nodesOf(say));
  // the strip has room for so many letters at each size of type
  const { length } = says.textContent;
  box.dataset.length = length > 110 ? "longest" : length > 60 ? "long" : "short";
  pointTo(document.getElementById("film-clause"), clause);
  const crest = seat === null ? null : document.querySelector(`#seat-${seat} .crest`);
  who.replaceChildren(...(crest ? [crest.cloneNode(true)] : []));
  // a cross-fade, which nobody is disturbed by
  for (const part of crest ? [says, who] : [says]) {
    part.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: "ease-out" });
  }
}

// Marks the place that a sentence is about; none for null.
export function lookAt(place) {
  for (const each of document.querySelectorAll(".is-looked-at")) each.classList.remove("is-looked-at");
  if (place) document.getElementById(`at-${place}`)?.classList.add("is-looked-at");
}
