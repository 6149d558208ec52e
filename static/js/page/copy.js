// Copy buttons. The clipboard is missing on plain http in a local network: there the text is selected and copied the
// old way.
document.documentElement.classList.add("js");
document.addEventListener("click", async event => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  const was = button.textContent;
  if (was === button.dataset.done) return;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = was; }, 1600);
});
