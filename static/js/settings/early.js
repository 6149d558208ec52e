// Applies this device's look, motion and hand settings before the page is drawn, and checks the browser. Its syntax is
// that of 2018: a browser that cannot parse this script could not show that it is too old.
for (const [name, plain] of [["look", "system"], ["motion", "on"], ["hand", "off"]]) {
  let value = plain;
  try {
    value = localStorage.getItem(`signet-${name}`) || plain;
  } catch {
    // private windows may refuse local storage
  }
  if (value !== plain) document.documentElement.dataset[name] = value;
}
// A hand of a shared device is shown only after its own button on the curtain was pressed in this tab.
function guardHand() {
  // a link for another device is shown once, also where no hand is open
  const found = location.pathname.match(/^(.*\/r\/)(\w+)(~\d+)(?=\/|$)(?!\/return-link)/);
  let open = "";
  try {
    open = found ? sessionStorage.getItem("signet-open") : "";
  } catch {
    return;
  }
  if (!found || open === found[2] + found[3]) return;
  document.documentElement.hidden = true;
  location.replace(`${found[1]}${found[2]}/hands`);
}
guardHand();
addEventListener("pageshow", event => event.persisted && guardHand());
// Submit a newly selected language at once. The button next to it is for pages without scripts.
document.documentElement.classList.add("speaks-at-once");
document.addEventListener("change", event => {
  if (event.target.matches(".language select")) event.target.form.submit();
});
// Another tab has deleted this browser's data: this page shows a player that no longer exists.
addEventListener("storage", event => {
  // the page that reports the deletion gets this event as well
  if (event.key === "signet-forget" && !location.pathname.endsWith("/forget")) location.reload();
});
// Show a warning before the user acts if the browser lacks cookies or features. It would lose its seat without
// cookies, and would not show the table without the features.
document.addEventListener("DOMContentLoaded", () => {
  const lacks = !keepsCookies() ? "storage" : !isNew() ? "browser" : "nothing";
  for (const said of document.querySelectorAll(`[data-lacks=${lacks}]`)) said.hidden = false;
});
// Return true if the browser can draw our pages, run their scripts, and poll the table without sockets.
function isNew() {
  return "popover" in HTMLElement.prototype && "noModule" in HTMLScriptElement.prototype &&
    "fetch" in window && "AbortSignal" in window && "timeout" in AbortSignal &&
    CSS.supports("selector(:has(a))") && CSS.supports("color", "light-dark(#000, #fff)");
}
// Return true if the browser stores cookies. It tries one, because some browsers that block cookies claim otherwise.
function keepsCookies() {
  const pair = `signet-try-${location.port || 80}=yes`;
  document.cookie = `${pair}; samesite=lax`;
  const keeps = document.cookie.includes(pair);
  document.cookie = `${pair}; samesite=lax; max-age=0`;
  return keeps;
}
