// Draws the frames of a take on a canvas.
import { boxOf } from "./positions.js";
import { develop } from "./snapshots.js";

const AHEAD = 6, VEIL = "rgb(10 7 14 / .74)";
const MOST_SIGNS = 8, SIGN_PX = 150, SIGN_MS = 2_600, SIGN_LATER_MS = 500, SIGNS_APART_MS = 260;

export class Screen {
  #take;
  #stage;
  #pen;
  #ground = null;
  #parts = [];
  #signs = [];
  // pictures of the stage by number, as promises and once they are there
  #coming = new Map();
  #there = new Map();

  constructor(canvas, stage, take) {
    this.#pen = canvas.getContext("2d");
    this.#stage = stage;
    this.#take = take;
  }

  // Load the pictures that all frames need. `signs` are the reactions to the reveal.
  async load(snapshots, signs) {
    this.#ground = await develop(snapshots.ground());
    for (const { address } of this.#take.parts) this.#parts.push(await develop(address));
    for (const sign of signs.slice(0, MOST_SIGNS)) this.#signs.push(await this.#loadSign(snapshots, sign));
  }

  // Time at which the last reaction is over.
  get signsEndAt() {
    const last = this.#signs.length - 1;
    return last < 0 ? 0 : this.#take.saidAt + SIGN_LATER_MS + last * SIGNS_APART_MS + SIGN_MS;
  }

  // Return true if both times have the same picture.
  isSame(time, other) {
    const isStill = other > this.signsEndAt || other < this.#take.saidAt + SIGN_LATER_MS;
    const [one, two] = [this.#frameAt(time), this.#frameAt(other)];
    const hasParts = ({ cards, flying }) => cards.length + flying.length > 0;
    return isStill && (one === two || (one.stage === two.stage && !hasParts(one) && !hasParts(two)));
  }

  // Return true if the frame at this time can be drawn; else load what it needs.
  isReady(time) {
    const { stage } = this.#frameAt(time);
    this.#fetch(stage);
    return this.#there.has(stage);
  }

  // Load the picture of the stage at this time.
  async bring(time) {
    const { stage } = this.#frameAt(time);
    this.#fetch(stage);
    await this.#coming.get(stage);
  }

  draw(time) {
    const pen = this.#pen;
    const frame = this.#frameAt(time);
    const { width, height } = pen.canvas;
    pen.resetTransform();
    pen.globalAlpha = 1;
    pen.drawImage(this.#ground, 0, 0, width, height);
    pen.drawImage(this.#there.get(frame.stage), 0, 0, width, height);
    const scene = document.getElementById("scene");
    pen.save();
    pen.beginPath();
    pen.rect(scene.offsetLeft, scene.offsetTop, scene.offsetWidth, scene.offsetHeight);
    pen.clip();
    if (frame.veil) {
      pen.globalAlpha = frame.veil;
      pen.fillStyle = VEIL;
      pen.fillRect(0, 0, width, height);
    }
    for (const part of frame.cards) this.#drawPart(part);
    pen.restore();
    for (const part of frame.flying) this.#drawPart(part);
    this.#signs.forEach((sign, place) => this.#drawSign(sign, place, time));
    pen.resetTransform();
    pen.globalAlpha = 1;
  }

  #drawPart({ number, matrix, opacity, turn }) {
    const pen = this.#pen;
    const { room, width } = this.#take.parts[number];
    pen.setTransform(matrix);
    pen.globalAlpha = opacity;
    // a turning card becomes narrow about its middle
    pen.translate(width / 2, 0);
    pen.scale(turn, 1);
    pen.drawImage(this.#parts[number], -width / 2 - room, -room);
  }

  // Draw a reaction, which rises from its player's crest and fades.
  #drawSign({ picture, from, to }, place, time) {
    const part = (time - this.#take.saidAt - SIGN_LATER_MS - place * SIGNS_APART_MS) / SIGN_MS;
    if (part < 0 || part > 1) return;
    const way = 1 - (1 - Math.min(1, part / 0.2)) ** 3;
    const fades = Math.max(0, (part - 0.75) / 0.25);
    const size = SIGN_PX * (0.2 + 0.8 * way);
    const [x, y] = [from.x + (to.x - from.x) * way, from.y + (to.y - from.y) * way - 46 * fades];
    this.#pen.resetTransform();
    this.#pen.globalAlpha = Math.min(1, 0.4 + way) * (1 - fades);
    this.#pen.drawImage(picture, x - size / 2, y - size / 2, size, size);
  }

  async #loadSign(snapshots, sign) {
    const place = this.#signs.length;
    const box = boxOf(sign, this.#stage);
    const picture = await develop(snapshots.part(sign, box));
    const crest = document.querySelector(`#seat-${sign.dataset.seat} .crest`) ?? document.getElementById("clip-line");
    const { left, top, width } = boxOf(crest, this.#stage);
    const scene = document.getElementById("scene");
    const x = scene.offsetWidth * (0.5 + place % 4) / 4;
    const y = scene.offsetTop + scene.offsetHeight * (place < 4 ? 0.72 : 0.52);
    return { picture, from: { x: left + width / 2, y: top }, to: { x, y } };
  }

  #frameAt(time) {
    const { frames } = this.#take;
    let [low, high] = [0, frames.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (frames[middle].time <= time) low = middle;
      else high = middle - 1;
    }
    return frames[low];
  }

  // Load this picture of the stage and the next ones, and drop those before: each takes six megabytes.
  #fetch(stage) {
    for (const number of this.#coming.keys()) {
      if (number < stage || number > stage + AHEAD) {
        this.#coming.delete(number);
        this.#there.delete(number);
      }
    }
    for (let number = stage; number <= Math.min(stage + AHEAD, this.#take.stages.length - 1); number++) {
      if (this.#coming.has(number)) continue;
      this.#coming.set(number, develop(this.#take.stages[number]).then(picture => {
        if (this.#coming.has(number)) this.#there.set(number, picture);
      }));
    }
  }
}
