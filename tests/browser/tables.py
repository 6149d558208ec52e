"""Tables for the tests of pages: who sits there, and that the game has begun; and how it is played to its end."""

import os

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.posed import end, go, seat
from tools.player import Player, play

FIRST_ROUNDS = int(os.environ.get("SIGNET_PAGE_ROUNDS", "3"))
"""So many rounds of a game are played on pages until its end begins."""

AT_ONCE = {"grace": "0", "bot_pace": "0"}
"""Options that let nobody wait."""


def table(
    person: MakePlayer,
    *names: str,
    phone: str = "",
    bots: int = 0,
    url: str | None = None,
    game: str = "",
    settings: dict[str, object] | None = None,
    **options: str | bool,
) -> list[Player]:
    """Players at a table whose game has begun.

    ``phone`` names the one with a small page; ``game`` is the key of the game, the first one's if empty; ``settings``
    are those of everybody's browser context."""
    host = person(names[0], url, **(settings or {}))
    link = host.open_room(game, **(AT_ONCE | options))
    guests = []
    for name in names[1:]:
        small = {"viewport": PHONE, "has_touch": True} if name == phone else {}
        guests.append(person(name, url, **((settings or {}) | small)))
        guests[-1].sit_down(link)
    for _ in range(bots):
        host.seat_bot()
    host.begin()
    for guest in guests:
        guest.wait_for_game()
    return [host, *guests]


def to_the_end(players: list[Player], game: str, name: str) -> None:
    """The players play the first rounds of their game, and then the last ones at the table of that name, where they
    have sat all evening. If the first rounds are all there are, they stay where they are."""
    play(players, rounds=FIRST_ROUNDS)
    if players[0].phase != "finished":
        at_the_end(players, game, name)
        play(players)


def at_the_end(players: list[Player], game: str, name: str) -> None:
    """The players sit at the table of that name, shortly before its end."""
    for player in players:
        go(seat(player, player.name), end(game, name))
        player.wait_for_game()
