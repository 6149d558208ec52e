// Open the system's share sheet, if there is one. A style shows the buttons for it.
export function watchSend() {
  if (!navigator.share) return;
  document.documentElement.classList.add("can-send");
  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-send]");
    if (!button) return;
    const { send, title } = button.dataset;
    try {
      await navigator.share({ title, url: document.getElementById(send).value });
    } catch {
      // the user has closed the share sheet, which is no error
    }
  });
}
