// Put the text regions of the page into the DOM: each region as a whole, a few at a time.
import { keepFocus } from "./focus.js";
import { loadScript, loadSheet } from "./load.js";
import { morph } from "./morph.js";

const PIECE = 6_000;
// content that only a full page has; a message omits it or leaves it empty
const OF_PAGE = new RegExp([
  "<!--page-->.*?<!--/page-->",
  ' (?:action|data-state|data-presence)="[^"]*"',
  ' value="\\d*"(?= data-last-reveal)',
].join("|"), "gs");
// current HTML of the regions by id, without the content that only a page has
const shown = new Map();
for (const [id, html] of Object.entries(regionsOf(document))) shown.set(id, html.replace(OF_PAGE, ""));

// Put the changed regions into the page by their ids. The work is split into pieces, so that no frame waits for all of
// it.
export async function putRegions(regions) {
  for (const piece of pieces(pickChanged(regions))) {
    await swap(piece);
    await frames();
  }
}

// Return the regions of a page as the server made it: HTML by id.
export function regionsOf(page) {
  return Object.fromEntries([...page.querySelectorAll("[data-region]")].map(region => [region.id, region.outerHTML]));
}

// Forget the current regions after an error. The next message is then put in completely.
export function doubtRegions() {
  shown.clear();
}

function pickChanged(regions) {
  return Object.entries(regions).filter(([id, html]) => {
    const text = plain(html);
    const isOther = shown.get(id) !== text;
    shown.set(id, text);
    return isOther;
  });
}

function plain(html) {
  return read(html).outerHTML.replace(OF_PAGE, "");
}

function pieces(entries) {
  const found = [];
  let size = PIECE;
  for (const [id, html] of entries) {
    if (size + html.length > PIECE) {
      found.push({});
      size = 0;
    }
    found.at(-1)[id] = html;
    size += html.length;
  }
  return found;
}

// Let the browser paint, unless the page is hidden.
function frames() {
  if (!document.hidden) return new Promise(done => setTimeout(done));
}

function read(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

async function swap(regions) {
  const fresh = Object.entries(regions).map(([id, html]) => [id, read(html)]);
  for (const [id, element] of fresh) await loadSheets(document.getElementById(id), element);
  for (const script of findFresh(fresh, "script[src]")) loadScript(script.getAttribute("src"));
  for (const [id, element] of fresh) {
    const old = document.getElementById(id);
    if (old) morph(old, element);
  }
  document.dispatchEvent(new CustomEvent("signet:drawn", { detail: Object.keys(regions) }));
  keepFocus();
}

// Load the style sheets of a region into the head, unless the page has come with them. A copy in the region would load
// them again.
async function loadSheets(old, fresh) {
  for (const link of fresh.querySelectorAll("link[rel=stylesheet]")) {
    const href = link.getAttribute("href");
    if (old?.querySelector(`link[href="${href}"]`)) continue;
    if (await loadSheet(href)) link.remove();
  }
}

function findFresh(fresh, selector) {
  return fresh.flatMap(([, element]) => [...element.querySelectorAll(selector)]);
}
