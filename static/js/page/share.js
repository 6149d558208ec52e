// The system's own sheet for sharing, where there is one: a style shows its buttons.
export function watchShare() {
  if (!navigator.share) return;
  document.documentElement.classList.add("can-share");
  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    const { share, title } = button.dataset;
    try {
      await navigator.share({ title, url: document.getElementById(share).value });
    } catch {
      // put away again, which is nobody's fault
    }
  });
}
