// Write texts that change often, each only if it is new. The comparison uses a map, not the DOM: translators and
// readers change the DOM, so comparing with it would never end.
const written = new Map();

export function write(element, text) {
  const said = String(text);
  if (written.get(element) === said) return;
  written.set(element, said);
  element.textContent = said;
}

// Forget elements that are gone, or whose region was redrawn and so has lost its text.
document.addEventListener("signet:drawn", ({ detail }) => {
  const drawn = detail.map(id => document.getElementById(id));
  for (const element of written.keys()) {
    if (!element.isConnected || drawn.some(region => region?.contains(element))) written.delete(element);
  }
});
