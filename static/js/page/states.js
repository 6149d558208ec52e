// How the seats are doing, and what the page has to know of its table: data for styles and scripts, nothing to read.

// `{"3": ["sealed", "here"]}`
export function putSeats(seats) {
  const { attributes } = document.getElementById("guests");
  for (const [seat, states] of Object.entries(seats)) {
    const plate = document.getElementById(`seat-${seat}`);
    for (const [place, kind, words] of [[0, "state", ".seat-says"], [1, "presence", ".seat-is"]]) {
      const line = plate?.querySelector(words);
      if (!line) continue;
      plate.dataset[kind] = states[place];
      line.textContent = attributes[`data-says-${states[place]}`]?.value ?? "";
    }
  }
}

// Nothing is an empty text, a flag "yes" or "no".
export function putState(state) {
  const phase = document.getElementById("phase");
  for (const [name, value] of Object.entries(state)) {
    phase.setAttribute(`data-${name.replaceAll("_", "-")}`, written(value));
  }
}

function written(value) {
  if (value === null) return "";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

export function phase() {
  return document.getElementById("phase").dataset;
}
