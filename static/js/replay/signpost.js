// Where one is in a replay, and the ways from there: links, the rounds, the slider.
const where = document.getElementById("where");
const slider = document.getElementById("slider");
const rounds = document.getElementById("jump-round");

export class Signpost {
  #stops;
  #starts;

  constructor(stops) {
    this.#stops = stops;
    this.#starts = stops.map((_, place) => place).filter(place => stops[place].round !== stops[place - 1]?.round);
    slider.max = stops.length - 1;
    rounds.replaceChildren(...this.#starts.map(place => {
      const { stop, round } = stops[place];
      return new Option(rounds.dataset.round.replace("{number}", round), stop);
    }));
  }

  // Points from the stop at that place.
  show(place) {
    const before = this.#starts.filter(start => start < place).at(-1);
    const after = this.#starts.find(start => start > place);
    for (const [id, to] of [["round-back", before], ["back", place - 1], ["on", place + 1], ["round-on", after]]) {
      point(document.getElementById(`way-${id}`), this.#stops[to]?.stop);
    }
    const { round } = this.#stops[place];
    const { text } = where.dataset;
    const count = this.#stops.length;
    where.textContent = text.replace("{round}", round).replace("{number}", place + 1).replace("{count}", count);
    rounds.selectedIndex = this.#starts.filter(start => start <= place).length - 1;
    if (Number(slider.value) !== place) slider.value = place;
    slider.setAttribute("aria-valuetext", where.textContent);
  }
}

// The address of a stop, for these eyes.
export function addressOf(stop) {
  return document.getElementById("ways").dataset.stops + stop;
}

// A link that leads nowhere keeps the focus until the next key.
function point(way, stop) {
  if (stop !== undefined) {
    way.setAttribute("href", addressOf(stop));
    way.removeAttribute("role");
    way.removeAttribute("aria-disabled");
  } else {
    way.removeAttribute("href");
    way.setAttribute("role", "link");
    way.setAttribute("aria-disabled", "true");
  }
  if (way === document.activeElement || stop === undefined) way.tabIndex = stop === undefined ? -1 : 0;
  else way.removeAttribute("tabindex");
}
