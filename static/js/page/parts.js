// Fetch sheets when they are opened, and again when the table goes on while they are visible. The sheets may also be
// parts of the page after a game. Until then, or if fetching fails, they show the content of the page.
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
    // checking visibility forces a layout, which the next frame computes anyway
    requestAnimationFrame(fillOpen);
  });
  // a sheet shows the result of commands given in it
  document.addEventListener("signet:done", fillOpen);
}

// The state that the content of these sheets depends on.
function moment() {
  return `${phase().phase} ${phase().reveal}`;
}

function fillOpen() {
  for (const sheet of document.querySelectorAll(".sheet, .seat-more")) {
    if (SHEETS.test(sheet.id) && sheet.checkVisibility()) fill(sheet.id);
  }
}

// Fetch the current HTML of a part. Return null on failure.
export async function partOf(id) {
  const path = document.querySelector("[data-live]").dataset.live.replace("/live?", `/part/${id}?`);
  try {
    const answer = await fetch(path, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

// Fetch a sheet and put it in. If that fails, the sheet stays as it is.
async function fill(id) {
  document.getElementById(id).dataset.jsFilling = "";
  const html = await partOf(id);
  if (html) await putRegions({ [id]: html });
  delete document.getElementById(id)?.dataset.jsFilling;
  if (html) document.dispatchEvent(new CustomEvent("signet:part", { detail: id }));
}
