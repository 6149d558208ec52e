// Style sheets that come late: they are there before what they style, which would jump without them.

// Done when the sheet is in the page's head, or can't be had.
export function loadSheet(href) {
  return new Promise(done => {
    if (document.head.querySelector(`[href="${href}"]`)) return done();
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}
