"""Bot that fails: its room continues, also after a restart."""

import io
from random import Random
from typing import Any

import pytest

from app import logs
from app.live.host.bot_choices import choose_immediately
from app.rooms import commands as c
from app.rooms.events import ChoiceSealed
from app.rooms.model.room import Room
from engine.core.asks import Ask
from engine.core.seats import Seat
from engine.registry import find
from tests.journal.memory_store import MemoryStore
from tests.known import lacks
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House
from tests.records.evenings import plays, sit
from tests.registering import register
from tests.rooms.builders import AT_ONCE, BEN, a_game, begin, game_of
from tests.rooms.evening import Evening

SECRET = "the hand is A1468"


class Stumbling:
    """Bot that always fails, with its view in the error's text."""

    def choose(self, view: Any, ask: Ask[Any], rng: Random) -> Any:
        """Fail with an error."""
        raise RuntimeError(f"{SECRET} {view}")


class Dreaming:
    """Bot that makes a choice of no game here."""

    def choose(self, view: Any, ask: Ask[Any], rng: Random) -> Any:
        """Return a choice of another game."""
        return SECRET


class Cheating:
    """Bot that makes a choice of another ask."""

    def choose(self, view: Any, ask: Ask[Any], rng: Random) -> Any:
        """Return a choice of the game that this ask does not allow."""
        return CHEATED[-1]


CHEATED: list[Any] = []
FAULTY = (Stumbling, Dreaming, Cheating)


@pytest.fixture
def log() -> io.StringIO:
    """Captured log."""
    lines = io.StringIO()
    logs.set_up("debug", lines)
    return lines


def faulty(monkeypatch: pytest.MonkeyPatch, game: str, kind: type) -> None:
    """Install such a bot for the game."""
    register(monkeypatch, find(game), bots={"normal": kind()})


def find_illegal_choice(room: Room) -> Any:
    """Return a choice of the game that the present ask does not allow."""
    play, evening = game_of(room), Evening(room.game.key, **AT_ONCE)
    sit(evening, "Ben")
    assert evening.does(begin(game=room.game.key))
    plays(evening, Random(3), reveals=20)
    texts = (entry.event.choice for entry in evening.entries if isinstance(entry.event, ChoiceSealed))
    for choice in map(play.game.parse, texts):
        if choice not in play.asks[BEN]:
            return choice
    lacks(room.game.key, "every choice there is can be made at once")


@run_without_waiting
async def test_room_with_a_failing_bot_continues_even_after_a_restart(
    monkeypatch: pytest.MonkeyPatch, game: str, log: io.StringIO
) -> None:
    faulty(monkeypatch, game, Stumbling)
    store, clock = MemoryStore(), WallClock()
    house = House(store, clock)
    await house.manager.start()
    await house.opens(1, bots=2, game=game, bot_pace=0)
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "normal"))
    began = (await house.room()).version
    for _ in range(2):
        ear = await house.joins("Ada")
        before = (await house.room()).asks_so_far
        while (await house.room()).asks_so_far < before + 3 and (await house.room()).phase == "playing":
            await ear.wait_for_change()
        await house.manager.close()
        house = House(store, clock)
        await house.manager.start()
    assert (await house.room()).version > began
    assert "bot failed" in log.getvalue()
    assert "room failed" not in log.getvalue()
    assert SECRET not in log.getvalue()
    await house.manager.close()


@pytest.mark.parametrize("kind", FAULTY)
def test_what_a_faulty_bot_would_choose_is_the_default(
    monkeypatch: pytest.MonkeyPatch, game: str, kind: type, log: io.StringIO
) -> None:
    CHEATED.append(find_illegal_choice(a_game(1, bots=1, game=game)))
    faulty(monkeypatch, game, kind)
    room = a_game(1, bots=1, game=game)
    play = game_of(room)
    assert choose_immediately(room, BEN).choice == play.game.text(play.asks[BEN].default)
    assert "bot " in log.getvalue()
    assert SECRET not in log.getvalue()


def test_who_is_not_asked_has_no_choice(game: str) -> None:
    with pytest.raises(ValueError, match="nobody is asked"):
        choose_immediately(a_game(2, game=game), Seat(4))
