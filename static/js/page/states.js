// Update the states of the seats and the table's state on the page. These are data attributes for styles and scripts,
// not text to read.

// Put the states of seats: `{"3": ["sealed", "here"]}`, a seat's state and its presence.
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

// Put the table's state. Null becomes an empty text, a boolean "yes" or "no".
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
