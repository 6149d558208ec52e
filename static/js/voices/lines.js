// The newest chat message of a page at its load. Later ones are news.
export const loaded = newestOf(document.getElementById("chat"));

// Return the number of the newest message in a chat, 0 for none.
export function newestOf(chat) {
  return Math.max(0, ...linesOf(chat).map(line => Number(line.dataset.line)));
}

export function linesOf(chat) {
  return [...chat.querySelectorAll("[data-line]")];
}
