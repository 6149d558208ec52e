// Before anything is drawn: the look and the movement this device chose.
for (const [name, plain] of [["look", "system"], ["motion", "on"]]) {
  let value = plain;
  try {
    value = localStorage.getItem(`signet-${name}`) ?? plain;
  } catch {
    // private windows may refuse
  }
  if (value !== plain) document.documentElement.dataset[name] = value;
}
// A language that is chosen is used at once. The button beside it is for pages without scripts.
document.documentElement.classList.add("speaks-at-once");
document.addEventListener("change", event => event.target.closest(".language select")?.form.submit());
// Another tab has forgotten whoever played here: what this one still shows is nobody's any more.
addEventListener("storage", event => {
  // the page that says so hears of it as well
  if (event.key === null && location.pathname !== "/forget") location.reload();
});
