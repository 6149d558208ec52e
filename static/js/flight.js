// Flies cards, pawns and gems from where they were to where they are now: the browser does it, between two frames.
// Only what the step touches has a name meanwhile: every name costs a picture of its element.
const FLIES = "[data-vt]";
const MOST = 40;
let named = [];

export async function flown(regions, change) {
  if (!document.startViewTransition || !Object.keys(regions).length) return change();
  name(regions);
  const transition = document.startViewTransition(async () => {
    forget();
    await change();
    name(regions);
  });
  transition.finished.finally(forget);
  // names that are not unique only cost the flight
  transition.ready.catch(() => {});
  await transition.updateCallbackDone;
}

function name(regions) {
  const known = new Set();
  for (const id of Object.keys(regions)) {
    for (const element of document.getElementById(id)?.querySelectorAll(FLIES) ?? []) {
      if (known.size === MOST || known.has(element.dataset.vt) || !isInSight(element)) continue;
      known.add(element.dataset.vt);
      element.style.viewTransitionName = element.dataset.vt;
      named.push(element);
    }
  }
}

function forget() {
  for (const element of named) element.style.viewTransitionName = "";
  named = [];
}

function isInSight(element) {
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}
