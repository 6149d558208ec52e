// Load style sheets and scripts on demand.

// Load a style sheet. The promise resolves once the sheet has loaded or failed. Await it before inserting the content
// that it styles, which would otherwise shift. It becomes the last sheet, or follows the one given.
export function loadSheet(href, other = document.head.lastElementChild) {
  return new Promise(done => {
    if (document.head.querySelector(`[href="${href}"]`)) return done();
    const link = document.createElement("link");
    other.after(Object.assign(link, { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

// Bring a file to the browser's cache, for its use a little later.
export function fetchEarly(href) {
  fetch(href, { priority: "low" }).catch(() => null);
}

export function loadScript(src) {
  if (document.querySelector(`script[src="${src}"]`)) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
}
