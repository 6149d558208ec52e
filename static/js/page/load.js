// Load style sheets and scripts on demand.

// Load a style sheet. The promise resolves once the sheet has loaded or failed. Await it before inserting the content
// that it styles, which would otherwise shift.
export function loadSheet(href) {
  return new Promise(done => {
    if (document.head.querySelector(`[href="${href}"]`)) return done();
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

export function loadScript(src) {
  if (document.querySelector(`script[src="${src}"]`)) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
}
