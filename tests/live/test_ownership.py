"""Ownership of rooms: a process with connections follows and owns a room.

Any other process reads it on request."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import psycopg
import pytest

from app.journal.postgres.peers import PostgresPeers
from app.live.host.connections import RoomConnections
from app.live.host.host import RoomHost
from app.live.host.ownership import Ownership
from app.live.host.presence import Presence
from app.live.host.requests import Done
from app.live.host.subscription import Subscription
from app.rooms import commands as c
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, RoomCode, Version
from app.rooms.model.values import replace
from engine.core.asks import Ask
from engine.core.plain import Plain
from engine.core.seats import Seat
from engine.registry import find
from tests.live.peers import SOON_S, TOO_LATE_S, Blind, ContestedStore, comes_true, count_lost_races, neighbourhood
from tests.live.places import Leisurely
from tests.live.process import House
from tests.registering import register
from tests.rooms.builders import ADA, BEN, CARLA, CODE, GAME, a_game, game_of, holder

pytestmark = pytest.mark.asyncio

V0 = Version(0)
ALWAYS: Plain = {"mode": "hard", "bank": 0, "per_ask": 0.2}


class Counted(ContestedStore):
    """Store that counts its reads."""

    reads = 0

    async def load(self, room: RoomCode, after: Version = V0) -> tuple[Entry, ...]:
        """Implement Store."""
        self.reads += 1
        return await super().load(room, after)


def install_counter(house: House) -> Counted:
    """Wrap the process's store so that it counts from now on."""
    house.store.__class__ = Counted
    assert isinstance(house.store, Counted)
    return house.store


def says(line: str) -> Callable[[Seat], c.Command]:
    return lambda seat: c.Say(seat, line)


def host_of(house: House) -> RoomHost:
    host = house.manager.host(CODE)
    assert host is not None
    return host


def is_owned_by(url: str, house: House) -> Callable[[], Awaitable[bool]]:
    """Return a check whether that process owns the room."""
    peers = house.store.peers
    assert isinstance(peers, PostgresPeers)

    async def holds() -> bool:
        with psycopg.connect(url.replace("+psycopg", "")) as bare:
            return bare.execute("SELECT worker FROM minders WHERE room = %s", [CODE]).fetchall() == [(peers.id,)]

    return holds


def hears(house: House, version: Version) -> Callable[[], Awaitable[bool]]:
    """Return a check whether that process has heard of a version."""

    async def holds() -> bool:
        return host_of(house)._heard_of >= version

    return holds


async def check_a_room_nobody_listens_to_is_not_read(url: str) -> None:
    async with neighbourhood(url) as (there, here):
        await there.opens(3)
        ear = await there.joins("Ada")
        await here.room()
        store = install_counter(here)
        for line in ("one", "two", "three"):
            await there.expect_done("Ada", says(line))
        await comes_true(hears(here, ear.room.version))
        await asyncio.sleep(0.1)
        assert store.reads == 0
        assert (await here.room()).chat[-1].text == "three", "who asks is answered of the newest"
        await there.expect_done("Ada", says("four"))
        mine = await here.joins("Ben")
        assert mine.room.chat[-1].text == "four"
        await there.expect_done("Ada", says("five"))
        await comes_true(lambda: is_expected(mine.room.chat[-1].text, "five"))


async def is_expected(text: str, expected: str) -> bool:
    return text == expected


async def test_room_without_listeners_is_read_only_when_requested(fresh_postgres: str) -> None:
    await check_a_room_nobody_listens_to_is_not_read(fresh_postgres)


async def test_process_that_follows_every_room_it_served_is_caught(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ownership, "is_followed", True)
    with pytest.raises(AssertionError):
        await check_a_room_nobody_listens_to_is_not_read(fresh_postgres)


async def test_new_listener_reads_appends_hinted_while_nobody_listened(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres) as (there, here):
        await there.opens(3)
        await there.joins("Ada")
        await here.room()
        await there.expect_done("Ada", says("one"))
        await comes_true(hears(here, (await there.room()).version))
        # simulate an append between the look and the subscription
        ear = host_of(here).subscribe(None)
        await comes_true(lambda: is_expected(ear.room.chat[-1].text if ear.room.chat else "", "one"))


