"""Secrecy of notifications: none holds anything hidden.

It covers whole games of every game, every way to notify, and every byte."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.rooms import commands as c
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.live.process import Maker
from tests.notifications.offices import LATER_MS, Office, an_office, phone
from tests.notifications.receivers import BASE, Browser, hook, mail
from tests.rooms.builders import JOIN_KEY, NAMES, WATCH_KEY, game_of, holder
from tests.secrecy.test_canaries import contains, list_secrets
from tests.whole import whole

REVEALS = whole(12, 6)
DAYS: dict[str, Any] = {"clock": {"mode": "gentle", "per_ask": 24 * 3600}, "watchers": "public"}
"""Options of a game over days: its notifications report the last reveal."""


def texts(office: Office, browsers: dict[str, Browser]) -> Iterator[str]:
    """Yield everything sent since the last call, decrypted, with every header."""
    for got in office.http.got:
        body = browsers[got.path].read(got.body) if got.path in browsers else got.json
        yield f"{got.path} {got.headers} {body}"
    for to, message in office.smtp.got:
        yield f"{to} {message.items()} {message.get_content()}"
    office.http.got.clear()
    office.smtp.got.clear()


def nudging(target: Seat) -> Maker:
    """Return the request to nudge that seat."""
    return lambda seat: c.Nudge(seat, target)


def find_forbidden(text: str, room: Room) -> list[str]:
    """Return the forbidden parts of the text. The public learns no more than a player."""
    keys = {JOIN_KEY: "the key for joining", WATCH_KEY: "the key for watching"}
    return [what for word, what in (list_secrets(room, None) | keys).items() if contains(text, word)]


@pytest.mark.parametrize("options", [{}, DAYS], ids=["an evening", "days"])
@pytest.mark.parametrize("tell", ["who", "nothing"])
def test_no_call_holds_anything_hidden(game: str, tell: str, options: dict[str, Any]) -> None:
    async def plays() -> int:
        rng, looked = random.Random(f"{game} {tell}"), 0
        async with an_office(game, tell=tell, **options) as office:
            browsers = {}
            for name in NAMES[:2]:
                browser, address = phone(office, name, f"/push/{name}")
                browsers[f"/push/{name}"] = browser
                await office.knows(address)
            await office.knows(mail(holder(NAMES[2]), "carla@example.org"), hook(office.http.url("/hook")))
            for _ in range(REVEALS):
                room = await office.house.room()
                if room.phase != "playing":
                    break
                await office.send_due(LATER_MS)
                play = game_of(room)
                asked = list(play.asks)
                if len(asked) > 1:
                    await office.house.asks(NAMES[asked[0]], nudging(asked[1]))
                    await office.send_due(61_000)
                for text in texts(office, browsers):
                    assert find_forbidden(text, room) == [], text
                    looked += 1
                for seat in asked:
                    choices = play.asks[seat].choices
                    await office.house.seals(NAMES[seat], play.game.text(rng.choice(choices)))
                    await office.send_due()
                    for text in texts(office, browsers):
                        assert find_forbidden(text, await office.house.room()) == [], text
                        looked += 1
        return looked

    assert asyncio.run(plays()) > REVEALS


def test_the_search_finds_what_is_there(game: str) -> None:
    async def looks() -> None:
        async with an_office(game) as office:
            room = await office.house.room()
            word = next(iter(list_secrets(room, None)))
            assert find_forbidden(f"POST {BASE} {word} and more", room)
            assert find_forbidden(JOIN_KEY, room) == ["the key for joining"]

    asyncio.run(looks())


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_public_notifications_do_not_depend_on_lifted_or_hidden_cards(game: str, tell: str) -> None:
    """The same evening with another secret of a player gives the chat the same bytes."""

    async def collect_sealed(*, is_lifted: bool) -> list[bytes]:
        async with an_office(game, tell=tell) as office:
            await office.knows(hook(office.http.url("/hook")))
            await office.house.seals("Ben")
            if is_lifted:
                ask = (await office.house.play()).ask
                await office.house.expect_done("Ben", lambda seat: c.Lift(seat, ask))
            await office.send_due(LATER_MS)
            return [got.body for got in office.http.got]

    async def collect_unsealed() -> list[bytes]:
        async with an_office(game, tell=tell) as office:
            await office.knows(hook(office.http.url("/hook")))
            await office.send_due(LATER_MS)
            return [got.body for got in office.http.got]

    sealed = asyncio.run(collect_sealed(is_lifted=False))
    assert len(sealed) == 1
    assert asyncio.run(collect_sealed(is_lifted=True)) == sealed
    assert (asyncio.run(collect_unsealed()) == sealed) is (tell != "who")
