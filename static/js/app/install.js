// The offer to put Signet on the home screen, where the browser makes it: it stands on the page until it is taken or
// declined, which this device keeps in mind.
import { keepOffline, needsApp } from "./register.js";

const KEY = "signet-install";
const box = document.getElementById("install");
let offer = null;

addEventListener("beforeinstallprompt", event => {
  // the browser's own bar would lie over the page
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
    // then for this page
  }
}
