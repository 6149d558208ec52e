// Keyboard shortcuts: W for the players we wait for, L last round, H hand, C chat, M replay of the last film. Cards,
// buttons and fields keep the browser's own keys.
import { announce } from "./notices.js";
import { pressed } from "./pressed.js";

const GOES = { w: "waiting", l: "last_round", h: "hand", c: "chat" };

export function watchKeys(replay) {
  document.addEventListener("keydown", event => {
    const key = pressed(event).toLowerCase();
    const id = GOES[key];
    const isTyping = event.target.matches?.("input:not([type=radio], [type=checkbox]), textarea, select");
    if (!(id || key === "m") || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (key === "m") return replay();
    const goal = document.getElementById(id);
    if (!goal) return;
    event.preventDefault();
    if (goal.popover && getComputedStyle(goal).display === "none") goal.showPopover();
    if (key === "c") return document.getElementById("chat-text")?.focus();
    goal.focus();
    announce(spoken(goal));
  });
}

// Return the text that is read aloud: visible text only, without decoration, and list items separated by commas.
function spoken(goal) {
  const texts = document.createTreeWalker(goal, NodeFilter.SHOW_TEXT);
  let [said, last] = ["", null];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (parentElement.closest("[aria-hidden=true]") || !parentElement.checkVisibility({ visibilityProperty: true })) {
      continue;
    }
    const item = parentElement.closest("li");
    const isNext = data.trim() && item !== last;
    if (isNext) last = item;
    said += isNext && item ? `, ${data}` : data;
  }
  return said.replace(/\s+/g, " ").replaceAll(" ,", ",").replace(/^[, ]+/, "").trim();
}
