// Sheets that are fetched when they are opened, and anew when the table goes on while they are seen, also as parts of
// the page after a game: until then, and where that fails, they show what the page has.
import { putRegions } from "./regions.js";
import { phase } from "./states.js";

const SHEETS = /^(?:more-\d+|last_round|plan|menu|hurry)$/;
const PATIENCE_MS = 10_000;

export function watchParts() {
  document.addEventListener("beforetoggle", event => {
    if (event.newState === "open" && SHEETS.test(event.target.id)) fill(event.target.id);
  }, true);
  let known = moment();
  document.addEventListener("signet:shown", () => {
    const hurry = document.getElementById("hurry");
    if (hurry.matches(":popover-open")) fill(hurry.id);
    const now = moment();
    if (now === known) return;
    known = now;
    fillOpen();
  });
  // what was done in a sheet is seen there
  document.addEventListener("signet:done", fillOpen);
}

// What these sheets speak of.
function moment() {
  return `${phase().phase} ${phase().reveal}`;
}

function fillOpen() {
  for (const sheet of document.querySelectorAll(".sheet, .seat-more")) {
    if (SHEETS.test(sheet.id) && sheet.checkVisibility()) fill(sheet.id);
  }
}

// A part as it is now; null if it cannot be had.
export async function partOf(id) {
  const path = document.querySelector("[data-live]").dataset.live.replace("/live", `/part/${id}`);
  try {
    const answer = await fetch(path, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

// What cannot be had stays as it is.
async function fill(id) {
  document.getElementById(id).dataset.jsFilling = "";
  const html = await partOf(id);
  if (html) await putRegions({ [id]: html });
  delete document.getElementById(id)?.dataset.jsFilling;
  if (html) document.dispatchEvent(new CustomEvent("signet:part", { detail: id }));
}
