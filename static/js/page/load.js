// Style sheets and scripts that come late.

// Done when the sheet is in the page's head, or can't be had: it is there before what it styles, which would jump
// without it.
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
