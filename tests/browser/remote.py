"""Players without a page, for tests that look at one page alone: they sit at its table by the protocol.

A page of theirs would cost as much as the one that is looked at."""

import random
import time
from collections.abc import Sequence
from typing import Any

import httpx2
from playwright.sync_api import expect

from engine import registry
from engine.core.plain import Plain
from tests.browser.conftest import MakePlayer
from tests.browser.cookies import device_cookie
from tests.browser.tables import AT_ONCE, as_sent
from tools.player import Player

UNTIL_ASKED_S, LOOK_S = 60.0, 0.02


class RemotePlayer:
    """A seat at a table, held by its token."""

    def __init__(self, room_url: str, token: str, rng: random.Random) -> None:
        self.token = token
        self._room_url = room_url
        self._rng = rng

    @property
    def is_asked(self) -> bool:
        """Whether something is to be chosen and is not sealed yet."""
        return self._open_ask() is not None

    def choose(self) -> None:
        """Wait until something is to be chosen, and seal a choice."""
        until = time.monotonic() + UNTIL_ASKED_S
        while (ask := self._open_ask()) is None:
            assert time.monotonic() < until, "nothing is asked"
            time.sleep(LOOK_S)
        self.do(do="seal", ask=ask["ask"], choice=self._rng.choice(ask["choices"]))

    def do(self, **command: Plain) -> None:
        """Send a command, which must be accepted."""
        _fetch("POST", f"{self._room_url}/commands", command, self.token)

    def _open_ask(self) -> dict[str, Any] | None:
        ask: dict[str, Any] | None = self._view()["ask"]
        return None if ask is None or ask["sealed"] is not None else ask

    def _view(self) -> dict[str, Any]:
        return _fetch("GET", self._room_url, None, self.token)


def table_with_remote(
    person: MakePlayer,
    *others: str,
    bots: int = 0,
    game: str = "",
    settings: dict[str, object] | None = None,
    **options: str | bool,
) -> tuple[Player, list[RemotePlayer]]:
    """Ada at a table whose game has begun, with her page open, and the others there, who have none."""
    (player,), remote = mixed_table(person, ["Ada"], others, bots=bots, game=game, settings=settings, **options)
    return player, remote


def mixed_table(
    person: MakePlayer,
    names: Sequence[str],
    others: Sequence[str],
    *,
    bots: int = 0,
    game: str = "",
    settings: dict[str, object] | None = None,
    **options: str | bool,
) -> tuple[list[Player], list[RemotePlayer]]:
    """The same with several pages: of those players, the first of whom is the host."""
    players = [person(name, **(settings or {})) for name in names]
    api, rng = f"{players[0].url}/api/rooms", random.Random(7)
    sent: dict[str, Plain] = as_sent(AT_ONCE | options)
    opened = _fetch("POST", api, {"name": names[0], "game": game or next(iter(registry.GAMES)), "options": sent})
    room = f"{api}/{opened['room']}"
    seats = [opened, *(_fetch("POST", f"{room}/seats", {"name": name}) for name in (*names[1:], *others))]
    seated = [RemotePlayer(room, each["token"], rng) for each in seats]
    for seat in range(len(seated), len(seated) + bots):
        seated[0].do(do="bot", seat=seat, level="easy")
    seated[0].do(do="begin")
    for player, holder in zip(players, seated, strict=False):
        player.context.add_cookies([{"name": device_cookie(player.url), "value": holder.token, "url": player.url}])
        player.page.goto(f"{player.url}/r/{opened['room']}")
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
        player.wait_for_game()
    return players, seated[len(players) :]


def _fetch(method: str, url: str, said: dict[str, Plain] | None, token: str = "") -> dict[str, Any]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    # no https here: to read whom the world trusts costs more than all else that is asked
    answer = httpx2.request(method, url, json=said, headers=headers, timeout=20, verify=False)
    assert answer.is_success, answer.text
    return dict(answer.json())
