// Clear the passphrase after a file was saved, and say where the file is. The file goes to the downloads and the page
// stays.
document.addEventListener("submit", event => {
  const { target: form } = event;
  if (!form.matches("[data-saves]")) return;
  // reset after the browser has read the fields
  setTimeout(() => {
    form.reset();
    const said = document.getElementById("saved-says");
    said.hidden = false;
    said.textContent = said.dataset.says;
  });
});
