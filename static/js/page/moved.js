// Follow the server to its present address, once nothing would be lost by it. Until then the page goes on by polling.
import { BASE } from "../app/base.js";
import { phase } from "./states.js";

const LOOK_MS = 1_000;
// a ticket works for two minutes
const FRESH_MS = 100_000;
const TYPED = new Set(["text", "textarea", "search", "number"]);
const TICKED = new Set(["radio", "checkbox"]);

// Go to the present address. `given` is a link that the server has just sent. `isIdle` returns whether all commands
// have been answered.
export async function follow(given, isIdle) {
  const until = Date.now() + FRESH_MS;
  for (;;) {
    const link = isIdle() && !isFilling() && (given && Date.now() < until ? given : await findLink());
    // the player may have gone on meanwhile
    if (link && isIdle() && !isFilling()) return location.replace(link);
    await new Promise(done => setTimeout(done, LOOK_MS));
  }
}

// Return the present address of this page, with a ticket for this browser's seat; null if there is no answer.
async function findLink() {
  const query = new URLSearchParams({ from: location.pathname + location.search });
  try {
    const response = await fetch(`${BASE}/move?${query}`, { headers: { Accept: "application/json" } });
    return (await response.json()).link ?? null;
  } catch {
    return null;
  }
}

// Return whether something was typed and not sent, or chosen and not sealed.
function isFilling() {
  const isDue = phase().turn === "yes";
  return [...document.querySelectorAll("form[method=post] :is(input, textarea)")].some(field =>
    TYPED.has(field.type) ? field.value !== field.defaultValue
      : isDue && TICKED.has(field.type) && field.checked !== field.defaultChecked);
}
