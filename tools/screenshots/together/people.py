"""People of an evening, each with a different device."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize

from tools.player import Player
from tools.screenshots.album import BrokenEveningError
from tools.served import Served
from tools.shared_tablet import TABLET, SharedTablet


@dataclass(slots=True)
class Together:
    """People of the evening, and the folder of their pictures."""

    tablet: SharedTablet
    carla: Player
    dora: Player
    emil: Player
    television: Player
    gallery: tuple[Player, Player]
    folder: Path
    moments: int = 0

    @property
    def remote(self) -> tuple[Player, ...]:
        """Players with a device of their own."""
        return (self.carla, self.dora, self.emil)

    @property
    def all(self) -> tuple[Player, ...]:
        """Everybody with a page; Ada's is the tablet."""
        return (self.tablet.player, *self.remote, self.television, *self.gallery)

    def take(self, moment: str, people: Sequence[Player] = ()) -> None:
        """Take the pages of these people, or of all."""
        self.moments += 1
        print(f"together: {self.moments:02}-{moment}", flush=True)
        for each in people or self.all:
            path = self.folder / f"{self.moments:02}-{moment}" / f"{each.name}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            each.page.screenshot(path=path)


def gather(browser: Browser, server: Served, folder: Path) -> Together:
    ada = _person(browser, server, "Ada", "en", TABLET)
    carla = _person(browser, server, "Carla", "fr", {"width": 360, "height": 740}, has_films=True)
    dora = _person(browser, server, "Dora", "de", {"width": 1440, "height": 900}, has_films=True)
    emil = _person(browser, server, "Emil", "nl", {"width": 320, "height": 568})
    television = _person(browser, server, "Television", "it", {"width": 1920, "height": 1080}, has_films=True)
    wanda = _person(browser, server, "Wanda", "it", {"width": 390, "height": 844})
    walter = _person(browser, server, "Walter", "en", {"width": 1024, "height": 768})
    return Together(SharedTablet(ada, dora), carla, dora, emil, television, (wanda, walter), folder)


def _person(
    browser: Browser, server: Served, name: str, language: str, size: ViewportSize, *, has_films: bool = False
) -> Player:
    context = browser.new_context(
        viewport=size,
        locale=language,
        has_touch=size["width"] < 1000,
        reduced_motion="no-preference" if has_films else "reduce",
        accept_downloads=True,
    )
    context.set_default_timeout(60_000)
    if not has_films:
        context.add_init_script("try { localStorage['signet-film'] ??= 'none'; } catch { /* no page yet */ }")
    return Player(context, server.url, name, random.Random(name))  # noqa: S311 - a player's whims


def send(player: Player, **fields: str | float | bool) -> None:
    """Send a command as the player's page does."""
    room = "/".join(player.page.url.split("/")[:5])
    answer = player.page.request.post(f"{room}/do", form=fields, headers={"origin": player.url.rstrip("/")})
    if not answer.ok:
        raise BrokenEveningError(f"{player.name}: {fields}: {answer.status}")
