// The coach: fetches its tips whenever the prompt changes and shows them one by one on a card over the table.
import { loadSheet } from "../page/load.js";
import { freeSpot } from "./free_spot.js";
import { Kept } from "./kept.js";
import { light, partsOf } from "./light.js";

const MOST = 3;
const SEALING = "sealing";
const dock = document.getElementById("dock");
const caller = document.querySelector("[data-coach]");
const phase = () => document.getElementById("phase").dataset;
const form = () => document.querySelector("#prompt [data-seal]");

class Coach {
  #box = null;
  #sheet = null;
  #kept = null;
  #moment = "";
  #tips = [];
  // heard phases (for tips with a key) and heard tips (for others): each prompt shows one keyed tip per phase
  #heard = new Set();
  #count = 0;
  #now = null;
  #isDue = false;

  constructor() {
    document.addEventListener("signet:shown", () => this.look());
    document.addEventListener("signet:coach", () => this.#call());
    document.addEventListener("change", event => event.target.closest?.("#prompt") && this.#say());
    new MutationObserver(() => this.#now && this.#lieSoon()).observe(dock, { childList: true, subtree: true });
    this.look();
  }

  // Fetch the tips if the prompt has changed, and update the card.
  async look() {
    const { phase: at, reveal, ask } = phase();
    const moment = at === "playing" ? `${reveal} ${ask}` : "";
    if (moment === this.#moment) return this.#say();
    this.#leave();
    this.#moment = moment;
    this.#tips = [];
    this.#heard.clear();
    this.#count = 0;
    this.#say();
    if (!moment) return;
    this.#sheet ??= loadSheet(new URL("../../css/coach.css", import.meta.url).pathname);
    const [section] = await Promise.all([fetchHint(), this.#sheet]);
    // tips for a later prompt wait until the film has brought the page there
    if (!section || moment !== this.#moment || `${section.dataset.reveal} ${section.dataset.ask}` !== moment) return;
    this.#put(section);
    this.#say();
  }

  #put(section) {
    if (!this.#box) {
      this.#box = section;
      this.#kept = new Kept(section.dataset.game);
      dock.append(section);
      section.addEventListener("click", event => this.#clicked(event.target));
      addEventListener("resize", () => this.#lieSoon());
    } else {
      Object.assign(this.#box.dataset, { table: section.dataset.table });
      this.#box.toggleAttribute("data-over", "over" in section.dataset);
    }
    const { table } = section.dataset;
    this.#kept.at(table, "lesson" in section.dataset);
    if (caller.dataset.jsCalled) this.#call();
    this.#tips = [...section.querySelectorAll(".coach-tips > li")];
  }

  #clicked(part) {
    if (part.closest("[data-next]")) {
      this.#leave();
      this.#say();
      // keep the focus in the coach
      if (this.#box.querySelector("[data-next]").hidden) this.#box.querySelector("[data-fold]").focus();
    } else if (part.closest("[data-fold]")) {
      this.#leave();
      this.#kept.mode = "off";
      this.#say();
      this.#box.querySelector("[data-unfold]").focus();
    } else if (part.closest("[data-unfold]")) {
      this.#call();
    }
  }

  // Show the coach again at the player's request.
  #call() {
    if (!this.#kept) return;
    delete caller.dataset.jsCalled;
    this.#kept.mode = "on";
    this.#heard.clear();
    this.#count = 0;
    this.#say();
  }

  get #isOpen() {
    const { mode } = this.#kept;
    if (mode) return mode === "on";
    const { table, over } = this.#box.dataset;
    const isAsked = this.#kept.isFirst(table) || "always" in caller.dataset;
    return isAsked && (over === undefined || this.#tips.some(tip => "late" in tip.dataset && this.#isNew(tip)));
  }

  #isNew(tip) {
    const { key, phase: at } = tip.dataset;
    return key ? !this.#kept.has(key) && !this.#heard.has(at) : !this.#heard.has(tip);
  }

  // Most tips per prompt. There is no limit if a tip announces the end of the coaching: all others come before it.
  get #most() {
    return this.#tips.some(tip => "ends" in tip.dataset) ? Infinity : MOST;
  }

  // Return the tips that are due, the next first. Once a card is picked, tips about sealing come first, and the limit
  // does not count for them. Of the tips with a key, only the first of each phase is due.
  #next() {
    const isEnough = this.#count >= this.#most;
    const isPicked = form()?.querySelector("input:checked:not([type=hidden])") && !form().dataset.sealed;
    const isOver = !this.#kept.mode && "over" in this.#box.dataset;
    const due = this.#tips.filter(
      tip => this.#isNew(tip)
        && (tip.dataset.phase === SEALING ? isPicked : !isEnough)
        && (!isOver || "late" in tip.dataset),
    );
    const seen = new Set();
    const once = due.filter(({ dataset: { key, phase: at } }) => !key || (!seen.has(at) && seen.add(at)));
    return isPicked ? once.sort((a, b) => (b.dataset.phase === SEALING) - (a.dataset.phase === SEALING)) : once;
  }

  #say() {
    if (!this.#box) return;
    const isSealed = Boolean(form()?.dataset.sealed);
    const isOpen = this.#isOpen;
    const due = isOpen && !isSealed ? this.#next() : [];
    // a tip about sealing replaces any other as soon as a card is picked
    const goesFirst = due[0]?.dataset.phase === SEALING && this.#now !== due[0];
    if (goesFirst) this.#leave();
    const tip = due[0] ?? null;
    const isLast = Boolean(tip && "last" in tip.dataset);
    const hasMore = due.length > 1 && this.#count + 1 < this.#most && !isLast;
    if (isSealed) this.#leave();
    this.#box.hidden = !this.#moment || (isOpen && !tip) || (!isOpen && !this.#isNear);
    this.#box.classList.toggle("is-folded", !isOpen);
    this.#box.querySelector("[data-next]").hidden = !hasMore;
    this.#box.querySelector(".coach-tools > a").hidden = !isLast;
    if (tip !== this.#now && tip) {
      this.#box.querySelector(".coach-says").replaceChildren(...[...tip.childNodes].map(each => each.cloneNode(true)));
    }
    this.#now = tip;
    this.#lieSoon();
  }

  // Place the card once per frame, just before the browser computes the layout: measuring forces a layout.
  #lieSoon() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => this.#lie());
  }

  // True if the folded card stays visible: in the device's first game, or after the player folded it.
  get #isNear() {
    return this.#kept.isFirst(this.#box.dataset.table) || this.#kept.mode === "off";
  }

  // Highlight what the tip is about, and move the card to where it covers as little of it as possible.
  #lie() {
    this.#isDue = false;
    const spots = this.#now?.dataset.spots ?? "";
    const { style } = this.#box;
    for (const side of ["left", "top"]) style.removeProperty(side);
    if (!this.#box.hidden && this.#now) {
      const { left, top } = freeSpot(this.#box, partsOf(spots));
      style.setProperty("left", `${left}px`);
      style.setProperty("top", `${top}px`);
    }
    light(spots, this.#now ? this.#box.getBoundingClientRect() : null);
  }

  // Mark the shown tip as heard.
  #leave() {
    if (!this.#now) return;
    const { key, phase: at } = this.#now.dataset;
    if (key) {
      this.#kept.add(key);
      this.#heard.add(at);
    } else {
      this.#heard.add(this.#now);
    }
    this.#count += 1;
    this.#now = null;
  }
}

async function fetchHint() {
  const path = document.querySelector("[data-live]").dataset.live.replace("/live?", "/part/coach?");
  try {
    const answer = await fetch(path, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("coach");
  } catch {
    return null;
  }
}

new Coach();
