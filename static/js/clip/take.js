// Plays one reveal on the stage and notes for each frame which parts are where. The rests between two sentences are
// noted but not waited for.
import { act, lookAt } from "../film/acts.js";
import { paceNow, restMs } from "../film/pace.js";
import { nodesOf, textOf } from "../film/said.js";
import { Pictures } from "../replay/pictures.js";
import { land } from "../scene/flights.js";
import { endReveal } from "../scene/reveal.js";
import { Table } from "../scene/table.js";
import { boxOf, matrixOf, opacityOf, turnOf } from "./positions.js";

const FIRST_MS = 500, LAST_MS = 1_600, READ = 1.25;
// sizes of the sentence's letters, the largest that has room first
const SIZES = [42, 36, 31, 27, 23], LINE_PX = 158;
// around a part its picture has room for shadows and badges
const AROUND = 0.7, LEAST_PX = 28;

export class Take {
  // frames in order: the time in milliseconds, the picture of the stage, and the parts above it
  frames = [];
  // addresses of the pictures of the whole stage
  stages = [];
  // pictures of moving parts: their address and the room around the part
  parts = [];
  // time of the first sentence in milliseconds
  saidAt = 0;
  // time at which the reveal is best seen; null without cards that open
  bestAt = null;
  #snapshots;
  #stage;
  #known = new Map();
  #isChanged = true;
  #isOver = false;
  #shift = 0;
  #began = 0;

  constructor(stage, snapshots) {
    this.#stage = stage;
    this.#snapshots = snapshots;
  }

  get lastsMs() {
    return this.frames.at(-1).time;
  }

  // Play the reveal number `ask` of these films. `tell(part)` gets the part that is done. Throws an error if the
  // films have no such reveal.
  async run({ start, stops }, ask, tell) {
    const first = stops.findIndex(({ stop, say }) => say && stop.split(".")[0] === ask);
    if (first < 0) throw new Error(`no reveal ${ask}`);
    const told = stops.filter(({ stop, say }) => say && stop.split(".")[0] === ask);
    const table = new Table();
    table.replace(first ? new Pictures({ start, stops }).at(first - 1).table : start.table);
    // the table of the first stop of all is that after its moves
    const { ends = [], seals = [] } = first ? told[0] : {};
    table.apply([...ends, ...seals]);
    table.say();
    const sentence = document.getElementById("clip-round");
    sentence.textContent = sentence.dataset.round.replace("{number}", told[0].round);
    document.getElementById("clip-line").replaceChildren();
    const changes = new MutationObserver(all => {
      this.#isChanged ||= all.some(({ target }) => !target.parentElement?.closest("#reveal") && target.id !== "reveal");
    });
    const watched = { attributes: true, characterData: true, childList: true, subtree: true };
    changes.observe(this.#stage, watched);
    this.#began = performance.now();
    this.#look();
    this.#shift = FIRST_MS;
    this.#watch();
    try {
      for (const [place, step] of told.entries()) {
        if (this.#isOver) return;
        await this.#play(table, first || place ? step : { ...step, moves: [] });
        tell((place + 1) / told.length);
      }
      this.#isChanged = true;
      this.#look();
      this.#shift += LAST_MS;
      this.#look();
    } finally {
      this.#isOver = true;
      changes.disconnect();
      lookAt(null);
    }
  }

  // Let the last frame stay until that time.
  hold(time) {
    if (time > this.lastsMs) this.frames.push({ ...this.frames.at(-1), time });
  }

  // Stop playing at once.
  end() {
    this.#isOver = true;
    endReveal();
    land();
  }

  async #play(table, step) {
    const began = performance.now();
    lookAt(step.at ?? null);
    let isSaid = false;
    const said = () => {
      if (isSaid) return;
      isSaid = true;
      this.#say(step);
    };
    await act(table, step, { said, isSkipped: () => this.#isOver });
    said();
    this.#look();
    const rest = READ * restMs(textOf(step.say).length, step.weight) / paceNow();
    this.#shift += Math.max(0, rest - (performance.now() - began));
    this.#look();
  }

  #say({ say }) {
    const line = document.getElementById("clip-line");
    const words = document.createElement("span");
    words.append(...nodesOf(say));
    line.replaceChildren(words);
    for (const size of SIZES) {
      line.style.fontSize = `${size}px`;
      if (words.offsetHeight <= LINE_PX) break;
    }
    this.saidAt ||= this.#now();
  }

  #now() {
    return performance.now() - this.#began + this.#shift;
  }

  #watch() {
    requestAnimationFrame(() => {
      if (this.#isOver) return;
      this.#look();
      this.#watch();
    });
  }

  // Note what the stage shows now.
  #look() {
    if (this.#isChanged) {
      const address = this.#snapshots.everything();
      if (address !== this.stages.at(-1)) this.stages.push(address);
      this.#isChanged = false;
    }
    const veil = document.querySelector("#reveal > .veil");
    const cards = [...document.querySelectorAll("#reveal > .revealed")].flatMap(card => this.#cardParts(card));
    const verdicts = [...document.querySelectorAll("#reveal > .verdict")].map(each => this.#part(each));
    const flying = [...document.querySelectorAll(".flights .flown")].map(each => this.#part(each));
    const frame = {
      time: this.#now(),
      stage: this.stages.length - 1,
      veil: veil ? opacityOf(veil, this.#stage) : 0,
      cards: [...cards, ...verdicts].filter(Boolean),
      flying: flying.filter(Boolean),
    };
    this.frames.push(frame);
    if (frame.veil > 0.98) this.bestAt = frame.time;
  }

  // Return the parts of a large card: its front or rear, and what lies on it.
  #cardParts(card) {
    const turn = Math.cos(turnOf(card.querySelector(".turner")));
    const side = this.#part(card.querySelector(turn > 0 ? ".front" : ".rear"), card.className);
    if (side) side.turn = Math.abs(turn);
    const on = [...card.querySelectorAll(":scope > :is(.half, .badge, .flash)")];
    return [side, ...on.map(each => this.#part(each))];
  }

  #part(element, state = "") {
    const opacity = opacityOf(element, this.#stage);
    if (opacity < 0.01 || !element.offsetWidth) return null;
    const known = this.#known.get(element) ?? {};
    this.#known.set(element, known);
    known[state] ??= this.#snap(element);
    return { number: known[state], matrix: matrixOf(element, this.#stage), opacity, turn: 1 };
  }

  #snap(element) {
    const box = boxOf(element, this.#stage);
    const room = Math.round(LEAST_PX + AROUND * Math.max(box.width, box.height));
    const [width, height] = [box.width + 2 * room, box.height + 2 * room];
    const address = this.#snapshots.part(element, { left: box.left - room, top: box.top - room, width, height });
    this.parts.push({ address, room, width: box.width });
    return this.parts.length - 1;
  }
}
