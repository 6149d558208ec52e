// Plays one step of a film on the table: revealed cards open in the middle, all else flies.
import { show } from "../scene/motion.js";
import { reveal, reveals } from "../scene/reveal.js";

const FRAME_MS = 100;

// Play a step's moves on the table; resolve when all have landed. `rises` is called when closed cards set out to be
// revealed, `said` when the step's sentence is due. The other options are those of `show`.
export async function act(
  table,
  { moves = [], at = null, weight = 1 },
  { said, rises = () => {}, isSkipped = () => false, canBuzz, ...how },
) {
  const motion = { ...how, at };
  const revealed = reveals(moves);
  if (!revealed.length) {
    said();
    return show(table, moves, motion);
  }
  let isApplied = false;
  const others = moves.filter(move => !revealed.includes(move));
  rises();
  // the strip is drawn before the cards are made: together they would be one long task
  await nextFrame();
  if (!isSkipped()) await reveal(revealed, {
    ...motion,
    weight,
    canBuzz,
    turns: said,
    parts: () => {
      isApplied = true;
      table.apply(revealed);
      return show(table, others, motion);
    },
  });
  if (!isApplied) table.apply(moves);
}

// Wait for the next frame. A page that is hidden meanwhile draws none.
function nextFrame() {
  return new Promise(done => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, FRAME_MS);
  });
}

// Mark the place of the current sentence; null removes the mark.
export function lookAt(place) {
  for (const each of document.querySelectorAll(".is-looked-at")) each.classList.remove("is-looked-at");
  if (place) document.getElementById(`at-${place}`)?.classList.add("is-looked-at");
}
