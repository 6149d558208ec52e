// Makes pictures of parts of the stage: a copy of the part, all styles and the drawings it uses become one SVG. The
// SVG is a data address: Chrome lets no canvas be read on which it has drawn HTML from a blob address.
const NS = "http://www.w3.org/2000/svg";
const PLAIN = "*,*::before,*::after{animation:none!important;transition:none!important}";
const RESTING = { translate: "none", rotate: "none", scale: "none", opacity: "1" };
const HIDDEN = { visibility: "hidden" }, VISIBLE = { visibility: "visible" };
const ADDRESS = /url\((["']?)([^"')]+)\1\)/g;

export class Snapshots {
  #stage;
  #styles = "";
  #sheets = new Map();
  #writer = new XMLSerializer();

  constructor(stage) {
    this.#stage = stage;
  }

  // Fetch the styles and drawings of the page.
  async load() {
    const links = [...document.querySelectorAll("link[rel=stylesheet]")];
    const sheets = links.filter(({ media }) => matchMedia(media).matches);
    const texts = await Promise.all(sheets.map(({ href }) => readSheet(href)));
    const style = document.createElementNS(NS, "style");
    style.textContent = texts.join("\n") + PLAIN;
    this.#styles = encodeURIComponent(this.#writer.serializeToString(style));
    const files = new Set([...usesOf(document)].map(use => splitAddress(use)[0]).filter(Boolean));
    await Promise.all([...files].map(async file => {
      this.#sheets.set(file, new DOMParser().parseFromString(await readText(file), "image/svg+xml"));
    }));
  }

  // Return the address of a picture of the whole stage without its ground, its cards in the middle and its signs.
  everything() {
    const copy = this.#stage.cloneNode(true);
    copy.querySelector("#reveal")?.replaceChildren();
    copy.querySelector(".replay-signs")?.remove();
    for (const each of copy.querySelectorAll(".ground")) each.style.visibility = "hidden";
    for (const each of [copy, copy.querySelector(".scene")]) each.style.background = "none";
    return this.#address(shellOf(this.#stage.parentElement, copy), this.box);
  }

  // Return the address of a picture of the ground, with all that lies under it.
  ground() {
    const ground = this.#stage.querySelector(".ground");
    return this.#address(shellOf(ground.parentElement, ground.cloneNode(true)), this.box);
  }

  // Return the address of a picture of one part at rest; `box` is in pixels of the stage.
  part(element, box) {
    const copy = element.cloneNode(true);
    Object.assign(copy.style, RESTING, VISIBLE);
    if (element.matches(".front, .rear")) copy.style.transform = "none";
    return this.#address(shellOf(element.parentElement, copy, HIDDEN), box);
  }

  get box() {
    return { left: 0, top: 0, width: this.#stage.offsetWidth, height: this.#stage.offsetHeight };
  }

  #address(part, { left, top, width, height }) {
    const symbols = this.#bringHome(part);
    const { className, dataset } = document.documentElement;
    const page = document.createElement("html");
    page.className = className;
    Object.assign(page.dataset, dataset);
    page.style.cssText = `display:block;position:relative;overflow:clip;width:${width}px;height:${height}px`;
    const body = document.createElement("body");
    body.className = document.body.className;
    const { box } = this;
    body.style.cssText = `position:absolute;min-height:0;background:none;left:${-left}px;top:${-top}px;` +
      `width:${box.width}px;height:${box.height}px`;
    body.append(part);
    page.append(body);
    const size = `width="${width}" height="${height}"`;
    const start = `<svg xmlns="${NS}" ${size}>`;
    const rest = `<defs>${symbols}</defs><foreignObject ${size}>${this.#writer.serializeToString(page)}` +
      "</foreignObject></svg>";
    return `data:image/svg+xml,${encodeURIComponent(start)}${this.#styles}${encodeURIComponent(rest)}`;
  }

  // Let all drawings of the part refer to the SVG itself. Return these drawings as text.
  #bringHome(part) {
    const found = new Map();
    const seek = use => {
      const [file, id] = splitAddress(use);
      use.setAttribute("href", `#${id}`);
      this.#find(file, id, found);
    };
    for (const each of part.querySelectorAll("template")) each.remove();
    usesOf(part).forEach(seek);
    return [...found.values()].filter(Boolean).map(each => this.#writer.serializeToString(each)).join("");
  }

  // Find a drawing, and those that it refers to.
  #find(file, id, found) {
    if (found.has(id)) return;
    const drawing = (file ? this.#sheets.get(file) : document)?.getElementById(id) ?? null;
    found.set(id, drawing);
    if (!drawing) return;
    for (const use of drawing.querySelectorAll("use")) this.#find(file, splitAddress(use)[1], found);
    for (const [, other] of drawing.outerHTML.matchAll(/url\(["']?#([\w-]+)/g)) this.#find(file, other, found);
  }
}

// Load the picture of an address; it is ready to be drawn.
export async function develop(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

// Return the part within copies of its ancestors, of which nothing but boxes and styles remain.
function shellOf(parent, part, style = {}) {
  if (!parent || parent === document.body) return part;
  const shell = parent.cloneNode(false);
  if (parent.matches(".revealed, .turner")) Object.assign(shell.style, RESTING);
  // a fixed layer would not move with the page of the picture
  if (getComputedStyle(parent).position === "fixed") shell.style.position = "absolute";
  Object.assign(shell.style, style);
  shell.append(part);
  return shellOf(parent.parentElement, shell, style);
}

// Return all references to drawings, also those within templates.
function usesOf(node) {
  const inner = [...node.querySelectorAll("template")].flatMap(({ content }) => usesOf(content));
  return [...node.querySelectorAll("use"), ...inner];
}

function splitAddress(use) {
  const href = use.getAttribute("href");
  const at = href.indexOf("#");
  return [href.slice(0, at), href.slice(at + 1)];
}

// Return a style sheet in which all pictures are part of the text.
async function readSheet(href) {
  const text = await readText(href);
  const addresses = [...new Set([...text.matchAll(ADDRESS)].map(([, , address]) => address))];
  const local = addresses.filter(address => !/^(#|data:)/.test(address));
  const pictures = new Map(await Promise.all(local.map(async address => {
    const picture = await readText(new URL(address, href));
    return [address, `url("data:image/svg+xml,${encodeURIComponent(picture).replaceAll("'", "%27")}")`];
  })));
  return text.replace(ADDRESS, (all, _, address) => pictures.get(address) ?? all);
}

async function readText(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`no ${address}`);
  return answer.text();
}
