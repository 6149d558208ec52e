// Connects the sheet of this device's settings. Without this script, the page does not offer the sheet.
import { choose, setting } from "./settings.js";
import { sample } from "../sounds/player.js";

const sheet = document.getElementById("settings");

function fill() {
  for (const field of sheet.querySelectorAll("[data-setting]")) {
    const value = setting(field.dataset.setting);
    if (field.type === "checkbox") field.checked = value === "on";
    else if (field.type === "range") {
      field.value = value;
      say(field);
    } else field.checked = field.value === value;
  }
}

// Write the volume beside its slider, and say it to screen readers.
function say(field) {
  const words = field.value === "0" ? field.dataset.silent : field.dataset.percent.replace("{number}", field.value);
  field.setAttribute("aria-valuetext", words);
  field.nextElementSibling.textContent = words;
}

export function watchSettings() {
  sheet.addEventListener("change", event => {
    const field = event.target.closest("[data-setting]");
    if (!field) return;
    const name = field.dataset.setting;
    choose(name, field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value);
    if (name.startsWith("sound-") && field.checked) sample(name.slice("sound-".length));
    if (name === "volume") sample("turn");
  });
  sheet.addEventListener("input", ({ target }) => target.matches("[type=range]") && say(target));
  document.addEventListener("signet:settings", fill);
  fill();
}
