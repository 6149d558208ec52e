// Offers to install Signet on the home screen if the browser supports it. The offer stays on the page until the user
// accepts or declines it, and this device remembers a refusal.
import { keepOffline, needsApp } from "./register.js";

const KEY = "signet-install";
const box = document.getElementById("install");
let offer = null;

addEventListener("beforeinstallprompt", event => {
  // the browser's own bar would cover the page
  event.preventDefault();
  offer = event;
  box.hidden = isDeclined();
});
addEventListener("appinstalled", () => { box.hidden = true; });

box.addEventListener("click", async event => {
  const button = event.target.closest("button");
  if (!button) return;
  box.hidden = true;
  if (button.hasAttribute("data-install")) await offer.prompt();
  else decline();
});

for (const note of document.querySelectorAll("[data-needs-app]")) note.hidden = !needsApp();
keepOffline();

function isDeclined() {
  try {
    return localStorage.getItem(KEY) === "no";
  } catch {
    return false;
  }
}

function decline() {
  try {
    localStorage.setItem(KEY, "no");
  } catch {
    // local storage is refused: the refusal lasts as long as the page
  }
}
