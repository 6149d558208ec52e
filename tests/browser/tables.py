"""Tables for the tests of pages: who sits there, and that the game has begun; and how it is played to its end."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import httpx2
from playwright.sync_api import expect

from engine import registry
from engine.core.plain import Plain
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.cookies import device_cookie
from tests.browser.posed import end, go, seat
from tools.player import Player, play

T = TypeVar("T")

FIRST_CHOICES = 4
"""After so many choices of all together pages go to the end of the game."""

ARE_WHOLE = os.environ.get("SIGNET_WHOLE_PAGES", "0") != "0"
"""Whether games on pages are played through, and not only begun and ended."""

ONE_GAME = tuple(registry.GAMES)[: len(registry.GAMES) if ARE_WHOLE else 1]
"""All games with ``SIGNET_WHOLE_PAGES``, else the first: for what is the same in all of them."""

AT_ONCE = {"grace": "0", "bot_pace": "0"}
"""Options that let nobody wait."""


def of(whole: T, daily: T) -> T:
    """How much is tried: the whole of it with ``SIGNET_WHOLE_PAGES``, else what is tried every day."""
    return whole if ARE_WHOLE else daily


def first_choices() -> int:
    """After how many choices the end of the game is gone to."""
    return of(10_000, FIRST_CHOICES)


def table(
    person: MakePlayer,
    *names: str,
    phone: str = "",
    away: Sequence[str] = (),
    bots: int = 0,
    url: str | None = None,
    game: str = "",
    settings: dict[str, object] | None = None,
    **options: str | bool,
) -> list[Player]:
    """Players at a table whose game has begun, each with its page open.

    Nobody clicks the way there: the table is made as programs make it. ``phone`` names the one with a small page;
    ``away`` are those who sit there without any; ``game`` is the key of the game, the first one's if empty;
    ``settings`` are those of everybody's browser context. Where nothing may move there are no films, unless the
    settings have a ``film``."""
    players = []
    for name in names:
        small = {"viewport": PHONE, "has_touch": True} if name == phone else {}
        still = {} if "reduced_motion" in (settings or {}) else {"film": "none"}
        players.append(person(name, url, **(still | (settings or {}) | small)))
    opened: dict[str, Plain] = {"game": game or next(iter(registry.GAMES)), "options": as_sent(AT_ONCE | options)}
    with httpx2.Client(base_url=players[0].url) as client:
        room, host = _seated(client, "/api/rooms", players[0].name, opened)
        _keep_token(players[0], host)
        for guest in players[1:]:
            _keep_token(guest, _seated(client, f"/api/rooms/{room}/seats", guest.name, {})[1])
        for name in away:
            _seated(client, f"/api/rooms/{room}/seats", name, {})
        taken = len(names) + len(away)
        for seat in range(taken, taken + bots):
            _does(client, room, host, {"do": "bot", "seat": seat, "level": "normal"})
        _does(client, room, host, {"do": "begin"})
    for player in players:
        player.page.goto(f"{player.url}/r/{room}")
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
        player.wait_for_game()
    return players


def _seated(client: httpx2.Client, path: str, name: str, said: dict[str, Plain]) -> tuple[str, str]:
    """Takes a seat. The room and the seat's token."""
    answer = client.post(path, json={"name": name, **said})
    assert answer.status_code == 201, answer.text
    got = answer.json()
    return got["room"], got["token"]


def _keep_token(player: Player, token: str) -> None:
    """Gives a seat to the player's browser."""
    player.context.add_cookies([{"name": device_cookie(player.url), "value": token, "url": player.url}])


def _does(client: httpx2.Client, room: str, token: str, command: dict[str, Plain]) -> None:
    headers = {"authorization": f"Bearer {token}"}
    answer = client.post(f"/api/rooms/{room}/commands", json=command, headers=headers)
    assert answer.status_code == 200, answer.text


def as_sent(options: Mapping[str, str | bool]) -> dict[str, Plain]:
    """The options as the protocol has them, from what is put into the fields of the lobby."""
    sent: dict[str, Any] = {}
    for key, value in options.items():
        group, _, name = key.rpartition(".")
        if key == "clock" and not value:
            # no name: its fields say what it is
            continue
        is_number = isinstance(value, str) and value.isdigit()
        (sent.setdefault(group, {}) if group else sent)[name] = int(value) if is_number else value
    return sent


def to_the_end(players: list[Player], game: str, name: str) -> None:
    """The players make the first choices of their game, and then the last ones at the table of that name, where they
    have sat all evening. If the game is over by then, they stay where they are."""
    play(players, choices=first_choices())
    if players[0].phase != "finished":
        at_the_end(players, game, name)
        play(players)


def at_the_end(players: list[Player], game: str, name: str) -> None:
    """The players sit at the table of that name, shortly before its end."""
    for player in players:
        go(seat(player, player.name), end(game, name))
        player.wait_for_game()
