"""An evening of five friends with ten devices behind one address, with default limits: nothing is refused. Once
straight to the server, once through a real Caddy as the README says."""

import os
import re
from collections.abc import Iterable
from typing import Any

import pytest

from app.settings import Figures
from tests.proxied.caddy import caddy_beside
from tests.proxied.evening import GAME_S, Evening
from tests.proxied.friends import TurnedAwayError
from tests.proxied.households import Household, Way, straight, through
from tests.proxied.recipe import recipe
from tests.web.servers import Served, a_server
from tests.web.tables import Time

GAMES = int(os.environ.get("SIGNET_EVENING_GAMES", "1"))
STRAIGHT = int(os.environ.get("SIGNET_EVENING_GAMES", "0"))
"""The one kind straight, the other through the proxy; `make faults` plays five, a hundred minutes. What asks for most
comes before and with the first. Every day the game is played through the proxy, and straight as far as it takes to find
out which limits would be too low."""

HOME = "127.0.0.2"


async def spent(served: Served, way: Way, time: Time, games: Iterable[int], *, is_whole: bool = True) -> None:
    """An evening at that server. Raises TurnedAwayError."""
    async with Household(way, HOME) as house:
        evening = Evening(house, served, time, is_whole)
        try:
            await evening.spend(games)
        finally:
            for device in evening.devices:
                await device.go()


def refusals(served: Served) -> list[str]:
    """What the server counted as refused, but for codes that are nobody's."""
    counted = served.dependencies.metrics.here("signet_refusals_total")
    return [of for of, times in counted.items() if times and "no_such_room" not in of]


@pytest.mark.slow("ten browsers load whole pages")
@pytest.mark.asyncio
async def test_an_evening_behind_one_address_is_never_refused_anything() -> None:
    time = Time()
    async with a_server(limits=True, clock=time.clock) as served:
        before, known = time.seconds, refusals(served)
        await spent(served, straight(served.port), time, range(STRAIGHT))
        assert time.seconds - before >= STRAIGHT * GAME_S
        assert refusals(served) == known


@pytest.mark.slow("ten browsers load whole pages through a proxy for a game")
@pytest.mark.asyncio
async def test_an_evening_behind_the_readmes_proxy_is_never_refused_anything() -> None:
    time, told = Time(), recipe()
    settings: dict[str, Any] = {"public_url": told.environment["SIGNET_PUBLIC_URL"]}
    settings["proxy"] = told.environment["SIGNET_PROXY"]
    async with a_server(limits=True, clock=time.clock, **settings) as served:
        known = refusals(served)
        async with caddy_beside(told.behind(served.port)) as caddy:
            await spent(served, through(caddy, told.name), time, range(1, 1 + GAMES))
        assert refusals(served) == known


@pytest.mark.parametrize(
    ("figure", "was", "what"),
    [
        ("rooms_per_hour", 5, "/rooms: 429"),
        ("lessons_per_hour", 5, "/lesson: 429"),
        ("wrong_burst", 10, "a mistyped code: 429"),
        ("wrong_codes_burst", 5, "a mistyped code: 429"),
        ("requests_burst", 30, ": 429"),
        ("history_burst_seconds", 0.1, ": 429"),
        ("history_seat_burst_seconds", 0.1, ": 429"),
        ("sockets_per_address", 15, "a socket: too_fast"),
        ("sockets_per_seat", 3, "a socket: too_fast"),
    ],
)
@pytest.mark.asyncio
async def test_limits_that_refuse_a_normal_evening_are_found_out(figure: str, was: float, what: str) -> None:
    # whoever is refused something in a part of an evening is so in the whole
    time, is_whole = Time(), not figure.startswith(("history_", "sockets_"))
    async with a_server(limits=True, clock=time.clock, figures=Figures.model_validate({figure: was})) as served:
        with pytest.raises(TurnedAwayError, match=re.escape(what)):
            await spent(served, straight(served.port), time, range(1), is_whole=is_whole)
