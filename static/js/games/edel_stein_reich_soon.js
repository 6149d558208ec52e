// Previews an unsealed choice on the table. The least gain of a picked action or event shows as "+1" at the wells, its
// cost or a bid's as "−2". The bid itself appears on the player's own pan.
const COLOURS = ["red", "yellow", "green", "blue"];

// Show the preview and remove the previous one. `takes` are a bid's gems by colour, `laid` their colours in the order
// in which they were laid down.
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
