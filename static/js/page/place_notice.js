// Place notices over the bar of the seats. A notice that is higher than the bar, or stays for long, gets space of its
// own below the bar. So it covers nothing that players need.
const rail = document.querySelector(".rail");
const places = new Map();

// Place a notice. Call this whenever the box is shown or its text changes. `stands` means that it stays while its
// statement is true, so it must not cover the bar.
export function placeNotice(box, stands) {
  places.set(box, stands);
  arrange();
}

export function leavePlace(box) {
  places.delete(box);
  arrange();
}

function arrange() {
  let room = 0;
  for (const [box, stands] of places) {
    const { bottom, right } = rail.getBoundingClientRect();
    // on a phone held sideways the bar is at the side
    const isAbove = right > innerWidth / 2;
    const edge = isAbove ? Math.max(0, bottom) : 0;
    box.toggleAttribute("data-js-stands", stands || !isAbove);
    box.style.top = stands ? `${edge}px` : "0";
    box.style.minHeight = stands || !isAbove ? "" : `${edge}px`;
    room = Math.max(room, box.getBoundingClientRect().bottom - edge);
  }
  document.documentElement.style.setProperty("--told", `${Math.max(0, Math.ceil(room))}px`);
}

addEventListener("resize", arrange);

// Return true if the user is reading the notice or is about to press its button. A notice that appears under a resting
// mouse, or under a finger that has just tapped, does not count as pointed at.
export function isHeld(box) {
  return box.contains(document.activeElement) || (box.dataset.jsPointed !== undefined && box.matches(":hover"));
}

export function watchPointer(box) {
  box.addEventListener("pointermove", event => {
    if (event.pointerType === "mouse" && (event.movementX || event.movementY)) box.dataset.jsPointed = "";
  });
  box.addEventListener("pointerleave", () => { delete box.dataset.jsPointed; });
}
