"""Mirrors made on the bots' workers: in order, cached, and patient.

They are tried again after a judge that failed."""

import asyncio
import multiprocessing
import pickle
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.live import mirrors as mirrors_module
from app.live.errors import NoMirrorError
from app.live.mirrors import AT_ONCE, MOST, Mirrors, PendingMirror, retrospect
from app.live.thinking.thinking import Thinking
from app.live.work_queue import Asker, WorkQueue
from app.rooms.mirror.mirror import Mirror
from app.rooms.mirror.moments import moments_of
from app.rooms.model.ids import RoomCode
from app.rooms.views.replay import Replay
from engine.bots.question import pack_question
from engine.core.seats import Seat
from tests.journal.test_old_games import SAMPLES
from tests.live.places import Leisurely
from tests.rooms.builders import game_of
from tests.web.replay.test_what_if import load_first_replay

GAME = load_first_replay(SAMPLES[6])
CODE = RoomCode("K7QF2M9X")
SEAT = Seat(0)
ASKER = Asker("192.0.2.1")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No delay before a retry."""
    monkeypatch.setattr(mirrors_module, "REST_S", 0.0)


@asynccontextmanager
async def some(place: Leisurely, keep: int = 8) -> AsyncIterator[Mirrors]:
    """Yield mirrors that use that place."""
    made = Mirrors(place, WorkQueue(), keep)
    try:
        yield made
    finally:
        await made.close()


async def there(mirrors: Mirrors, replay: Replay = GAME, seat: Seat = SEAT, code: RoomCode = CODE) -> Mirror:
    """Wait for the mirror. Raises NoMirrorError."""
    while isinstance(shown := mirrors.look(code, replay, seat, ASKER), PendingMirror):
        assert shown.done <= shown.of or not shown.of
        await asyncio.sleep(0.001)
    return shown


def list_asked_seats(place: Leisurely) -> Sequence[object]:
    """List the views in the questions asked."""
    return [question.view.mine.seat for question in place.asked]


@pytest.mark.asyncio
async def test_a_mirror_is_made_once_and_kept() -> None:
    place = Leisurely()
    async with some(place) as mirrors:
        assert mirrors.get_cached(CODE, 1, SEAT) is None
        shown = await there(mirrors)
        asked = len(place.asked)
        assert asked == len(moments_of(GAME, SEAT))
        assert mirrors.look(CODE, GAME, SEAT, ASKER) is shown
        assert mirrors.get_cached(CODE, 1, SEAT) is shown
        assert len(place.asked) == asked
        assert (shown.number, shown.seat) == (1, SEAT)
        assert mirrors.get_cached(CODE, 1, Seat(1)) is None


@pytest.mark.asyncio
async def test_it_is_made_of_the_players_own_views_alone() -> None:
    place = Leisurely()
    async with some(place) as mirrors:
        await there(mirrors, seat=Seat(1))
    assert set(list_asked_seats(place)) == {Seat(1)}


@pytest.mark.asyncio
async def test_the_same_game_makes_the_same_mirror() -> None:
    made = []
    for _ in range(2):
        async with some(Leisurely()) as mirrors:
            made.append(await there(mirrors))
    assert made[0] == made[1]


@pytest.mark.asyncio
async def test_it_is_made_in_the_process_in_which_bots_think() -> None:
    place = Thinking()
    mirrors = Mirrors(place, WorkQueue())
    try:
        async with some(Leisurely()) as here:
            assert await there(mirrors) == await there(here)
        assert len(multiprocessing.active_children()) == 1
    finally:
        await mirrors.close()
        await place.close()


@pytest.mark.asyncio
async def test_only_so_many_are_made_at_a_time() -> None:
    place = Leisurely(takes_s=60)
    async with some(place) as mirrors:
        for number in range(MOST):
            assert isinstance(mirrors.look(RoomCode(f"ROOM{number:04}"), GAME, SEAT, ASKER), PendingMirror)
        while place.under_way < AT_ONCE:
            await asyncio.sleep(0.001)
        assert mirrors.look(CODE, GAME, SEAT, ASKER) == PendingMirror(), "it waits"
        await asyncio.sleep(0.05)
        assert place.under_way == AT_ONCE
        mirrors.forget(RoomCode("ROOM0000"))
        assert mirrors.look(CODE, GAME, SEAT, ASKER) is mirrors.look(CODE, GAME, SEAT, ASKER), "it is being made"
    assert place.under_way == 0, "nothing is thought about when nobody wants to know any more"


@pytest.mark.asyncio
async def test_a_place_that_refuses_for_long_ends_no_mirror() -> None:
    place = Leisurely(is_full=True)
    async with some(place) as mirrors:
        making = mirrors.look(CODE, GAME, SEAT, ASKER)
        while len(place.asked) < 100:
            await asyncio.sleep(0)
        assert mirrors.look(CODE, GAME, SEAT, ASKER) is making
        place.is_full = False
        assert isinstance(await there(mirrors), Mirror)


@pytest.mark.asyncio
async def test_mirror_that_fails_raises_an_error_and_can_be_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(replay: Replay, seat: Seat) -> None:
        raise RuntimeError("a game with a fault")

    async with some(Leisurely()) as mirrors:
        with monkeypatch.context() as patched:
            patched.setattr(mirrors_module, "moments_of", broken)
            with pytest.raises(NoMirrorError):
                await there(mirrors)
        assert isinstance(await there(mirrors), Mirror)


@pytest.mark.asyncio
async def test_deleted_room_leaves_no_mirror_that_was_in_progress() -> None:
    place = Leisurely(takes_s=0.001)
    async with some(place) as mirrors:
        await check_that_a_room_that_is_gone_ends_its_mirrors(mirrors, place)


async def check_that_a_room_that_is_gone_ends_its_mirrors(
    mirrors: Mirrors, place: Leisurely, patience_s: float = 0.1
) -> None:
    assert isinstance(mirrors.look(CODE, GAME, SEAT, ASKER), PendingMirror)
    while not place.asked:
        await asyncio.sleep(0.001)
    mirrors.forget(CODE)
    asked = len(place.asked)
    assert asked < len(moments_of(GAME, SEAT))
    over = asyncio.get_running_loop().time() + patience_s
    while len(place.asked) == asked and asyncio.get_running_loop().time() < over:
        await asyncio.sleep(0.001)
    assert (len(place.asked), place.under_way) == (asked, 0)
    assert mirrors.get_cached(CODE, 1, SEAT) is None


@pytest.mark.asyncio
async def test_mirror_that_continues_after_its_room_is_deleted_is_caught() -> None:
    place = Leisurely(takes_s=0.001)
    async with some(place) as mirrors:
        vars(mirrors)["_tasks"] = Unending()
        with pytest.raises(AssertionError):
            # on a busy machine it continues late
            await check_that_a_room_that_is_gone_ends_its_mirrors(mirrors, place, patience_s=60)


class Unending(dict[object, RoomCode]):
    """Mapping that finds no tasks of a room."""

    def items(self) -> Any:
        """Return no items."""
        return ()


@pytest.mark.asyncio
async def test_mirrors_forget_the_least_recently_viewed_and_deleted_rooms() -> None:
    async with some(Leisurely(), keep=2) as mirrors:
        for seat in range(3):
            await there(mirrors, seat=Seat(seat))
        assert [mirrors.get_cached(CODE, 1, Seat(seat)) is not None for seat in range(3)] == [False, True, True]
        mirrors.forget(RoomCode("OTHER234"))
        assert mirrors.get_cached(CODE, 1, Seat(2)) is not None
        mirrors.forget(CODE)
        assert mirrors.get_cached(CODE, 1, Seat(2)) is None


@pytest.mark.asyncio
async def test_a_player_has_the_mirrors_of_their_own_games() -> None:
    room = GAME.room
    async with some(Leisurely()) as mirrors:
        for seat in (0, 1):
            await there(mirrors, seat=Seat(seat), code=room.code)
        assert [each.seat for each in mirrors.list_for_player(room, Seat(1))] == [Seat(1)]
        assert mirrors.list_for_player(room, Seat(2)) == ()


@pytest.mark.rule("A10.1", "A10.2")
def test_question_about_a_moment_contains_no_secret_of_other_players() -> None:
    """After the game, too, a question uses the player's own view of that moment."""
    play, told = game_of(GAME.room), 0
    for moment in moments_of(GAME, SEAT):
        question = retrospect(GAME, SEAT, moment)
        assert bytes.fromhex(play.seed) not in pack_question(question)
        twin = question._replace(view=GAME.game.view(moment.before, SEAT))
        assert pickle.dumps(twin) == pickle.dumps(question)
        assert question.chosen in ({}, dict(moment.choices)), "what was revealed then, and nothing of later"
        told += bool(question.chosen)
    assert told > 5
