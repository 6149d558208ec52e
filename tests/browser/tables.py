"""Tables for the tests of pages: who sits there, and that the game has begun; and how it is played to its end."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from playwright.sync_api import expect

from engine import registry
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.cookies import device_cookie
from tests.browser.posed import end, go, seat
from tests.browser.remote import RemotePlayer, sit_down
from tests.whole import whole
from tools.player import Player, play

FIRST_CHOICES = 4
"""After so many choices of all together pages go to the end of the game."""

ONE_GAME = tuple(registry.GAMES)[: whole(len(registry.GAMES), 1)]
"""All games with ``SIGNET_WHOLE``, else the first: for what is the same in all of them."""

AT_ONCE = {"grace": "0", "bot_pace": "0"}
"""Options that let nobody wait."""


def first_choices() -> int:
    """After how many choices the end of the game is gone to."""
    return whole(10_000, FIRST_CHOICES)


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
    still = {} if "reduced_motion" in (settings or {}) else {"film": "none"}
    shown = still | (settings or {})
    return mixed_table(
        person, names, away, phone=phone, bots=bots, url=url, game=game, settings=shown, options=options
    )[0]


def table_with_remote(
    person: MakePlayer,
    *others: str,
    bots: int = 0,
    game: str = "",
    settings: dict[str, object] | None = None,
    **options: str | bool,
) -> tuple[Player, list[RemotePlayer]]:
    """Ada at a table whose game has begun, with her page open, and the others there, who have none."""
    (player,), remote = mixed_table(person, ["Ada"], others, bots=bots, game=game, settings=settings, options=options)
    return player, remote


def mixed_table(
    person: MakePlayer,
    names: Sequence[str],
    others: Sequence[str],
    *,
    phone: str = "",
    bots: int = 0,
    url: str | None = None,
    game: str = "",
    settings: dict[str, object] | None = None,
    options: Mapping[str, str | bool] = MappingProxyType({}),
) -> tuple[list[Player], list[RemotePlayer]]:
    """The same with several pages: of those players, the first of whom is the host."""
    players = []
    for name in names:
        small = {"viewport": PHONE, "has_touch": True} if name == phone else {}
        players.append(person(name, url, **((settings or {}) | small)))
    key = game or next(iter(registry.GAMES))
    room, seated = sit_down(players[0].url, (*names, *others), bots, key, AT_ONCE | dict(options))
    for player, holder in zip(players, seated, strict=False):
        player.context.add_cookies([{"name": device_cookie(player.url), "value": holder.token, "url": player.url}])
        player.page.goto(f"{player.url}/r/{room}")
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
        player.wait_for_game()
    return players, seated[len(players) :]


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
