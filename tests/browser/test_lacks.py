"""Before anybody acts the page says in one sentence that the browser lacks something: at home, invited, at a table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer

pytestmark = pytest.mark.browser

NO_CSS = """const kept = CSS.supports.bind(CSS);
  CSS.supports = (...all) => !all.join().includes("%s") && kept(...all);"""
OLD = {
    "popover": "delete HTMLElement.prototype.popover",
    "modules": "delete HTMLScriptElement.prototype.noModule",
    "fetch": "delete window.fetch",
    "signals": "delete window.AbortSignal",
    "limits": "delete AbortSignal.timeout",
    ":has()": NO_CSS % ":has",
    "light-dark()": NO_CSS % "light-dark",
}
NO_COOKIES = 'Object.defineProperty(document, "cookie", { get: () => "", set() {} })'
LACKS = {"nothing": ("nothing", "")} | {name: ("browser", gone) for name, gone in OLD.items()}
LACKS["cookies"] = ("storage", NO_COOKIES)
"""What is missing, what is said then, and the script that takes it away before the page's own."""


def says(page: Page, lack: str) -> None:
    """The page says this alone about the browser."""
    for each in ("storage", "browser"):
        box = page.locator(f"[data-lacks={each}]")
        expect(box).to_be_visible() if each == lack else expect(box).to_be_hidden()


@pytest.mark.parametrize("name", LACKS)
def test_what_is_missing_is_said_before_anybody_acts(person: MakePlayer, name: str) -> None:
    lack, gone = LACKS[name]
    ada, ben = person(), person()
    link = ada.open_room()
    for player in (ada, ben):
        player.context.add_init_script(gone)
    ben.page.goto(ben.url)
    says(ben.page, lack)
    ben.page.goto(link)
    says(ben.page, lack)
    ada.page.reload()
    says(ada.page, lack)
    if gone:
        for player in (ada, ben):
            # scripts that need what is gone fail by themselves
            player.problems.clear()