async def check_owner_follows_listeners(
    url: str, houses: Sequence[House], twice: Callable[[], int], within: float = SOON_S
) -> None:
    """Check who owns the clock as people come and go.

    ``twice`` counts what both processes began."""
    there, here = houses
    await there.opens(1, bots=2, clock=ALWAYS, bot_pace=0.05)
    await comes_true(is_owned_by(url, there), within)
    ear = await here.joins("Ada")
    await comes_true(is_owned_by(url, here), within)
    await goes_on_alone(ear, there, here, twice, within)
    assert host_of(there)._tick() is None
    back = await there.joins("Ada")
    ear.close()
    await comes_true(is_owned_by(url, there), within)
    await goes_on_alone(back, here, there, twice, within)


async def goes_on_alone(ear: Subscription, left: House, owner: House, twice: Callable[[], int], within: float) -> None:
    """Check that the new owner alone continues the game after the other has left."""

    async def is_handed_over() -> bool:
        return host_of(left).ownership.is_owned_elsewhere and not host_of(owner).ownership.is_owned_elsewhere

    def is_past(ask: int) -> Callable[[], Awaitable[bool]]:
        async def holds() -> bool:
            return game_of(ear.room).ask > ask

        return holds

    await comes_true(is_handed_over, within)
    # appends that the other process had begun may still come second
    await comes_true(is_past(game_of(ear.room).ask + 1), within)
    begun = twice()
    await comes_true(is_past(game_of(ear.room).ask + 3), within)
    assert twice() == begun


async def test_the_clock_is_owned_where_somebody_listens(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres) as houses:
        await check_owner_follows_listeners(fresh_postgres, houses, lambda: count_lost_races([*houses]))


