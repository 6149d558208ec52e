// The system's own sheet for sharing, where there is one: a style shows its buttons.
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
      // put away again, which is nobody's fault
    }
  });
}
