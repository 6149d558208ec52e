// Load style sheets and scripts on demand.

// Load a style sheet. The promise resolves to true once the sheet has loaded, to false if it has failed. Await it
// before inserting the content that it styles, which would otherwise shift. It becomes the last sheet, or follows the
// one given.
export function loadSheet(href, other = document.head.lastElementChild) {
  return new Promise(done => {
    const known = document.head.querySelector(`[href="${href}"]`);
    if (known && hasRules(known)) return done(true);
    known?.remove();
    const link = document.createElement("link");
    const fail = () => {
      // the next call tries again
      link.remove();
      done(false);
    };
    other.after(Object.assign(link, { rel: "stylesheet", href, onload: () => done(true), onerror: fail }));
  });
}

// Return false for a sheet of the page that has failed.
function hasRules({ sheet }) {
  try {
    return sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

// Bring a file to the browser's cache, for its use a little later.
export function fetchEarly(href) {
  fetch(href, { priority: "low" }).catch(() => null);
}

export function loadScript(src) {
  if (document.querySelector(`script[src="${src}"]`)) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
}