async def test_bots_think_where_the_clock_is_owned_and_nowhere_else(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    normal = find(GAME).bots["normal"]
    register(monkeypatch, find(GAME), bots={"easy": normal, "normal": Pensive()})
    places = Leisurely(), Leisurely()

    def count_asked_twice() -> int:
        there, here = ({question.dice for question in place.asked} for place in places)
        return len(there & here)

    async with neighbourhood(fresh_postgres) as houses:
        for house, place in zip(houses, places, strict=True):
            house.manager._thinking = place
        await check_owner_follows_listeners(fresh_postgres, houses, count_asked_twice)
    assert all(place.asked for place in places)


class Pensive:
    """Bot that needs a worker and makes the first legal choice."""

    cheaper = "easy"

    def choose(self, view: object, ask: Ask[Any], rng: random.Random) -> Any:
        """Implement Bot."""
        return ask.choices[0]


async def test_process_that_owns_a_room_without_listeners_is_caught(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ownership, "release", lambda _: False)
    with pytest.raises(TimeoutError):
        async with neighbourhood(fresh_postgres) as houses:
            await check_owner_follows_listeners(fresh_postgres, houses, lambda: count_lost_races([*houses]), TOO_LATE_S)


async def test_a_room_whose_listeners_go_for_good_is_owned_on(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres) as (there, here):
        await there.opens(1, bots=2, clock=ALWAYS, bot_pace=0.05)
        ear = await there.joins("Ada")
        await here.room()

        async def is_owned_elsewhere() -> bool:
            return host_of(here).ownership.is_owned_elsewhere

        await comes_true(is_owned_elsewhere)
        ear.close()
        ask = game_of(await here.room()).ask

        async def is_past() -> bool:
            return game_of(host_of(there).room).ask > ask + 3

        await comes_true(is_past)


async def test_a_replica_that_is_left_to_others_is_let_go(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres) as (there, here):
        await there.opens(2, clock={"mode": "hard", "bank": 0, "per_ask": 600})
        await there.joins("Ada")
        await here.room()

        async def is_idle() -> bool:
            return host_of(here).is_idle(0)

        await comes_true(is_idle)
        assert not host_of(there).is_idle(0)


async def test_presence_keeps_arrival_order_when_a_seat_is_read_late() -> None:
    presence, room = Presence(), a_game(3)
    ben, carla = holder("Ben"), holder("Carla")
    stale = replace(room, seats=(room.seats[ADA], None, None))
    presence.see(stale, {carla}, 1.0)
    presence.see(stale, {carla, ben}, 2.0)
    presence.see(room, {carla, ben}, 3.0)
    assert presence.longest(room) == (CARLA, BEN)


class Noting(PostgresPeers):
    """Peers that record their hints."""

    def __init__(self, url: str, fresh_ms: int) -> None:
        super().__init__(url, fresh_ms)
        self.hints: list[Version] = []

    def hint(self, room: RoomCode, version: Version) -> None:
        """Implement Peers."""
        self.hints.append(version)
        super().hint(room, version)


class NotingAndBlind(Noting, Blind):
    """Peers that learn of appends by hints alone."""


def hints_of(house: House) -> list[Version]:
    assert isinstance(house.store.peers, Noting)
    return house.store.peers.hints


async def check_hints_are_given_where_somebody_listens(url: str, within: float = SOON_S) -> None:
    async with neighbourhood(url, kind=NotingAndBlind) as (there, here):
        await there.opens(3)
        await there.joins("Ada")
        await here.room()
        hints_of(there).clear()
        await there.expect_done("Ada", says("one"))
        await there.expect_done("Ada", says("two"))
        assert hints_of(there) == [], "nobody listens elsewhere"
        for name in ("Ben", None):
            ear = await here.joins(name)
            await comes_true(lambda: is_seen(there), within)
            await there.expect_done("Ada", says(f"to {name}"))
            await comes_true(partial(is_last, ear, f"to {name}"), TOO_LATE_S)
            assert len(hints_of(there)) == 2, "of what was untold when somebody came, and of what was said"
            ear.close()
            await comes_true(lambda: is_gone(there))
            hints_of(there).clear()
            await there.expect_done("Ada", says("nobody listens"))
            assert hints_of(there) == []


async def is_last(ear: Subscription, line: str) -> bool:
    return ear.room.chat[-1].text == line


async def is_seen(house: House) -> bool:
    return bool(host_of(house)._connections.elsewhere)


async def is_gone(house: House) -> bool:
    return not await is_seen(house)


async def test_hints_are_sent_where_anyone_listens_with_or_without_token(fresh_postgres: str) -> None:
    await check_hints_are_given_where_somebody_listens(fresh_postgres)


async def test_process_that_announces_only_listeners_with_tokens_is_caught(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = RoomConnections._tell

    def tells(connections: RoomConnections) -> None:
        if not connections._open or any(each.holder is not None for each in connections._open):
            told(connections)

    monkeypatch.setattr(RoomConnections, "_tell", tells)
    with pytest.raises(TimeoutError):
        await check_hints_are_given_where_somebody_listens(fresh_postgres, TOO_LATE_S)


async def check_what_was_missed_is_hinted(url: str) -> None:
    async with neighbourhood(url, kind=NotingAndBlind) as (there, here):
        await there.opens(3)
        await there.joins("Ada")
        show, shown = here.store.peers.show, asyncio.Event()

        def late(room: RoomCode, holders: frozenset[Digest]) -> None:
            if holders:
                asyncio.get_running_loop().call_later(0.3, show, room, holders)
                shown.set()

        setattr(here.store.peers, "show", late)  # noqa: B010 - mypy would have a method stay as it is
        ear = await here.joins("Ben")
        await shown.wait()
        await there.expect_done("Ada", says("meanwhile"))
        await comes_true(lambda: is_expected(ear.room.chat[-1].text if ear.room.chat else "", "meanwhile"), TOO_LATE_S)


async def test_appends_before_a_listener_was_announced_are_hinted_afterwards(fresh_postgres: str) -> None:
    await check_what_was_missed_is_hinted(fresh_postgres)


async def check_an_owner_hears(url: str, within: float = SOON_S) -> None:
    async with neighbourhood(url, kind=NotingAndBlind) as (there, here):
        await there.opens(2, bots=1, clock={"mode": "hard", "bank": 0, "per_ask": 600}, bot_pace=0.05)
        await comes_true(is_owned_by(url, there))
        await here.room()
        await comes_true(lambda: is_seen(here), within)
        assert host_of(here).ownership.is_owned_elsewhere
        for _ in range(3):
            play = await here.play()
            for name in [name for seat, name in ((ADA, "Ada"), (BEN, "Ben")) if seat in play.asks]:
                assert isinstance(await here.seals(name), Done)

            async def is_past(ask: int = play.ask) -> bool:
                return game_of(host_of(there).room).ask > ask

            await comes_true(is_past)


async def test_owner_without_listeners_receives_hints_of_remote_appends(fresh_postgres: str) -> None:
    await check_an_owner_hears(fresh_postgres)


async def test_an_owner_that_does_not_show_itself_is_caught(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def set_owner(connections: RoomConnections, is_owner: bool) -> None:
        connections.is_owner = is_owner

    monkeypatch.setattr(RoomConnections, "set_owner", set_owner)
    with pytest.raises(TimeoutError):
        await check_an_owner_hears(fresh_postgres, TOO_LATE_S)
