// Show the text of a rule clause in a popover when its number is pressed ("Why?"). Without this module the number is a
// link to the page of rules.
const card = document.getElementById("why");
const text = card.querySelector("[data-why]");
const all = card.querySelector(".why-all");
const known = new Map();
const EDGE = 8;
let asked = null;
let hadFocus = false;

document.addEventListener("click", event => {
  const link = event.target.closest?.("a[data-clause], a.clause");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!card.contains(link)) asked = link;
  show(link.dataset.clause || new URL(link.href).hash.slice(1), new URL(link.href).pathname);
});

card.addEventListener("beforetoggle", event => {
  if (event.newState === "closed") hadFocus = card.contains(document.activeElement);
});

addEventListener("resize", () => card.matches(":popover-open") && place());

// restore the focus only if it was still in the popover: the user may have moved on
card.addEventListener("toggle", event => {
  if (event.newState === "closed" && hadFocus && asked?.isConnected) asked.focus({ preventScroll: true });
});

async function show(number, page) {
  all.href = `${page}#${number}`;
  text.replaceChildren(...(known.get(all.href) ?? []).map(node => node.cloneNode(true)));
  if (!card.matches(":popover-open")) card.showPopover({ source: asked });
  place();
  card.focus({ preventScroll: true });
  const wanted = all.href;
  if (known.has(wanted)) return;
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`${page}/${number}`, { headers: { Accept: "text/html" }, signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
    known.set(wanted, [...parsed.body.children]);
    if (wanted === all.href) text.replaceChildren(...known.get(wanted).map(node => node.cloneNode(true)));
  } catch {
    // the link to all rules remains
    if (wanted === all.href) text.textContent = text.dataset.lost;
  }
  place();
}

// Place the popover above or below the number, completely inside the window. On a small page it has the full width.
function place() {
  const spot = asked?.isConnected ? asked.getBoundingClientRect() : null;
  // the number is no longer visible: use the middle of the window
  const at = spot?.width ? spot : new DOMRect(innerWidth / 2, innerHeight, 0, 0);
  const box = card.getBoundingClientRect();
  const left = Math.min(Math.max(EDGE, at.left + at.width / 2 - box.width / 2), innerWidth - box.width - EDGE);
  const above = spot?.width ? at.top - box.height - EDGE : (innerHeight - box.height) / 2;
  const top = above >= EDGE ? above : Math.min(at.bottom + EDGE, innerHeight - box.height - EDGE);
  card.style.setProperty("left", `${Math.max(EDGE, left)}px`);
  card.style.setProperty("top", `${Math.max(EDGE, top)}px`);
}
