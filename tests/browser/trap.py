"""A browser in which everything is noted that words on a page may bring about."""

import re
from dataclasses import dataclass
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Request

from tests.browser.conftest import DESK
from tests.browser.cookies import device_cookie

KNOWN = re.compile(
    r"/|/static/[\w/.-]+|/(rooms|join|admin|push-key|worker\.js|offline|fairness|healthz)"
    r"|/r/H0ST\w+(/(do|live|part/(coach|end)|replay(/films)?|rounds|fairness|calls/hook|(join|watch)/[\w-]+(/live)?))?"
)
"""Every path that our pages themselves ask for."""

OF_ANSWERS = "the server responded with a status of"
"""What a browser itself says of an answer like 404."""

AGENT = "Mozilla/5.0 <img src=/x onerror=f()> \"'{{7*7}}"

LISTENS = """
addEventListener("securitypolicyviolation", event => broken(`${event.effectiveDirective} ${event.blockedURI}`));
document.addEventListener("signet:shown", () => { window.isShown = true; });
// a script that has failed is caught as well: there is nothing to wait for
addEventListener("error", () => { window.isShown = true; });
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
class Seen:
    """What stands on a page."""

    names: list[str]
    lines: list[str]
    strange: list[str]
    """What no page of ours is built of: elements that load others, and attributes that are programs or gadgets."""


class Trap:
    """A browser whose words call ``f`` when they run. ``secret`` is the token of its device."""

    def __init__(self, browser: Browser, url: str, secret: str = "", *, bypass_csp: bool = False) -> None:
        self.caught: list[str] = []
        self.url = url
        self._opened = {url}
        self.context = browser.new_context(
            viewport=DESK, reduced_motion="reduce", user_agent=AGENT, bypass_csp=bypass_csp
        )
        if secret:
            self.context.add_cookies([{"name": device_cookie(url), "value": secret, "url": url}])
        self.context.expose_function("f", lambda *_: self.caught.append("a script ran"))
        self.context.expose_function("broken", lambda rule: self.caught.append(f"the policy was broken: {rule}"))
        self.context.add_init_script(LISTENS)
        self.page = self.context.new_page()
        self.context.on("page", lambda _: self.caught.append("another page opened"))
        self.context.on("request", self._asked)
        self.page.on("pageerror", lambda error: self.caught.append(f"a script failed: {error}"))
        self.page.on("console", self._heard)
        self.page.on("dialog", self._asked_by_dialog)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.context.close()

    def look(self, path: str) -> Seen:
        """Opens a page, and waits until it stands as the server has sent it, over its socket too."""
        self._opened.add(self.url + path)
        self.page.goto(self.url + path)
        if self.page.locator("[data-live]").count():
            self.page.wait_for_function("() => window.isShown")
        self.settle()
        if self.page.url != self.url + path:
            self.caught.append(f"the page led to {self.page.url}")
        return Seen(**self.page.evaluate(SEEN))

    def submit(self, form: str, field: str, text: str) -> None:
        """Sends a form with that text, whatever the page itself thinks of it."""
        with self.page.expect_navigation():
            self.page.locator(form).first.evaluate(
                "(form, [field, text]) => { form.elements[field].value = text; form.submit(); }", [field, text]
            )

    def settle(self) -> None:
        """Lets run what is about to."""
        self.page.evaluate(SETTLED)

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        is_ours = f"{parts.scheme}://{parts.netloc}" == self.url and KNOWN.fullmatch(parts.path)
        if not is_ours and request.url not in self._opened:
            self.caught.append(f"a request to {request.url}")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and OF_ANSWERS not in message.text:
            self.caught.append(f"the console says: {message.text}")

    def _asked_by_dialog(self, dialog: Dialog) -> None:
        self.caught.append("a dialog opened")
        dialog.dismiss()
