// Connects the sheet of this device's settings. Without this script, the page does not offer the sheet.
import { choose, setting } from "./settings.js";
import { sample } from "../page/sounds.js";

const sheet = document.getElementById("settings");

function fill() {
  for (const field of sheet.querySelectorAll("[data-setting]")) {
    const value = setting(field.dataset.setting);
    if (field.type === "checkbox") field.checked = value === "on";
    else field.checked = field.value === value;
  }
}

export function watchSettings() {
  sheet.addEventListener("change", event => {
    const field = event.target.closest("[data-setting]");
    if (!field) return;
    const name = field.dataset.setting;
    choose(name, field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value);
    if (name.startsWith("sound-") && field.checked) sample(name.slice("sound-".length));
  });
  document.addEventListener("signet:settings", fill);
  fill();
}
