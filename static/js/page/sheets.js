// Open and close sheets beside the game. A seat's sheet closes when cards are revealed, and a log that opens scrolls
// to its newest lines.
document.addEventListener("signet:reveal", () => document.querySelector(".seat-more:popover-open")?.hidePopover());
// a button for a folded group of the menu opens this group and folds the others
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
