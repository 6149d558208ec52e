// Sentences of a film: text parts and seat numbers, which stand for the names of the players there.
const FADE_MS = 200;
// number of players from which crests stand beside their names
const MANY = 3;
// shorter forms of the current sentence, the longest first
let shorter = [];

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

// Return the parts as DOM nodes, with a crest before each name.
function crestedOf(parts) {
  return parts.flatMap(part => {
    const crest = typeof part === "string" ? null : crestOf(part);
    if (!crest) return nodesOf([part]);
    const both = document.createElement("span");
    both.className = "crested";
    both.append(crest, ...nodesOf([part]));
    return both;
  });
}

function crestOf(seat) {
  return document.querySelector(`#seat-${seat} .crest`)?.cloneNode(true);
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
export function write({ say, brief, clause, seat = null }) {
  const [says, who] = ["film-say", "film-who"].map(id => document.getElementById(id));
  // a replay's sentence comes from the server, too, which draws names alone
  const isReplay = document.getElementById("film").hasAttribute("data-swap");
  const isMany = !isReplay && new Set(say.filter(part => typeof part !== "string")).size >= MANY;
  says.classList.remove("is-crests");
  says.replaceChildren(...(isMany ? crestedOf : nodesOf)(say));
  shorter = [
    ...(brief ? [() => says.replaceChildren(...nodesOf(brief))] : []),
    () => {
      says.classList.add("is-crests");
      says.replaceChildren(...crestedOf(brief ?? say));
    },
  ];
  pointTo(document.getElementById("film-clause"), clause);
  const crest = seat === null ? null : crestOf(seat);
  who.replaceChildren(...(crest ? [crest.cloneNode(true)] : []));
  // a cross-fade moves nothing, so it disturbs nobody
  for (const part of crest ? [says, who] : [says]) {
    part.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: "ease-out" });
  }
}

// Write a text of no player into the strip.
export function writeAlone(text) {
  const says = document.getElementById("film-say");
  says.classList.remove("is-crests");
  says.textContent = text;
  shorter = [];
  document.getElementById("film-who").replaceChildren();
}

// Write a shorter form of the current sentence, at last with crests for names. Return false if there is none.
export function shorten() {
  const next = shorter.shift();
  next?.();
  return Boolean(next);
}
