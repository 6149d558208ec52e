// Settings of this device, in local storage. If storage is refused, they last as long as the page.
const PLAIN = {
  look: "system",
  film: "normal",
  motion: "on",
  hand: "off",
  volume: "70",
  "sound-turn": "on",
  "sound-seal": "on",
  "sound-open": "on",
  "sound-step": "on",
  "sound-reaction": "on",
  "sound-chat": "on",
  vibration: "on",
  notices: "off",
};
const PAGE_WIDE = ["look", "motion", "hand"];
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const chosen = new Map();

export function setting(name) {
  if (chosen.has(name)) return chosen.get(name);
  try {
    return localStorage.getItem(`signet-${name}`) ?? PLAIN[name];
  } catch {
    return PLAIN[name];
  }
}

export function choose(name, value) {
  chosen.set(name, value);
  try {
    localStorage.setItem(`signet-${name}`, value);
  } catch {
    // local storage is refused: the setting lasts as long as the page
  }
  apply();
  document.dispatchEvent(new CustomEvent("signet:settings", { detail: name }));
}

// Return true if nothing may move, by the system's preference or by this device's setting.
export function isStill() {
  return reduced.matches || setting("motion") === "off";
}

function apply() {
  for (const name of PAGE_WIDE) {
    if (setting(name) === PLAIN[name]) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = setting(name);
  }
}

// another tab of this browser has changed a setting
addEventListener("storage", event => {
  if (!event.key?.startsWith("signet-")) return;
  const name = event.key.slice("signet-".length);
  chosen.delete(name);
  apply();
  document.dispatchEvent(new CustomEvent("signet:settings", { detail: name }));
});
