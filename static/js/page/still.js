// Play a film of four black seconds while the screen is to stay awake. Muted films and films with the attribute "loop"
// let iPhones sleep; invisible ones let Android sleep. So the film has a silent sound track, a script winds it back,
// and it is one pixel large in a corner of the page. No system lists media under five seconds among what plays.
import { BASE } from "../app/base.js";

const FILMS = [["mp4", "video/mp4"], ["webm", "video/webm"]].map(([ending, type]) => (
  [`${BASE}/static/media/still.${ending}`, type]
));
const BACK_S = 3;
// browsers start a film only after a press
const PRESSES = ["pointerup", "click", "keydown"];

export function playStill() {
  let isWanted = false;
  let film = null;

  async function play() {
    if (!isWanted || (film && !film.paused)) return;
    film ??= makeFilm();
    // other music keeps playing, if the browser can tell the system so
    if (navigator.audioSession) navigator.audioSession.type = "ambient";
    try {
      await film.play();
    } catch {
      // the browser refused; it may allow the film at the next press
    }
    if (!isWanted) film.pause();
  }

  for (const press of PRESSES) document.addEventListener(press, play, { capture: true, passive: true });
  return wanted => {
    isWanted = wanted;
    if (!wanted) film?.pause();
    else if (film) play();
  };
}

function makeFilm() {
  const film = document.createElement("video");
  film.className = "awake-film";
  film.playsInline = true;
  film.disablePictureInPicture = true;
  film.disableRemotePlayback = true;
  film.tabIndex = -1;
  film.setAttribute("aria-hidden", "true");
  for (const [src, type] of FILMS) film.append(Object.assign(document.createElement("source"), { src, type }));
  film.addEventListener("timeupdate", () => {
    if (film.currentTime > BACK_S) film.currentTime = Math.random();
  });
  film.addEventListener("ended", () => film.play().catch(() => {}));
  document.body.append(film);
  return film;
}
