// Sheets beside the game: what was looked up of a seat gives way to revealed cards, and a log that is opened
// shows what was newest.
document.addEventListener("signet:reveal", () => document.querySelector(".seat-more:popover-open")?.hidePopover());
// A button that leads to what is folded in the menu opens that, and folds the rest.
document.addEventListener("click", event => {
  const fold = document.getElementById(event.target.closest("[data-fold]")?.dataset.fold);
  if (!fold) return;
  event.target.closest(".chat").hidePopover();
  for (const group of fold.closest(".menu").querySelectorAll(".menu-group")) group.open = group.contains(fold);
  fold.open = true;
});
document.getElementById("log")?.addEventListener("toggle", event => {
  const lines = event.target.querySelector(".log-scroll");
  if (event.newState === "open" && lines) lines.scrollTop = 0;
});
