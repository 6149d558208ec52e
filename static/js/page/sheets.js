// Sheets beside the game: what was looked up of a seat gives way to the cards that are opened, and a log that is opened
// shows what was newest.
document.addEventListener("signet:opening", () => document.querySelector(".seat-more:popover-open")?.hidePopover());
document.getElementById("log")?.addEventListener("toggle", event => {
  const lines = event.target.querySelector(".log-scroll");
  if (event.newState === "open" && lines) lines.scrollTop = 0;
});
