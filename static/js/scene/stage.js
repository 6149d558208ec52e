// Layout of cards during a reveal: rows in the middle and, if the game has verdicts, groups of one face.
const BETWEEN = 1.07;
// row distance in card heights; with enough room, a crest above a card hides nothing of the card above it
const ROWS = [1.19, 1.09];
const GLIDE_MS = 360, SAG_MS = 300;
// degrees by which cards of one face lean towards each other, or away
const TURNS = { "is-pair": -10, "is-crowd": 12 };

// Return a spot for each card: `x` and `y` from the layer's middle in its own pixels, `turn` in degrees.
export function stage(card, count, layer) {
  const wide = card.offsetWidth * BETWEEN;
  const most = Math.max(1, Math.floor((layer.offsetWidth * 1.02) / wide));
  const rows = Math.ceil(count / most);
  const columns = Math.ceil(count / rows);
  const isHigh = card.offsetHeight * rows * ROWS[0] <= layer.offsetHeight;
  const high = card.offsetHeight * (isHigh ? ROWS[0] : ROWS[1]);
  return Array.from({ length: count }, (_, number) => {
    const row = Math.floor(number / columns);
    const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
    const aside = (number % columns) - (inRow - 1) / 2;
    return { x: aside * wide, y: (row - (rows - 1) / 2) * high + Math.abs(aside) * high * 0.025, turn: aside * 2 };
  });
}

// Return the groups of the cards after they have turned; null if the game has no verdicts on groups.
export function grouped(layer, cards) {
  const { alone, pair, crowd, peaceful, peace } = layer.dataset;
  if (!alone || cards.length < 2) return null;
  // sort by the order of the places to which they go
  const order = [...document.querySelectorAll("#scene .place")].map(({ dataset }) => dataset.place);
  const going = [...cards].sort((one, other) => order.indexOf(one.to) - order.indexOf(other.to));
  const faces = [...new Set(going.map(({ face }) => face))];
  const groups = faces.map(face => cards.filter(card => card.face === face));
  const verdicts = groups.map(group => {
    const size = Math.min(group.length, 3) - 1;
    // everybody who played the `peaceful` face gets a share
    if (size && group[0].face === peaceful) return { word: peace, name: "is-alone" };
    return { word: [alone, pair, crowd][size], name: ["is-alone", "is-pair", "is-crowd"][size] };
  });
  return { show: (play, pace) => show(layer, groups, verdicts, play, pace) };
}

function show(layer, groups, verdicts, play, pace) {
  const card = groups[0][0].element;
  const spots = layer.offsetWidth > layer.offsetHeight ? columns(groups, layer, card) : rows(groups, layer, card);
  for (const [number, cards] of groups.entries()) {
    const { x, y, step, scale, says } = spots[number];
    const { word: said, name: kind } = verdicts[number];
    for (const [place, { element, spread }] of cards.entries()) {
      const aside = place - (cards.length - 1) / 2;
      const turn = aside * (TURNS[kind] ?? 0);
      const goal = { x: x + aside * step, y, turn, scale };
      play(element, [frame({ scale: 1, ...spread.at }), frame(goal)], GLIDE_MS * pace);
      if (kind !== "is-alone") element.classList.add(kind);
      spread.at = goal;
    }
    const verdict = document.createElement("li");
    verdict.className = `verdict ${kind}`;
    verdict.classList.toggle("is-beside", Boolean(says.isBeside));
    const [word, names] = [document.createElement("b"), document.createElement("span")];
    word.textContent = said;
    // keep a comma on the same line as the name before it
    names.append(...cards.flatMap(({ seat }, place) => [nameSeat(seat, place < cards.length - 1 ? "," : ""), " "]));
    verdict.append(word, names);
    const [left, top] = [`calc(50% + ${says.x}px)`, `calc(50% + ${says.y}px)`];
    Object.assign(verdict.style, { left, top, width: `${says.wide}px` });
    layer.append(verdict);
    const timing = [{ opacity: 0, offset: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1, offset: 1 }];
    play(verdict, timing, (GLIDE_MS + SAG_MS) * pace);
  }
}

// Lay out one column for each group, with the words below.
function columns(groups, layer, card) {
  const weights = groups.map(({ length }) => [1, 1.7, 2.2, 2.6, 3][length - 1]);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const unit = Math.min(layer.offsetWidth / all, card.offsetWidth * 1.25);
  let left = (-unit * all) / 2;
  return groups.map(({ length }, number) => {
    const wide = unit * weights[number];
    const x = left + wide / 2;
    left += wide;
    const scale = Math.min(1, (unit * 0.94) / card.offsetWidth);
    const step = Math.min(card.offsetWidth * scale * 0.86, (wide - card.offsetWidth * scale) / Math.max(1, length - 1));
    const says = { x, y: card.offsetHeight * (0.5 * scale + 0.02), wide };
    return { x, y: -card.offsetHeight * 0.06, step, scale, says };
  });
}

// Lay out one row for each group, with the words to the left.
function rows(groups, layer, card) {
  const high = Math.min((layer.offsetHeight * 0.96) / groups.length, card.offsetHeight * 1.1);
  const scale = Math.min(1, (high * 0.9) / card.offsetHeight);
  const room = layer.offsetWidth * 0.66;
  return groups.map(({ length }, number) => {
    const y = (number - (groups.length - 1) / 2) * high;
    const step = Math.min(card.offsetWidth * scale * 0.9, (room - card.offsetWidth * scale) / Math.max(1, length - 1));
    const says = { x: layer.offsetWidth * -0.34, y, wide: layer.offsetWidth * 0.3, isBeside: true };
    return { x: layer.offsetWidth * 0.15, y, step, scale, says };
  });
}

function frame({ x, y, turn, scale }) {
  return { translate: `${x}px ${y}px`, scale, rotate: `${turn}deg`, easing: "cubic-bezier(.4, .1, .3, 1)" };
}

function nameSeat(seat, mark = "") {
  const name = document.createElement("bdi");
  name.translate = false;
  name.textContent = `${document.querySelector(`#seat-${seat} .name`)?.textContent ?? ""}${mark}`;
  return name;
}
