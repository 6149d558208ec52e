// Turns an element of the page into another by changing only what differs. What stays keeps its focus, caret, typed
// text, choice, scroll position, open details and running animations. Scripts never run.

// Attributes that scripts and the browser set.
const OWN = / (?:data-js[\w-]*|open)="[^"]*"/g;
const isOwn = name => name.startsWith("data-js") || name === "open";

// What a translator has put in counts too: it goes where the server has changed something, and is put in anew.
const content = node => (node.outerHTML ?? node.data).replace(OWN, "");

// How two nodes of one kind are matched, the surest sign first: same content, same id or first control, same class,
// none. An element with an id is never taken for one with another.
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
  // what somebody has typed and not yet sent
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
  // a copy of an option is not selected because it was the first in its list
  arrange(parent, news.map(node => matches.get(node) ?? document.importNode(node, true)));
  for (const [node, old] of matches) morph(old, node);
}

// The old node for each new one that has any.
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

// A control is another one by another name, a box or an option also by another value: a choice never moves to another.
function kind(node) {
  if (!node.matches?.("input, select, textarea, option")) return node.nodeName;
  const value = node.matches("[type=radio], [type=checkbox], option") ? node.getAttribute("value") : "";
  return `${node.nodeName} ${node.type} ${node.getAttribute("name")} ${value}`;
}

function innerSign(node) {
  const first = node.querySelector?.("[id], [name][value]") ?? null;
  return first && `>${first.id || [first.getAttribute("name"), first.getAttribute("value")]}`;
}

// Puts the nodes in their order. What holds the focus is not moved: others go around it.
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

// Newer browsers move without ending animations.
function move(parent, node, before) {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}
