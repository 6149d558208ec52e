// On a screen that waits for a table: ask every few seconds whether a player has admitted it, and go there.
import { BASE } from "../app/base.js";

const ASK_MS = 2_500, HIDDEN_MS = 20_000;
const { room } = document.getElementById("main").dataset;

async function ask() {
  try {
    const answer = await fetch(BASE + room, { signal: AbortSignal.timeout(10_000) });
    const { path } = answer.ok ? await answer.json() : {};
    if (path) return location.replace(BASE + path);
  } catch {
    // the server is away: the next question may reach it
  }
  setTimeout(ask, document.hidden ? HIDDEN_MS : ASK_MS);
}
ask();
