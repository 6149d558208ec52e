"""Game below a sub-path in Firefox and WebKit, beside another program."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.engines.browser import Browser
from tests.engines.engines import ENGINES, may_lose_its_driver
from tests.engines.player import OPENED, STATUS, Person
from tests.engines.test_games import OFFLINE
from tests.proxied.sub_path import BELOW, SharedName, share_name

LINK = "() => document.getElementById('join-link')?.value"
RELOAD = "() => { globalThis.isOld = true; setTimeout(() => location.reload(), 100); }"
"""Script that loads the page again, once it has returned.

The old page still answers for a while."""
WORKER = """() => {
    const { controller } = navigator.serviceWorker;
    return controller && new URL(controller.scriptURL).pathname;
}"""
NEIGHBOUR = """() => {
    globalThis.asking ??= fetch("/").then(answer => answer.text()).then(text => { globalThis.said = text; });
    return globalThis.said;
}"""
IS_KEPT = f"""() => {{
    caches.match('{BELOW}/offline', {{ ignoreSearch: true }}).then(found => {{ globalThis.isKept = Boolean(found); }});
    return globalThis.isKept;
}}"""


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[SharedName]:
    with share_name(tmp_path) as made:
        yield made


@pytest.fixture(params=ENGINES)
def open_browser(request: pytest.FixtureRequest) -> Iterator[Callable[[], Browser]]:
    """Factory of browsers of one engine, each with a profile of its own."""
    with ExitStack() as ending:

        def make() -> Browser:
            browser = ENGINES[request.param]()
            ending.callback(browser.close)
            return browser

        yield make


@may_lose_its_driver
@pytest.mark.slow("two browsers play beside the Chromium of all other tests")
def test_game_below_a_path_is_played_by_clicks(open_browser: Callable[[], Browser], shared: SharedName) -> None:
    ada, ben = Person(open_browser()), Person(open_browser())
    ada.browser.open(f"{shared.url}/")
    ada.write("input[name=name]", "Ada")
    ada.press(".box-buttons button.main")
    ada.wait(STATUS, "live")
    link = ada.browser.run(LINK)
    assert link.startswith(f"{shared.url}/r/")
    ben.browser.open(link)
    ben.write("input[name=name]", "Ben")
    ben.press(".letter button.main")
    ben.wait(STATUS, "live")
    ada.press(".start-button:enabled")
    for person in (ada, ben):
        person.choose()
    for person in (ada, ben):
        assert person.wait(OPENED)
        person.browser.run(RELOAD)
        person.wait("() => !globalThis.isOld")
        person.wait(STATUS, "live")
        assert person.wait(OPENED)
        assert person.wait(WORKER) == f"{BELOW}/worker.js"
    assert [ada.browser.problems, ben.browser.problems] == [[], []]
    assert "Neighbour" in ben.wait(NEIGHBOUR)
    assert shared.asked
    assert not [cookies for _, cookies in shared.asked if "signet" in cookies]
    ada.wait(IS_KEPT)
    shared.stop_proxy()
    ada.browser.run(RELOAD)
    assert ada.wait(OFFLINE) == "No connection"
