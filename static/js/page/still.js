// A film of four black seconds with a silent sound, that plays while the screen is to stay awake. Phones look at what
// plays: muted films and those with the attribute "loop" let iPhones sleep, unseen ones let Android sleep. So it has a
// sound of silence, is wound back by hand and lies in a corner of the page, a point in size. Under five seconds no
// system shows it among what plays.
const FILMS = [["/static/media/still.mp4", "video/mp4"], ["/static/media/still.webm", "video/webm"]];
const BACK_S = 3;
// a film begins by a press alone
const PRESSES = ["pointerup", "click", "keydown"];

export function playStill() {
  let isWanted = false;
  let film = null;

  async function play() {
    if (!isWanted || (film && !film.paused)) return;
    film ??= made();
    // music goes on beside it, where the system can be told so
    if (navigator.audioSession) navigator.audioSession.type = "ambient";
    try {
      await film.play();
    } catch {
      // the next press may be allowed to
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

function made() {
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
