// Texts that scripts write again and again, each only when it is another one. What stands on the page is no memory:
// translators and readers rewrite it, and whoever compares with that writes for ever.
const written = new Map();

export function write(element, text) {
  const said = String(text);
  if (written.get(element) === said) return;
  written.set(element, said);
  element.textContent = said;
}

// What lies in regions that were drawn anew has lost its words, and what is gone needs none.
document.addEventListener("signet:drawn", ({ detail }) => {
  const drawn = detail.map(id => document.getElementById(id));
  for (const element of written.keys()) {
    if (!element.isConnected || drawn.some(region => region?.contains(element))) written.delete(element);
  }
});
