// Reload a page that is refused before it has received anything, but not twice in a row. Such a page was drawn for a
// seat that another tab has released since.
const NAME = "signet-loaded-again";

// Reload the page. Return true if it is about to reload.
export function loadAgain() {
  try {
    if (sessionStorage.getItem(NAME) === location.pathname) return false;
    sessionStorage.setItem(NAME, location.pathname);
  } catch {
    // private windows may refuse storage
    return false;
  }
  location.reload();
  return true;
}

// Allow another reload. Call this once the page has received a message of the table, in case it is refused later.
export function allowLoadAgain() {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // private windows may refuse storage
  }
}
