// The parts of the page that are text: put in as a whole, a piece at a time.
import { keepFocus } from "./focus.js";
import { loadScript, loadSheet } from "./load.js";
import { morph } from "./morph.js";

const PIECE = 6_000;
// what a page alone has, and a message leaves out or empty
const OF_PAGE = new RegExp([
  "<!--page-->.*?<!--/page-->",
  ' (?:action|data-state|data-presence)="[^"]*"',
  ' value="\\d*"(?= data-last-reveal)',
].join("|"), "gs");
// the regions that stand here, by their ids, without what a page alone has
const shown = new Map();
for (const [id, html] of Object.entries(regionsOf(document))) shown.set(id, html.replace(OF_PAGE, ""));

// Puts regions of the page in by their ids, but those that stand there already. No frame has to wait for all of them.
export async function putRegions(regions) {
  for (const piece of pieces(changed(regions))) {
    await swap(piece);
    await frames();
  }
}

// The regions of a page as the server made it.
export function regionsOf(page) {
  return Object.fromEntries([...page.querySelectorAll("[data-region]")].map(region => [region.id, region.outerHTML]));
}

// Nobody can tell what stands here: the next message is put in whole.
export function doubtRegions() {
  shown.clear();
}

function changed(regions) {
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

// Lets the browser draw, if anybody looks.
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
  for (const link of found(fresh, "link[rel=stylesheet]")) await loadSheet(link.getAttribute("href"));
  for (const script of found(fresh, "script[src]")) loadScript(script.getAttribute("src"));
  for (const [id, element] of fresh) {
    const old = document.getElementById(id);
    if (old) morph(old, element);
  }
  document.dispatchEvent(new CustomEvent("signet:drawn", { detail: Object.keys(regions) }));
  keepFocus();
}

function found(fresh, selector) {
  return fresh.flatMap(([, element]) => [...element.querySelectorAll(selector)]);
}
