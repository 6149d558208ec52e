// Where a notice stands: over the bar of the seats. What is higher than the bar, or stands for long, gets room of its
// own below: so it lies over nothing that one needs.
const rail = document.querySelector(".rail");
const places = new Map();

// `stands`: for as long as it is true, and so not over the bar. Called whenever the box is shown or its text changes.
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

// Whether somebody reads it or is about to press its button. What comes up under a mouse that rests, or under a finger
// that has just tapped, is not pointed at.
export function isHeld(box) {
  return box.contains(document.activeElement) || (box.dataset.jsPointed !== undefined && box.matches(":hover"));
}

export function watchPointer(box) {
  box.addEventListener("pointermove", event => {
    if (event.pointerType === "mouse" && (event.movementX || event.movementY)) box.dataset.jsPointed = "";
  });
  box.addEventListener("pointerleave", () => { delete box.dataset.jsPointed; });
}
