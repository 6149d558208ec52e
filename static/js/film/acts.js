// One step of a film on the table: what opens does so in the middle, all else flies.
import { show } from "../scene/motion.js";
import { openings, reveal } from "../scene/reveal.js";

// Leads the table along the step's moves; resolves when all have landed. `rises` is called when closed cards set out to
// be opened, `said` when it is time for the step's sentence. See `show` for the others.
export async function act(table, { moves = [], at = null, weight = 1 }, { said, rises = () => {}, canBuzz, ...how }) {
  const motion = { ...how, at };
  const opened = openings(moves);
  if (!opened.length) {
    said();
    return show(table, moves, motion);
  }
  let isApplied = false;
  const others = moves.filter(move => !opened.includes(move));
  rises();
  await reveal(opened, {
    ...motion,
    weight,
    canBuzz,
    turns: said,
    parts: () => {
      isApplied = true;
      table.apply(opened);
      return show(table, others, motion);
    },
  });
  if (!isApplied) table.apply(moves);
}

// Marks the place that a sentence is about; none for null.
export function lookAt(place) {
  for (const each of document.querySelectorAll(".is-looked-at")) each.classList.remove("is-looked-at");
  if (place) document.getElementById(`at-${place}`)?.classList.add("is-looked-at");
}
