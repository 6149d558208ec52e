// Running time: what is left of a choice, and the pause before the cards are opened.
export function watchClocks() {
  let opensAt = 0;
  let opensFor = "";
  const tick = () => {
    for (const time of document.querySelectorAll("time[data-until]")) time.textContent = clock(Number(time.dataset.until) - Date.now());
    const opening = document.querySelector("[data-opening]");
    if (!opening) return;
    const { opens, grace } = document.getElementById("phase").dataset;
    // counted from when it was heard of: clocks of different machines differ
    if (opens !== opensFor) {
      opensFor = opens;
      opensAt = Date.now() + Number(grace) * 1000;
    }
    opening.textContent = String(Math.max(0, Math.ceil((opensAt - Date.now()) / 1000)));
  };
  setInterval(tick, 250);
  document.addEventListener("signet:shown", tick);
  tick();
}

function clock(left) {
  const seconds = Math.max(0, Math.round(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
