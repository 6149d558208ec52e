// A closer look at objects: a tap on one that is no choice, or the button beside them, opens its group as large cards
// with their names.
const GROUPS = ".windows, .exhibition, .my-objects ul";
let sheet;

function show(group, first) {
  const things = [...group.querySelectorAll(".thing")];
  if (!things.length) return;
  sheet ??= made();
  const title = sheet.querySelector("h2");
  title.replaceChildren(...named(group).cloneNode(true).childNodes);
  const inOrder = [first, ...things.filter(thing => thing !== first)].filter(Boolean);
  sheet.querySelector("ul").replaceChildren(...inOrder.map(large));
  sheet.showPopover();
}

// Who shows them, or what the place or the hand is called.
function named(group) {
  return (
    group.closest(".shows, .rank")?.querySelector(".name")?.parentElement ??
    group.closest(".my-objects, section").querySelector("h2, h3")
  );
}

function large(thing) {
  const item = document.createElement("li");
  const copy = thing.cloneNode(true);
  delete copy.dataset.vt;
  copy.style.viewTransitionName = "";
  const words = copy.querySelector(".unseen");
  words.className = "closer-name";
  item.append(copy, words);
  return item;
}

// The page's sheets have a close button with its word; this one gets its like.
function made() {
  const made = document.createElement("section");
  made.id = "closer";
  made.className = "sheet closer";
  made.popover = "auto";
  made.setAttribute("aria-labelledby", "closer-title");
  const header = document.createElement("header");
  const title = document.createElement("h2");
  title.id = "closer-title";
  const close = document.querySelector(".sheet-close").cloneNode(true);
  close.setAttribute("popovertarget", made.id);
  header.append(title, close);
  made.append(header, document.createElement("ul"));
  document.querySelector("main").append(made);
  return made;
}

document.addEventListener("click", event => {
  const button = event.target.closest("[data-closer]");
  if (button) return show(button.closest(".my-objects, section").querySelector(GROUPS));
  const thing = event.target.closest(".thing");
  const group = thing?.closest(GROUPS);
  if (group && !thing.closest("label, a, button")) show(group, thing);
});
