// Sheets that are fetched when they are opened, and anew when the table goes on while they are seen, also as parts of
// the page after a game: until then, and where that fails, they show what the page has.
import { putRegions } from "./regions.js";
import { phase } from "./states.js";

const SHEETS = /^(?:more-\d+|last_round|ahead|menu)$/;
const PATIENCE_MS = 10_000;

// `place` is the path of the room's page.
export function watchParts(place) {
  document.addEventListener("beforetoggle", event => {
    if (event.newState === "open" && SHEETS.test(event.target.id)) fill(place, event.target.id);
  }, true);
  let known = moment();
  document.addEventListener("signet:shown", () => {
    const now = moment();
    if (now === known) return;
    known = now;
    fillOpen(place);
  });
  // what was done in a sheet is seen there
  document.addEventListener("signet:done", () => fillOpen(place));
}

// What these sheets speak of.
function moment() {
  return `${phase().phase} ${phase().opening}`;
}

function fillOpen(place) {
  for (const sheet of document.querySelectorAll(".sheet")) {
    if (SHEETS.test(sheet.id) && sheet.checkVisibility()) fill(place, sheet.id);
  }
}

async function fill(place, id) {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${place}/part/${id}`, { headers: { Accept: "text/html" }, signal });
    if (!answer.ok) return;
    await putRegions({ [id]: await answer.text() });
    document.dispatchEvent(new CustomEvent("signet:part", { detail: id }));
  } catch {
    // then it stays as it is
  }
}
