"""Tables for the tests of pages: who sits there, and that the game has begun."""

from tests.browser.conftest import PHONE, MakePlayer
from tools.player import Player

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
