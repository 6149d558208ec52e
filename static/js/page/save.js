// A saved file goes to the downloads and the page stays: its passphrase is cleared, and it says where the file is.
document.addEventListener("submit", event => {
  const { target: form } = event;
  if (!form.matches("[data-saves]")) return;
  // once the browser has taken what was typed
  setTimeout(() => {
    form.reset();
    const said = document.getElementById("saved-says");
    said.hidden = false;
    said.textContent = said.dataset.says;
  });
});
