// Return the key that a keyboard event means. A letter is identified by its character; on a layout without Latin
// letters, by its position. Return "" for autofill, which sends events without a key, and during input method
// composition.
const PLACE = /^Key([A-Z])$/;
const COMPOSING = 229;

export function pressed(event) {
  const { key, code = "" } = event;
  if (!key || event.isComposing || event.keyCode === COMPOSING) return "";
  if (key.length > 1 || /[\x20-\x7e]/.test(key)) return key;
  return /\p{L}/u.test(key) ? (PLACE.exec(code)?.[1].toLowerCase() ?? "") : "";
}
