"""Browser that records everything that text on pages may bring about."""

import re
from dataclasses import dataclass
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Request

from tests.browser.conftest import DESK
from tests.browser.cookies import get_device_cookie_name

KNOWN = re.compile(
    r"/|/static/[\w/.-]+|/(rooms|join|admin|push-key|worker\.js|offline|fairness|healthz)"
    r"|/r/H0ST\w+(/(do|live|part/(coach|end)|replay(/films)?|rounds|fairness|calls/hook|(join|watch)/[\w-]+(/live)?))?"
)
"""Every path that our pages request."""

OF_ANSWERS = "the server responded with a status of"
"""Console message of the browser itself for answers like 404."""

AGENT = "Mozilla/5.0 <img src=/x onerror=f()> \"'{{7*7}}"

LISTENS = """
addEventListener("securitypolicyviolation", event => broken(`${event.effectiveDirective} ${event.blockedURI}`));
document.addEventListener("signet:shown", () => { window.isShown = true; });
// a script that has failed is caught as well: there is nothing to wait for
for (const event of ["error", "unhandledrejection"]) addEventListener(event, () => { window.isShown = true; });
"""

SEEN = """() => {
    const loading = ["base", "iframe", "object", "embed", "math", "video", "xmp", "plaintext", "slot", "x", "x-y"];
    const isProgram = name => /^on/.test(name);
    const isStrange = each => loading.includes(each.localName) || each.getAttributeNames().some(isProgram);
    const texts = what => [...document.querySelectorAll(what)].map(each => each.textContent);
    const strange = [...document.querySelectorAll("*")].filter(isStrange).map(each => each.outerHTML.slice(0, 99));
    return { names: texts(".name"), lines: texts(".line"), strange };
}"""

SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


@dataclass(frozen=True, slots=True)
class PageContent:
    """Content of a page."""

    names: list[str]
    lines: list[str]
    strange: list[str]
    """Elements and attributes that our pages never have.

    They load others, run programs or serve as gadgets."""


class Trap:
    """Browser whose hostile texts call ``f`` if they run.

    ``secret`` is the token of its device."""

    def __init__(self, browser: Browser, url: str, secret: str = "", *, bypass_csp: bool = False) -> None:
        self.caught: list[str] = []
        self.url = url
        self._opened = {url}
        self.context = browser.new_context(
            viewport=DESK, reduced_motion="reduce", user_agent=AGENT, bypass_csp=bypass_csp
        )
        if secret:
            self.context.add_cookies([{"name": get_device_cookie_name(url), "value": secret, "url": url}])
        self.context.expose_function("f", lambda *_: self.caught.append("a script ran"))
        self.context.expose_function("broken", lambda rule: self.caught.append(f"the policy was broken: {rule}"))
        self.context.add_init_script(LISTENS)
        self.page = self.context.new_page()
        self.context.on("page", lambda _: self.caught.append("another page opened"))
        self.context.on("request", self._handle_request)
        self.page.on("pageerror", lambda error: self.caught.append(f"a script failed: {error}"))
        self.page.on("console", self._handle_message)
        self.page.on("dialog", self._handle_dialog)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.context.close()

    def look(self, path: str) -> PageContent:
        """Open a page, and wait until it is as the server sent it, also over its socket."""
        self._opened.add(self.url + path)
        self.page.goto(self.url + path)
        if self.page.locator("[data-live]").count():
            self.page.wait_for_function("() => window.isShown")
        self.settle()
        if self.page.url != self.url + path:
            self.caught.append(f"the page led to {self.page.url}")
        return PageContent(**self.page.evaluate(SEEN))

    def submit(self, form: str, field: str, text: str) -> None:
        """Send a form with a text, without the page's own validation."""
        with self.page.expect_navigation():
            self.page.locator(form).first.evaluate(
                "(form, [field, text]) => { form.elements[field].value = text; form.submit(); }", [field, text]
            )

    def settle(self) -> None:
        """Let pending scripts run."""
        self.page.evaluate(SETTLED)

    def _handle_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        is_ours = f"{parts.scheme}://{parts.netloc}" == self.url and KNOWN.fullmatch(parts.path)
        if not is_ours and request.url not in self._opened:
            self.caught.append(f"a request to {request.url}")

    def _handle_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and OF_ANSWERS not in message.text:
            self.caught.append(f"the console says: {message.text}")

    def _handle_dialog(self, dialog: Dialog) -> None:
        self.caught.append("a dialog opened")
        dialog.dismiss()
