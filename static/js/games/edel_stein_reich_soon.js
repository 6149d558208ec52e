// What is only being thought of, shown on the table: what a picked action or event would bring at least, as "+1" at the
// wells; what it or a bid takes out of them, as "−2"; and the bid itself on one's own pan.
const COLOURS = ["red", "yellow", "green", "blue"];

// `takes` are the gems of a bid by colour, `laid` their colours in the order in which they were laid down.
export function showSoon({ takes = [], laid = [] }) {
  const you = document.getElementById("scene")?.dataset.you;
  if (you === undefined) return;
  const wanted = new Map();
  takes.forEach((count, place) => {
    if (count) wanted.set(`tray-${you}-${COLOURS[place]}`, `−${count}`);
  });
  const picked = document.querySelector("#prompt [data-soon]:checked");
  for (const each of picked?.dataset.soon.split(" ") ?? []) {
    const [what, count] = each.split(":");
    const place = what.includes("-") ? what : what === "money" ? `purse-${you}` : `tray-${you}-${what}`;
    wanted.set(place, Number(count) < 0 ? `−${-count}` : `+${count}`);
  }
  for (const shown of document.querySelectorAll(".place[data-js-soon]")) {
    if (!wanted.has(shown.dataset.place)) delete shown.dataset.jsSoon;
  }
  for (const [place, text] of wanted) document.getElementById(`at-${place}`).dataset.jsSoon = text;
  lay(laid);
}

function lay(colours) {
  const pan = document.getElementById("pan-laid");
  if (!pan) return;
  while (pan.children.length > colours.length) pan.lastElementChild.remove();
  colours.forEach((colour, number) => {
    const gem = pan.children[number] ?? pan.appendChild(document.createElement("i"));
    gem.className = `gem gem-${colour}`;
  });
}
