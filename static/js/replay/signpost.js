// Shows the position in a replay and the controls to move from there: links, list of rounds, slider.
const where = document.getElementById("where");
const slider = document.getElementById("slider");
const rounds = document.getElementById("jump-round");
const whatIf = document.getElementById("what-if");
const clip = document.getElementById("clip-link");
const chances = document.getElementById("chances");

export class Signpost {
  #stops;
  #starts;

  constructor(stops) {
    this.#stops = stops;
    this.#starts = stops.map((_, place) => place).filter(place => stops[place].round !== stops[place - 1]?.round);
    slider.max = stops.length - 1;
    rounds?.replaceChildren(...this.#starts.map(place => {
      const { stop, round } = stops[place];
      return new Option(rounds.dataset.round.replace("{number}", round), stop);
    }));
  }

  // Update all controls for the stop at index `place`.
  show(place) {
    const before = this.#starts.filter(start => start < place).at(-1);
    const after = this.#starts.find(start => start > place);
    for (const [id, to] of [["round-back", before], ["back", place - 1], ["on", place + 1], ["round-on", after]]) {
      const stop = this.#stops[to]?.stop;
      lead(document.getElementById(`way-${id}`), stop === undefined ? null : addressOf(stop));
    }
    const { round, stop } = this.#stops[place];
    const ask = stop.split(".")[0];
    if (whatIf) lead(whatIf, isAsked(ask) ? whatIf.dataset.path + ask : null);
    if (chances) showChances(ask);
    if (clip) clip.href = clip.dataset.path + stop;
    const { text } = where.dataset;
    const count = this.#stops.length;
    where.textContent = text.replace("{round}", round).replace("{number}", place + 1).replace("{count}", count);
    if (rounds) rounds.selectedIndex = this.#starts.filter(start => start <= place).length - 1;
    if (Number(slider.value) !== place) slider.value = place;
    slider.setAttribute("aria-valuetext", where.textContent);
  }
}

// Return the address of a stop, for this perspective.
export function addressOf(stop) {
  return document.getElementById("ways").dataset.stops + stop;
}

// Return true if the perspective's seat had a choice with an alternative before that reveal.
function isAsked(ask) {
  return whatIf.dataset.asks.split(" ").includes(ask);
}

// Show the chances of the choices before that reveal, or a note if the player had none.
function showChances(ask) {
  const lists = [...chances.querySelectorAll("[data-ask]")];
  for (const list of lists) list.hidden = list.dataset.ask !== ask;
  document.getElementById("no-chances").hidden = lists.some(list => !list.hidden);
}

// Point a link to an address, or disable it for null. A disabled link keeps the focus until the next key.
function lead(link, address) {
  if (address !== null) {
    link.setAttribute("href", address);
    link.removeAttribute("role");
    link.removeAttribute("aria-disabled");
  } else {
    link.removeAttribute("href");
    link.setAttribute("role", "link");
    link.setAttribute("aria-disabled", "true");
  }
  if (link === document.activeElement || address === null) link.tabIndex = address === null ? -1 : 0;
  else link.removeAttribute("tabindex");
}
