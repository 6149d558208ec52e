// The crest of a seat on any page of a table: in the bar, in the lobby, or in the ranking after a game.
const PLACES = ["#seat-? .crest", "#chair-? .crest", ".rank[data-seat='?'] .crest"];

// Return the visible crest of the seat; null if none is in view. The text "" stands for nobody's seat.
export function crestOf(seat) {
  if (seat === undefined || seat === "") return null;
  const crests = document.querySelectorAll(PLACES.map(place => place.replace("?", seat)).join(", "));
  return [...crests].find(isInView) ?? null;
}

// Return the box of what stands for a speaker without a crest: the button of the chat, or the end of the bar.
export function besideBar() {
  const button = document.getElementById("chat-button");
  return isInView(button) ? button : document.querySelector(".rail");
}

function isInView(element) {
  if (!element?.checkVisibility()) return false;
  const { top, bottom } = element.getBoundingClientRect();
  const isInBar = Boolean(element.closest(".rail"));
  const above = isInBar ? 0 : Math.max(0, document.querySelector(".rail").getBoundingClientRect().bottom);
  return top >= above && bottom <= innerHeight;
}
