// Notifies the player: reports the page's visibility to the server, shows notifications while the page is hidden, and
// subscribes to push for closed pages. Only a tap in the settings asks for permission.
import { setting } from "../settings/settings.js";
import { sound } from "../sounds/player.js";
import { isAllowed, noticesWorker, settle } from "./switch.js";

const rail = document.querySelector("[data-live]");
const words = document.getElementById("settings").dataset;
const isSeat = Boolean(rail.dataset.you);
const isCurtain = rail.dataset.live.includes("/hands/");

// Report the page's visibility. The server notifies no player with a visible page, and a new connection counts as
// visible.
export function sayLooking(wire) {
  if ((isSeat || isCurtain) && wire.isLive) wire.send(JSON.stringify({ do: document.hidden ? "look_away" : "look" }));
}

export function watchNotifications(wire) {
  if (isCurtain) document.addEventListener("visibilitychange", () => sayLooking(wire));
  if (!isSeat) return;
  document.addEventListener("visibilitychange", () => {
    sayLooking(wire);
    if (!document.hidden) quiet();
  });
  let was = now();
  document.addEventListener("signet:shown", () => {
    const is = now();
    if (is.nudge && is.nudge !== was.nudge) showNudge(is);
    else if (is.turn === "yes" && is.ask !== was.ask) show(words.callText);
    if (is.turn !== "yes") quiet();
    was = is;
  });
  const [, table] = rail.dataset.live.match(/\/r\/([^/]+)\//);
  document.addEventListener("signet:settings", event => event.detail === "notices" && settle(table));
  settle(table);
}

function now() {
  return { ...document.getElementById("phase").dataset };
}

function showNudge({ nudgeBy }) {
  const name = document.querySelector(`#seat-${nudgeBy} .name`)?.textContent ?? "";
  sound("turn");
  show(words.nudgeText.replace("{who}", () => name));
}

// Show a notification if the page is hidden. Each table has one: the next replaces it.
async function show(body) {
  if (!document.hidden || setting("notices") !== "on" || !isAllowed()) return;
  const tag = rail.dataset.you;
  // a shared device asks first whose hand to open
  const url = location.pathname.replace(/~.*/, "");
  const look = { body, tag, renotify: true, icon: rail.dataset.turnIcon, data: { url } };
  const worker = noticesWorker();
  if (worker) await worker.showNotification(words.callTitle, look);
  else {
    const shown = new Notification(words.callTitle, look);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }
}

async function quiet() {
  for (const shown of (await noticesWorker()?.getNotifications({ tag: rail.dataset.you })) ?? []) shown.close();
}
