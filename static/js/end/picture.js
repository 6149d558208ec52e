// Draws a picture of the evening to share, from the page's own text. Signet uploads it nowhere.
const WIDTH = 1200, HEIGHT = 630;
const SERIF = getComputedStyle(document.documentElement).getPropertyValue("--serif");
const INK = "#2b2018", MUTED = "#655542", BRASS = "#c9a45c";
const { lang } = document.documentElement;
// prefer the reader's regional variant of the page's language: variants of English order day and month differently
const own = navigator.languages.find(each => each.split("-")[0] === lang) ?? lang;
const LEFT = 104, RIGHT = 1096;

document.addEventListener("click", async event => {
  const box = event.target.closest("#send-picture");
  if (!box || !event.target.closest("button")) return;
  const canvas = box.querySelector("canvas");
  const told = evening(box);
  paint(canvas.getContext("2d"), told);
  const text = [told.title, told.game, ...told.ranking.map(({ place, name }) => `${place} ${name}`), told.story];
  canvas.setAttribute("aria-label", text.filter(Boolean).join(". "));
  canvas.hidden = false;
  canvas.toBlob(blob => give(new File([blob], "signet.png", { type: "image/png" }), told.title), "image/png");
});

// Open the system's share sheet if it accepts files, else download the file.
async function give(file, title) {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file], title });
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Read the picture's content from the page: the evening's score after several games, the ranking after one game.
function evening(box) {
  const crests = new Map(ranks().map(rank => [rank.name, rank]));
  const rows = [...document.querySelectorAll("#end .evening tbody tr")];
  const { game, evening: title, wins } = box.dataset;
  const best = document.querySelector("#end [data-stories] [data-best] .story") ??
    document.querySelector("#end .tales [data-best] > span");
  return {
    title: rows.length ? title : words("#end-title"),
    game: rows.length ? "" : game,
    head: rows.length ? wins : "",
    ranking: rows.length ? rows.map(row => score(row, crests)) : [...crests.values()],
    story: best?.textContent.trim() ?? "",
    date: new Intl.DateTimeFormat(own, { dateStyle: "long" }).format(),
  };
}

function ranks() {
  return [...document.querySelectorAll("#end .rank")].map(rank => ({
    place: rank.querySelector(".rank-place").textContent.trim(),
    name: rank.querySelector(".name").textContent,
    crest: rank.querySelector(".crest"),
  }));
}

function score(row, crests) {
  const name = row.querySelector(".name").textContent;
  return { place: row.lastElementChild.textContent, name, crest: crests.get(name)?.crest };
}

function words(selector) {
  return document.querySelector(selector).textContent.trim().replace(/\s+/g, " ");
}

function paint(pen, { title, game, head, ranking, story, date }) {
  ground(pen);
  pen.textBaseline = "alphabetic";
  pen.textAlign = "left";
  pen.fillStyle = INK;
  line(pen, title, LEFT, 142, 680, 52);
  pen.fillStyle = MUTED;
  pen.textAlign = "right";
  line(pen, date, RIGHT, 126, 290, 26);
  line(pen, game, RIGHT, 160, 290, 24, "italic");
  pen.textAlign = "left";
  pen.fillStyle = BRASS;
  pen.fillRect(LEFT, 176, RIGHT - LEFT, 3);
  const shown = ranking.slice(0, 6);
  const step = Math.min(74, 330 / Math.max(1, shown.length));
  const top = 200 + (head ? 14 : 0);
  pen.fillStyle = MUTED;
  if (head) line(pen, head, LEFT, 206, 90, 20);
  shown.forEach((each, at) => row(pen, each, top + step * at, step));
  quote(pen, story);
  seal(pen);
}

function ground(pen) {
  pen.fillStyle = "#38220f";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const baize = pen.createRadialGradient(WIDTH / 2, HEIGHT / 2, 100, WIDTH / 2, HEIGHT / 2, 720);
  baize.addColorStop(0, "#2f664e");
  baize.addColorStop(1, "#1c4233");
  pen.fillStyle = baize;
  pen.fillRect(16, 16, WIDTH - 32, HEIGHT - 32);
  pen.save();
  pen.shadowColor = "rgb(0 0 0 / .45)";
  pen.shadowBlur = 26;
  pen.shadowOffsetY = 8;
  pen.fillStyle = "#faf4e4";
  pen.beginPath();
  pen.roundRect(56, 52, WIDTH - 112, HEIGHT - 104, 10);
  pen.fill();
  pen.restore();
  pen.strokeStyle = BRASS;
  pen.lineWidth = 2;
  pen.strokeRect(72, 68, WIDTH - 144, HEIGHT - 136);
}

function row(pen, { place, name, crest }, top, step) {
  const middle = top + step / 2;
  pen.fillStyle = "#75541a";
  line(pen, place, LEFT, middle + 13, 60, 38);
  shield(pen, crest, name, LEFT + 74, middle);
  pen.fillStyle = INK;
  line(pen, name, LEFT + 136, middle + 11, 330, 32);
}

// Draw a player's crest as the page does. A player who has left the table gets a plain shield.
function shield(pen, crest, name, left, middle) {
  const symbol = crest && document.querySelector(crest.querySelector("use").getAttribute("href"));
  const shape = symbol?.querySelector(".c-field").getAttribute("d") ?? "M16 3a15 15 0 1 0 .01 0z";
  const style = getComputedStyle(crest ?? document.documentElement);
  pen.save();
  pen.translate(left, middle - 24);
  pen.scale(1.34, 1.34);
  const path = new Path2D(shape);
  pen.fillStyle = style.getPropertyValue("--field-colour") || "#8d6f3a";
  pen.fill(path);
  pen.strokeStyle = INK;
  pen.lineWidth = 1;
  pen.stroke(path);
  pen.fillStyle = crest ? style.color : "#fff";
  pen.textAlign = "center";
  line(pen, crest?.querySelector("b").textContent ?? [...name][0], 16, 23.5, 30, 17);
  pen.restore();
}

// Draw the story in as many lines as it needs, in a smaller font if the lines are too many.
function quote(pen, story) {
  pen.fillStyle = INK;
  for (const size of [36, 32, 28, 24, 20]) {
    pen.font = `italic ${size}px ${SERIF}`;
    const lines = wrapText(pen, story, 400);
    if (lines.length * size * 1.35 > 290 && size > 20) continue;
    const top = 345 - lines.length * size * .675 + size;
    lines.forEach((each, at) => pen.fillText(each, 670, top + at * size * 1.35));
    return;
  }
}

function wrapText(pen, text, width) {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width > width && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function seal(pen) {
  pen.fillStyle = "#9f2d26";
  pen.beginPath();
  pen.arc(1062, 520, 26, 0, Math.PI * 2);
  pen.fill();
  pen.fillStyle = "#fff6ea";
  pen.textAlign = "center";
  line(pen, "S", 1062, 531, 36, 30);
  pen.textAlign = "right";
  pen.fillStyle = MUTED;
  line(pen, "Signet", 1022, 529, 200, 26);
}

// Draw one line of text at most `width` wide: shrink the font to half at most, then cut the text.
function line(pen, text, x, y, width, size, style = "600") {
  let fit = size;
  do pen.font = `${style} ${fit}px ${SERIF}`;
  while (pen.measureText(text).width > width && --fit > size / 2);
  let cut = text;
  while (pen.measureText(cut).width > width && cut.length > 1) cut = `${[...cut].slice(0, -2).join("")}…`;
  pen.fillText(cut, x, y);
}
