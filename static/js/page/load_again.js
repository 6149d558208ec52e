// A page that is refused before it has heard anything was drawn for a seat that another tab has let go of meanwhile. It
// is loaded again, but not a second time in a row.
const NAME = "signet-loaded-again";

// Returns whether the page is about to be loaded again.
export function loadAgain() {
  try {
    if (sessionStorage.getItem(NAME) === location.pathname) return false;
    sessionStorage.setItem(NAME, location.pathname);
  } catch {
    // private windows may refuse
    return false;
  }
  location.reload();
  return true;
}

// The page has heard from the table: should it be refused later, it may be loaded again.
export function allowLoadAgain() {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // private windows may refuse
  }
}
