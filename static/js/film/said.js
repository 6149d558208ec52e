// Sentences of a film: text parts and seat numbers, which stand for the names of the players there.
const FADE_MS = 200;

function nameOf(seat) {
  return document.querySelector(`#seat-${seat} .name`)?.textContent ?? "";
}

// Return the parts as DOM nodes, with names as `bdi` elements.
export function nodesOf(parts) {
  return parts.map(part => {
    if (typeof part === "string") return document.createTextNode(part);
    const name = document.createElement("bdi");
    name.className = "who";
    name.translate = false;
    name.textContent = nameOf(part);
    return name;
  });
}

export function textOf(parts) {
  return parts.map(part => (typeof part === "string" ? part : nameOf(part))).join("");
}

// Point the one link of the film to the rule clause of the current sentence.
export function pointTo(link, clause) {
  const { rules } = document.getElementById("film").dataset;
  link.dataset.clause = clause;
  link.href = `${rules}#${clause}`;
  const words = document.getElementById("film-clause").dataset.label;
  if (words) link.setAttribute("aria-label", words.replace("{number}", clause));
}

// Write a sentence into the strip, with the acting seat's crest, if any, and a link to its rule.
export function write({ say, clause, seat = null }) {
  const [says, who] = ["film-say", "film-who"].map(id => document.getElementById(id));
  says.replaceChildren(...nodesOf(say));
  pointTo(document.getElementById("film-clause"), clause);
  const crest = seat === null ? null : document.querySelector(`#seat-${seat} .crest`);
  who.replaceChildren(...(crest ? [crest.cloneNode(true)] : []));
  // a cross-fade moves nothing, so it disturbs nobody
  for (const part of crest ? [says, who] : [says]) {
    part.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: "ease-out" });
  }
}
