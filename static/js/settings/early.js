// Written for browsers of 2018: one that cannot read this script would not be told that it is too old.
// Before anything is drawn: the look and the movement this device chose.
for (const [name, plain] of [["look", "system"], ["motion", "on"]]) {
  let value = plain;
  try {
    value = localStorage.getItem(`signet-${name}`) || plain;
  } catch {
    // private windows may refuse
  }
  if (value !== plain) document.documentElement.dataset[name] = value;
}
// A language that is chosen is used at once. The button beside it is for pages without scripts.
document.documentElement.classList.add("speaks-at-once");
document.addEventListener("change", event => {
  if (event.target.matches(".language select")) event.target.form.submit();
});
// Another tab has forgotten whoever played here: what this one still shows is nobody's any more.
addEventListener("storage", event => {
  // the page that says so hears of it as well
  if (event.key === null && location.pathname !== "/forget") location.reload();
});
// What a browser must have, looked for before anybody acts: without it a seat is lost, or the table is not shown.
document.addEventListener("DOMContentLoaded", () => {
  const lacks = !keepsCookies() ? "storage" : !isNew() ? "browser" : "nothing";
  for (const said of document.querySelectorAll(`[data-lacks=${lacks}]`)) said.hidden = false;
});
// Whether it draws our pages, runs their scripts, and can ask the table where it has no sockets.
function isNew() {
  return "popover" in HTMLElement.prototype && "noModule" in HTMLScriptElement.prototype &&
    "fetch" in window && "AbortSignal" in window && "timeout" in AbortSignal &&
    CSS.supports("selector(:has(a))") && CSS.supports("color", "light-dark(#000, #fff)");
}
// Some browsers that block cookies say that they do not.
function keepsCookies() {
  const pair = `signet-try-${location.port || 80}=yes`;
  document.cookie = `${pair}; path=/; samesite=lax`;
  const keeps = document.cookie.includes(pair);
  document.cookie = `${pair}; path=/; samesite=lax; max-age=0`;
  return keeps;
}
