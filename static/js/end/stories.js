// Shows the stories of the whole evening below a finished game. It fetches them once from the statistics page and
// inserts them again when the page is redrawn.
const PATIENCE_MS = 10_000;
const read = new Map();

document.addEventListener("signet:shown", put);
put();

async function put() {
  const box = document.querySelector("[data-stories]");
  if (!box || box.firstElementChild) return;
  const games = box.dataset.stories;
  if (!read.has(games)) read.set(games, fetchStories());
  const found = await read.get(games);
  // a failed fetch is repeated at the next change
  if (!found) read.delete(games);
  else if (box.isConnected && !box.firstElementChild) {
    box.append(...found.cloneNode(true).childNodes);
    box.setAttribute("aria-labelledby", "stories-title");
    box.hidden = false;
  }
}

async function fetchStories() {
  const path = document.querySelector("[data-live]").dataset.live.replace(/\/live(\?.*)?$/, "/statistics");
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(path, { headers: { Accept: "text/html" }, signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok ? page.getElementById("stories") : null;
  } catch {
    return null;
  }
}
