// The sentences of a film: parts of text, and seats by their numbers, for which the names of those who sit there stand.
const FADE_MS = 200;

function nameOf(seat) {
  return document.querySelector(`#seat-${seat} .name`)?.textContent ?? "";
}

// As nodes, the names as such.
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

// Makes the one quiet link to the clause of what was just said.
export function pointTo(link, clause) {
  const { rules } = document.getElementById("film").dataset;
  link.dataset.clause = clause;
  link.href = `${rules}#${clause}`;
  const words = document.getElementById("film-clause").dataset.label;
  if (words) link.setAttribute("aria-label", words.replace("{number}", clause));
}

// Puts a sentence into the strip, with the crest of who does it, if anybody is named, and the way to its rule.
export function write({ say, clause, seat = null }) {
  const [says, who] = ["film-say", "film-who"].map(id => document.getElementById(id));
  says.replaceChildren(...nodesOf(say));
  pointTo(document.getElementById("film-clause"), clause);
  const crest = seat === null ? null : document.querySelector(`#seat-${seat} .crest`);
  who.replaceChildren(...(crest ? [crest.cloneNode(true)] : []));
  // a cross-fade, which nobody is disturbed by
  for (const part of crest ? [says, who] : [says]) {
    part.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: "ease-out" });
  }
}
