// Change a DOM element into another by updating only what differs. Nodes that stay keep their focus, caret, typed
// text, choice, scroll position, open details and running animations. Scripts never run.

// Attributes that scripts and the browser set.
const OWN = / (?:data-js[\w-]*|open)="[^"]*"/g;
const isOwn = name => name.startsWith("data-js") || name === "open";

// Return a node's markup without those attributes. It includes the changes of a translator. They are lost where the
// server has changed something, and the translator then translates again.
const content = node => (node.outerHTML ?? node.data).replace(OWN, "");

// Criteria for matching two nodes of the same kind, the most reliable first: same content; same id or first control;
// same class; any. An element with an id never matches an element with another id.
const SIGNS = [
  content,
  node => node.id ? `#${node.id}` : innerSign(node),
  node => node.id ? null : node.getAttribute?.("class") ?? "",
  node => node.id ? null : "",
];

export function morph(old, fresh) {
  if (kind(old) !== kind(fresh)) old.replaceWith(fresh);
  else if (!(fresh instanceof Element)) {
    if (old.data !== fresh.data) old.data = fresh.data;
  } else if (content(old) !== content(fresh)) {
    putAttributes(old, fresh);
    if (fresh instanceof HTMLTemplateElement) putChildren(old.content, fresh.content);
    else putChildren(old, fresh);
  }
}

function putAttributes(old, fresh) {
  // text that the user has typed and not sent yet
  const isTyped = old === document.activeElement && old.value !== old.defaultValue;
  for (const { name, value } of fresh.attributes) {
    if (isOwn(name) || old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === "value" && old instanceof HTMLInputElement && !isTyped) old.value = value;
  }
  for (const { name } of [...old.attributes]) {
    if (!isOwn(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
}

function putChildren(parent, fresh) {
  const news = [...fresh.childNodes];
  const matches = match([...parent.childNodes], news);
  const stays = new Set(matches.values());
  for (const node of [...parent.childNodes]) if (!stays.has(node)) node.remove();
  // `importNode` makes a copy: an option in it is not selected just because it was the first of its list
  arrange(parent, news.map(node => matches.get(node) ?? document.importNode(node, true)));
  for (const [node, old] of matches) morph(old, node);
}

// Map each new node to its old node, if it has one.
function match(olds, news) {
  const matches = new Map(), left = new Set(olds);
  for (const sign of SIGNS) {
    const signed = new Map();
    for (const node of left) {
      const key = keyOf(node, sign);
      if (key === null) continue;
      if (!signed.has(key)) signed.set(key, []);
      signed.get(key).push(node);
    }
    for (const node of news) {
      const old = matches.has(node) ? null : signed.get(keyOf(node, sign))?.shift();
      if (!old) continue;
      matches.set(node, old);
      left.delete(old);
    }
  }
  return matches;
}

function keyOf(node, sign) {
  const key = sign(node);
  return key === null ? null : `${kind(node)} ${key}`;
}

// Return the kind of a node; only nodes of the same kind match. A control with another name is another kind, and so is
// a box or an option with another value. So a choice never moves to another control.
function kind(node) {
  if (!node.matches?.("input, select, textarea, option")) return node.nodeName;
  const value = node.matches("[type=radio], [type=checkbox], option") ? node.getAttribute("value") : "";
  return `${node.nodeName} ${node.type} ${node.getAttribute("name")} ${value}`;
}

function innerSign(node) {
  const first = node.querySelector?.("[id], [name][value]") ?? null;
  return first && `>${first.id || [first.getAttribute("name"), first.getAttribute("value")]}`;
}

// Put the nodes in order. Never move the node that contains the focus: move the others around it.
function arrange(parent, nodes) {
  let next = parent.firstChild;
  for (const node of nodes) {
    while (next !== node && node.contains(document.activeElement)) {
      const passed = next;
      next = next.nextSibling;
      move(parent, passed, null);
    }
    if (node === next) next = next.nextSibling;
    else move(parent, node, next);
  }
}

// Move a node. Newer browsers have `moveBefore`, which does not end animations.
function move(parent, node, before) {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}
