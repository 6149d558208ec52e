"""Evening of five friends with ten devices behind one address: nothing is refused.

Default limits hold. It is played directly and through a real Caddy by the README's recipe."""

import os
import re
from collections.abc import Iterable
from typing import Any

import pytest

from app.settings.limits import Figures
from tests.proxied.caddy import run_caddy_beside
from tests.proxied.evening import GAME_S, Evening
from tests.proxied.friends import TurnedAwayError
from tests.proxied.households import Household, Way, route_directly, route_through
from tests.proxied.recipe import read_recipe
from tests.web.servers import Served, a_server
from tests.web.tables import Time

GAMES = int(os.environ.get("SIGNET_EVENING_GAMES", "1"))
STRAIGHT = int(os.environ.get("SIGNET_EVENING_GAMES", "0"))
"""Games that are played without the proxy, others through it.

`make faults` plays five, in a hundred minutes. The costliest actions come before and with the first game. In the daily
run the game is played through the proxy; without it only the part that detects low limits."""

HOME = "127.0.0.2"


async def spend_evening(served: Served, way: Way, time: Time, games: Iterable[int], *, is_whole: bool = True) -> None:
    """Spend an evening at a server.

    Raises TurnedAwayError."""
    async with Household(way, HOME) as house:
        evening = Evening(house, served, time, is_whole)
        try:
            await evening.spend(games)
        finally:
            for device in evening.devices:
                await device.leave_page()


def list_refusals(served: Served) -> list[str]:
    """Return the refusals that the server counted, except for wrong codes."""
    counted = served.dependencies.metrics.here("signet_refusals_total")
    return [of for of, times in counted.items() if times and "no_such_room" not in of]


@pytest.mark.slow("ten browsers load whole pages")
@pytest.mark.asyncio
async def test_evening_behind_one_address_meets_no_limit() -> None:
    time = Time()
    async with a_server(limits=True, clock=time.clock) as served:
        before, known = time.seconds, list_refusals(served)
        await spend_evening(served, route_directly(served.port), time, range(STRAIGHT))
        assert time.seconds - before >= STRAIGHT * GAME_S
        assert list_refusals(served) == known


@pytest.mark.slow("ten browsers load whole pages through a proxy for a game")
@pytest.mark.asyncio
async def test_evening_behind_the_readme_proxy_meets_no_limit() -> None:
    time, told = Time(), read_recipe()
    settings: dict[str, Any] = {"public_url": told.environment["SIGNET_PUBLIC_URL"]}
    settings["proxy"] = told.environment["SIGNET_PROXY"]
    async with a_server(limits=True, clock=time.clock, **settings) as served:
        known = list_refusals(served)
        async with run_caddy_beside(told.replace_port(served.port)) as caddy:
            await spend_evening(served, route_through(caddy, told.name), time, range(1, 1 + GAMES))
        assert list_refusals(served) == known


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
async def test_too_low_limits_are_detected(figure: str, was: float, what: str) -> None:
    # A refusal in a part of an evening also occurs in the whole.
    time, is_whole = Time(), not figure.startswith(("history_", "sockets_"))
    async with a_server(limits=True, clock=time.clock, figures=Figures.model_validate({figure: was})) as served:
        with pytest.raises(TurnedAwayError, match=re.escape(what)):
            await spend_evening(served, route_directly(served.port), time, range(1), is_whole=is_whole)
