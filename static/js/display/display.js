// On a screen that shows a table: sound after one press, and a pointer that hides. The code moves, so that it burns
// into no screen. The highlights are shown one after the other. The page is loaded again after the server has changed.
import { wakeAgain } from "../sounds/player.js";

const IDLE_MS = 3_000, SHIFT_MS = 180_000, HIGHLIGHT_MS = 9_000;
const CHECK_MS = 600_000, LOST_MS = 30_000, SOUND_MS = 60_000;
const SHIFTS = [[0, 0], [-2, -1], [-1, -3], [-3, -2], [0, -2]];
const SOUND = "signet-sound";
const rail = document.querySelector("[data-later]");
const sound = document.getElementById("sound-on");
let idle = 0;
let shift = 0;
let lost = 0;

// The button stays hidden until a press counts. The press itself lets the browser play sounds: the page listens for it
// elsewhere. After another game the page is loaded anew, and most browsers still allow it.
for (const name of ["pointerdown", "keydown"]) {
  addEventListener(name, () => {
    sound.hidden = true;
    sessionStorage.setItem(SOUND, "on");
  }, { once: true });
}
setTimeout(() => { sound.hidden = true; }, SOUND_MS);
sound.hidden = sessionStorage.getItem(SOUND) === "on";
if (sound.hidden) wakeAgain().then(isAllowed => { sound.hidden = isAllowed; });
else sound.focus({ preventScroll: true });

addEventListener("pointermove", () => {
  document.body.classList.add("is-awake");
  clearTimeout(idle);
  idle = setTimeout(() => document.body.classList.remove("is-awake"), IDLE_MS);
});

setInterval(() => {
  shift = (shift + 1) % SHIFTS.length;
  const [x, y] = SHIFTS[shift];
  document.body.style.setProperty("--shift-x", `calc(${x} * var(--unit))`);
  document.body.style.setProperty("--shift-y", `calc(${y} * var(--unit))`);
}, SHIFT_MS);

setInterval(() => {
  const told = [...document.querySelectorAll("#end .tales li")];
  const now = told.findIndex(line => line.classList.contains("is-told"));
  told[now]?.classList.remove("is-told");
  told[(now + 1) % told.length]?.classList.add("is-told");
}, HIGHLIGHT_MS);

// A page that shows an old release would go on for days. So compare its scripts with those of a new page.
async function check() {
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, signal });
    if (!answer.ok) return;
    if (new URL(answer.url).pathname !== location.pathname) return location.replace(answer.url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.querySelector("[data-later]")?.dataset.later !== rail.dataset.later) location.reload();
  } catch {
    // the server is away: the socket goes on trying
  }
}
setInterval(check, CHECK_MS);

new MutationObserver(() => {
  const { state } = document.getElementById("status").dataset;
  if (state === "lost") lost ||= Date.now();
  else if (state === "over") location.reload();
  else if (lost) {
    if (Date.now() - lost > LOST_MS) check();
    lost = 0;
  }
}).observe(document.getElementById("status"), { attributeFilter: ["data-state"] });
