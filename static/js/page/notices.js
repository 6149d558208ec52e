// Notify the user: connection status, notice, screen reader announcements, title and icon of the tab.
import { isHeld, leavePlace, placeNotice, watchPointer } from "./place_notice.js";

const SAID = 12;
// display time of a refusal: a base and a share per letter; the next prompt ends it once there was time to read it
const SHOWN_MS = 4_000, LETTER_MS = 50, READ_MS = 3_000;
const box = document.getElementById("notice");
let leaving = 0;
let shown = null;

// Show the connection status: "live", "over" or "lost". The word for "lost" differs while the table `isPolled` instead
// of the socket.
export function status(state, isPolled = false) {
  const box = document.getElementById("status");
  const { polledWord, [`${state}Word`]: word } = box.dataset;
  if (box.dataset.state !== state) box.dataset.state = state;
  box.toggleAttribute("data-js-polled", isPolled);
  box.querySelector("span").textContent = isPolled ? polledWord : word;
}

// Show a refusal's sentence for a while, or permanently the reason why the socket will not come back.
export function notice(what) {
  const why = box.dataset[`over-${what}`];
  if (shown?.isLasting && !why) return;
  const say = why ?? what;
  box.querySelector("span").textContent = say;
  box.hidden = false;
  document.dispatchEvent(new CustomEvent("signet:notice"));
  // opening it anew puts it above an open sheet
  box.hidePopover();
  box.showPopover();
  placeNotice(box, false);
  shown = { at: Date.now(), ask: phase().ask, isLasting: why !== undefined };
  clearTimeout(leaving);
  if (!why) leaving = setTimeout(leave, SHOWN_MS + LETTER_MS * say.length);
}

function leave() {
  if (isHeld(box)) leaving = setTimeout(leave, READ_MS);
  else dismiss();
}

function dismiss() {
  clearTimeout(leaving);
  shown = null;
  box.hidePopover();
  box.hidden = true;
  leavePlace(box);
  document.dispatchEvent(new CustomEvent("signet:notice"));
}

export function announce(sentence) {
  const box = document.getElementById("announcer");
  const line = document.createElement("span");
  line.textContent = `${sentence} `;
  box.append(line);
  while (box.childElementCount > SAID) box.firstElementChild.remove();
}

export function watchNews() {
  watchPointer(box);
  document.addEventListener("click", event => event.target.closest("[data-dismiss]") && dismiss());
  document.addEventListener("signet:shown", () => {
    if (!shown || shown.isLasting || shown.ask === phase().ask) return;
    clearTimeout(leaving);
    leaving = setTimeout(leave, READ_MS - (Date.now() - shown.at));
  });
  // a later action that succeeded makes the refusal outdated
  document.addEventListener("signet:done", () => shown && !shown.isLasting && dismiss());
  let heard = phase().nudge;
  const news = () => {
    const now = phase();
    // a nudge stays in the title until the page is visible
    if (!document.hidden) heard = now.nudge;
    const isNudged = now.nudge && now.nudge !== heard;
    document.title = isNudged ? now.nudgeTitle : now.turn === "yes" ? now.turnTitle : now.title;
    const icon = document.querySelector("link[rel=icon]");
    const { icon: plain, turnIcon } = document.querySelector("[data-live]").dataset;
    const wanted = now.turn === "yes" ? turnIcon : plain;
    if (icon.getAttribute("href") !== wanted) icon.href = wanted;
  };
  for (const event of ["signet:shown", "visibilitychange"]) document.addEventListener(event, news);
  news();
}

function phase() {
  return document.getElementById("phase").dataset;
}
