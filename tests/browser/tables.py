"""Tables for the tests of pages: players, a begun game, and play to its end."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from playwright.sync_api import expect

from engine import registry
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.cookies import get_device_cookie_name
from tests.browser.remote import RemotePlayer, start_remote_game
from tests.browser.sample_tables import get_end_pose, open_pose, seat_as
from tests.whole import whole
from tools.player import Player, play

FIRST_CHOICES = 4
"""Number of choices after which pages go to the end of the game."""

ONE_GAME = tuple(registry.GAMES)[: whole(len(registry.GAMES), 1)]
"""First game, or all with ``SIGNET_WHOLE``.

For tests of what is the same in all games."""

AT_ONCE = {"grace": "0", "bot_pace": "0"}
"""Options without any pause."""


def count_first_choices() -> int:
    """Return the number of choices before the jump to the end of the game."""
    return whole(10_000, FIRST_CHOICES)


def start_table(
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
    """Start a game and return its players, each with a page.

    The table is made by the protocol, not by clicks. ``phone`` names the player with a small page. Players in ``away``
    have none. ``game`` is the game's key, or empty for the first game. ``settings`` are those of all browser contexts.
    With reduced motion there are no films, unless the settings have a ``film``."""
    still = {} if "reduced_motion" in (settings or {}) else {"film": "none"}
    shown = still | (settings or {})
    return start_mixed_table(
        person, names, away, phone=phone, bots=bots, url=url, game=game, settings=shown, options=options
    )[0]


def start_table_with_remote(
    person: MakePlayer,
    *others: str,
    bots: int = 0,
    game: str = "",
    settings: dict[str, object] | None = None,
    **options: str | bool,
) -> tuple[Player, list[RemotePlayer]]:
    """Start a game with one page, Ada's, and remote players."""
    (player,), remote = start_mixed_table(
        person, ["Ada"], others, bots=bots, game=game, settings=settings, options=options
    )
    return player, remote


def start_mixed_table(
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
    """Start a game with several pages and remote players.

    The first of the players with pages is the host."""
    players = []
    for name in names:
        small = {"viewport": PHONE, "has_touch": True} if name == phone else {}
        players.append(person(name, url, **((settings or {}) | small)))
    key = game or next(iter(registry.GAMES))
    room, seated = start_remote_game(players[0].url, (*names, *others), bots, key, AT_ONCE | dict(options))
    for player, holder in zip(players, seated, strict=False):
        player.context.add_cookies(
            [{"name": get_device_cookie_name(player.url), "value": holder.token, "url": player.url}]
        )
        player.page.goto(f"{player.url}/r/{room}")
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
        player.wait_for_game()
    return players, seated[len(players) :]


def play_to_end(players: list[Player], game: str, name: str) -> None:
    """Play the first choices of a game, then the last ones at a posed table.

    The players have had their seats there from the start. If the game is over by then, they stay where they are."""
    play(players, choices=count_first_choices())
    if players[0].phase != "finished":
        play_end(players, game, name)
        play(players)


def play_end(players: list[Player], game: str, name: str) -> None:
    """Play the last choices at a posed table."""
    for player in players:
        open_pose(seat_as(player, player.name), get_end_pose(game, name))
        player.wait_for_game()
