// Connects the notification switch on the page of contacts. It works like the switch in a room's settings.
import { choose, setting } from "../settings/settings.js";
import { settle } from "./switch.js";

const field = document.querySelector("[data-setting=notices]");
const [, table] = location.pathname.match(/\/r\/([^/]+)\//);

function fill() {
  field.checked = setting("notices") === "on";
}

field.addEventListener("change", () => choose("notices", field.checked ? "on" : "off"));
document.addEventListener("signet:settings", event => {
  fill();
  if (event.detail === "notices") settle(table);
});
document.documentElement.classList.add("js");
fill();
