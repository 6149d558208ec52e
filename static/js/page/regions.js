// The parts of the page that are text: put in as a whole, a piece at a time.
import { keepFocus } from "./focus.js";
import { loadSheet } from "./sheets_of.js";

const PIECE = 6_000;
// what messages leave out
const SWAPPED = 'hx-swap-oob="outerMorph"';
// what a page alone has, and a message leaves out or empty
const OF_PAGE = new RegExp([
  "<!--page-->.*?<!--/page-->",
  ' (?:hx-swap-oob|action|data-state|data-presence)="[^"]*"',
  ' value="\\d*"(?= data-last-opening)',
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
  return Object.fromEntries([...page.querySelectorAll("[hx-swap-oob]")].map(region => [region.id, region.outerHTML]));
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
  const read = document.createElement("template");
  read.innerHTML = html;
  return read.content.firstElementChild.outerHTML.replace(OF_PAGE, "");
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

function swapped(html) {
  return html.replace(/^\s*<\w+(?![^>]* hx-swap-oob)/, `$& ${SWAPPED}`);
}

async function swap(regions) {
  const text = Object.values(regions).map(swapped).join("");
  if (!text) return;
  for (const [, href] of text.matchAll(/<link rel="stylesheet" href="([^"]+)/g)) await loadSheet(href);
  const root = document.getElementById("main");
  await htmx.swap({ sourceElement: root, target: root, swap: "none", text, transition: false });
  document.dispatchEvent(new CustomEvent("signet:drawn", { detail: Object.keys(regions) }));
  keepFocus();
}
