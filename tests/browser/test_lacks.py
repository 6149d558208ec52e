"""One sentence on a missing browser feature, before any action.

It is on the home page, the invitation and the table."""

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
"""Missing feature, its sentence, and the script that removes the feature."""


def expect_only_sentence(page: Page, lack: str) -> None:
    """Expect that the page has this sentence alone about the browser."""
    for each in ("storage", "browser"):
        box = page.locator(f"[data-lacks={each}]")
        expect(box).to_be_visible() if each == lack else expect(box).to_be_hidden()


@pytest.mark.parametrize("name", LACKS)
def test_missing_feature_is_named_before_any_action(person: MakePlayer, name: str) -> None:
    lack, gone = LACKS[name]
    ada, ben = person(), person()
    link = ada.open_room()
    for player in (ada, ben):
        player.context.add_init_script(gone)
    ben.page.goto(ben.url)
    expect_only_sentence(ben.page, lack)
    ben.page.goto(link)
    expect_only_sentence(ben.page, lack)
    ada.page.reload()
    expect_only_sentence(ada.page, lack)
    if gone:
        for player in (ada, ben):
            # Scripts that need the missing feature fail by themselves.
            player.problems.clear()
