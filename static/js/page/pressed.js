// The key that an event of the keyboard means: a letter by what is written on it; on a layout without Latin letters by
// its place. Autofill sends events without a key, and whoever composes a letter from several presses none of ours.
const PLACE = /^Key([A-Z])$/;
const COMPOSING = 229;

export function pressed(event) {
  const { key, code = "" } = event;
  if (!key || event.isComposing || event.keyCode === COMPOSING) return "";
  if (key.length > 1 || /[\x20-\x7e]/.test(key)) return key;
  return /\p{L}/u.test(key) ? (PLACE.exec(code)?.[1].toLowerCase() ?? "") : "";
}
