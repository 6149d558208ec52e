"""Choice of a thinking bot: time of its seal, fallback to the cheaper bot."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from app.live.host import pending_bot_moves
from app.live.host.batch import Batch
from app.live.host.bot_choices import choose_immediately
from app.live.host.host import RoomHost
from app.live.host.import_check import check_import
from app.live.host.ownership import Ownership
from app.live.host.pending_bot_moves import LOOK_MS, MOST_MS, About, PendingBotMoves, _Pending
from app.live.host.requests import Done, Request
from app.rooms import commands as c
from app.rooms.commands import SealForBot
from app.rooms.events import ChoiceSealed
from app.rooms.model.clocks import bot_moves_at, next_deadline
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace as changed
from engine.core.seats import Seat
from tests.dummy.thinkers import CHEAP, DEFAULT, LEVELS, SLOW, Stumbling
from tests.dummy.throws import GAME
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.places import Leisurely
from tests.live.process import House
from tests.registering import register
from tests.rooms.builders import ADA, BEN, CODE, a_game, a_room, begin, game_of, run_commands, to_time

PACE_S = 2.0


@pytest.fixture(autouse=True)
def thinkers(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third game, with bots that think."""
    register(monkeypatch, GAME, bots=LEVELS)


async def begin_table(place: Leisurely | None, level: str = "strong", store: MemoryStore | None = None) -> House:
    """Return a table of Ada and a bot of that level that was just asked."""
    house = House(store, thinking=place)
    await house.opens(1, game=GAME.key, is_begun=False, bot_pace=PACE_S)
    await house.expect_done("Ada", lambda seat: c.SeatBot(seat, BEN, level))
    await house.expect_done("Ada", lambda _: begin(game=GAME.key))
    await house.joins("Ada")
    return house


async def seal_after(house: House, seconds: float) -> tuple[str, int]:
    """Return what the bot has sealed after so many seconds, and its delay."""
    room = await house.room()
    moment = bot_moves_at(room, BEN)
    assert moment is not None
    await asyncio.sleep(seconds)
    sealed = game_of(await house.room()).sealed[BEN]
    return sealed.choice, sealed.at - moment


def says(line: str) -> Callable[[Seat], c.Command]:
    return lambda seat: c.Say(seat, line)


@pytest.mark.parametrize("takes_s", [0.0, 0.3, 0.5 * PACE_S])
@run_without_waiting
async def test_timely_choice_is_sealed_at_its_scheduled_moment(takes_s: float) -> None:
    place = Leisurely(takes_s)
    house = await begin_table(place)
    assert await seal_after(house, 2 * PACE_S) == (SLOW, 0)
    assert len(place.asked) == 1
    assert place.outcomes == {"in time": 1}
    await house.manager.close()


async def check_that_lateness_tells_the_look_alone() -> None:
    """Check that extra requests to the room, which poll it, do not change the delay."""
    moments = set()
    for late_s in (0.01, 0.1, 0.24):
        place = Leisurely(late_s=late_s)
        house = await begin_table(place)
        moment = bot_moves_at(await house.room(), BEN)
        for line in range(round(2 * PACE_S * 50)):
            await house.expect_done("Ada", says(f"{line}"))
            await asyncio.sleep(0.02)
        sealed = game_of(await house.room()).sealed[BEN]
        assert moment is not None and sealed.choice == SLOW
        moments.add(sealed.at - moment)
        assert place.outcomes == {"late": 1}
        await house.manager.close()
    assert moments == {LOOK_MS}


@run_without_waiting
async def test_lateness_reveals_only_the_number_of_polls() -> None:
    await check_that_lateness_tells_the_look_alone()


class Impatient(PendingBotMoves):
    """Presenter for what is not there whenever the room is looked at."""

    def due(self, room: Room, now: Millis) -> Iterator[SealForBot]:
        for pending in self._pending.values():
            pending.look_at = Millis(0)
        return super().due(room, now)


@run_without_waiting
async def test_whoever_looks_at_every_turn_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.host.ownership.PendingBotMoves", Impatient)
    with pytest.raises(AssertionError):
        await check_that_lateness_tells_the_look_alone()


async def check_that_nobody_waits_for_ever_nor_in_haste() -> None:
    place, turns, decided = Leisurely(1e6), 0, RoomHost._decide_batch
    house = await begin_table(place)
    moment = bot_moves_at(await house.room(), BEN)

    def counting(host: RoomHost, requests: list[Request], is_owner: bool, now: Millis) -> Batch:
        nonlocal turns
        turns += 1
        assert turns < 30
        return decided(host, requests, is_owner, now)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RoomHost, "_decide_batch", counting)
        await asyncio.sleep(3 * PACE_S)
        assert turns < 30, "the host was too busy"
    sealed = game_of(await house.room()).sealed[BEN]
    assert moment is not None
    assert (sealed.choice, sealed.at - moment) == (CHEAP, MOST_MS)
    assert (place.outcomes, place.under_way) == ({"too long": 1}, 0)
    await house.manager.close()


@run_without_waiting
async def test_a_choice_that_does_not_come_is_the_cheaper_bots() -> None:
    await check_that_nobody_waits_for_ever_nor_in_haste()


class Hasty(Ownership):
    """Puts nothing off."""

    def _next_deadline(self, room: Room) -> Millis | None:
        return next_deadline(room)


class Trusting(PendingBotMoves):
    """Waits for ever."""

    def _poll(self, room: Room, seat: Seat, pending: _Pending, now: Millis) -> Iterator[SealForBot]:
        return super()._poll(room, seat, replace(pending, asked_at=now), now)


@pytest.mark.parametrize(("name", "mutant"), [("host.Ownership", Hasty), ("ownership.PendingBotMoves", Trusting)])
@run_without_waiting
async def test_whoever_waits_in_haste_or_for_ever_is_caught(name: str, mutant: type) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"app.live.host.{name}", mutant)
        with pytest.raises((AssertionError, KeyError)):
            await check_that_nobody_waits_for_ever_nor_in_haste()


@pytest.mark.parametrize("level", ["stumbling", "dreaming"])
@run_without_waiting
async def test_failing_bot_is_replaced_by_the_cheaper_one(level: str) -> None:
    place = Leisurely()
    house = await begin_table(place, level)
    assert await seal_after(house, 2 * PACE_S) == (CHEAP, 0)
    assert place.outcomes == {"failed": 1}
    await house.manager.close()


@run_without_waiting
async def test_refused_question_is_answered_by_the_cheaper_bot() -> None:
    place = Leisurely(is_full=True)
    house = await begin_table(place)
    assert await seal_after(house, 2 * PACE_S) == (CHEAP, 0)
    assert place.outcomes == {"refused": 1}
    await house.manager.close()


def test_where_the_cheaper_one_fails_too_it_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, GAME, bots={**LEVELS, "easy": Stumbling()})
    room = run_commands(a_room(1, game=GAME.key), c.SeatBot(ADA, BEN, "stuck"), begin(game=GAME.key))
    assert choose_immediately(room, BEN, in_haste=True).choice == DEFAULT


@pytest.mark.parametrize(("level", "chosen"), [("strong", SLOW), ("stumbling", CHEAP)])
@run_without_waiting
async def test_bot_chooses_inline_without_a_pool(level: str, chosen: str) -> None:
    house = await begin_table(None, level)
    assert await seal_after(house, 2 * PACE_S) == (chosen, 0)


def test_import_check_asks_no_slow_bot() -> None:
    """One that takes for ever would hold up whoever brings the room."""
    room = run_commands(a_room(1, game=GAME.key, bot_pace=0), c.SeatBot(ADA, BEN, "stuck"), begin(game=GAME.key))
    check_import(room, to_time(60_000))


async def check_that_what_is_out_of_date_counts_for_nothing() -> None:
    place = Leisurely(0.1)
    house = await begin_table(place)
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "strong"))
    await asyncio.sleep(0.05)
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "talking"))
    assert [question.level for question in place.asked] == ["strong", "strong", "talking"]
    assert place.dropped == 1
    # she has come back: it is not to choose for her after all
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, None))
    assert (place.dropped, place.under_way) == (2, 1)
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "easy"))
    await asyncio.sleep(2 * PACE_S)
    sealed = [entry.event for entry in await house.manager.journal(CODE) if isinstance(entry.event, ChoiceSealed)]
    assert next(event.choice for event in sealed if event.seat == ADA) == CHEAP
    await house.manager.close()


@run_without_waiting
async def test_answer_for_another_level_or_nobody_is_dropped() -> None:
    await check_that_what_is_out_of_date_counts_for_nothing()


@run_without_waiting
async def test_whoever_keeps_what_is_out_of_date_is_caught() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pending_bot_moves, "_about", lambda room, seat: (seat,))
        with pytest.raises(AssertionError):
            await check_that_what_is_out_of_date_counts_for_nothing()


@run_without_waiting
async def test_pause_leaves_pending_answers_alone() -> None:
    place = Leisurely(0.1)
    house = await begin_table(place)
    await house.expect_done("Ada", c.Pause)
    await asyncio.sleep(3_600)
    assert game_of(await house.room()).sealed == {}
    await house.expect_done("Ada", c.Resume)
    assert await seal_after(house, 2 * PACE_S) == (SLOW, 0)
    assert len(place.asked) == 1
    await house.manager.close()


@run_without_waiting
async def test_a_pace_that_is_changed_moves_the_moment() -> None:
    place = Leisurely()
    house = await begin_table(place)
    await house.expect_done("Ada", lambda seat: c.ChooseOptions(seat, {"bot_pace": PACE_S / 4}))
    assert await seal_after(house, PACE_S / 2) == (SLOW, 0)
    await house.manager.close()


async def check_that_no_look_is_waited_for_once_it_has_sealed() -> None:
    """Check that a waiting room does not reveal that a card was lifted."""
    place = Leisurely()
    house = await begin_table(place)
    await asyncio.sleep(2 * PACE_S)
    assert isinstance(await house.seals("Ada"), Done)
    room = await house.room()
    assert game_of(room).ask == 2
    await house.seals("Ada")
    await house.expect_done("Ada", lambda seat: c.Lift(seat, game_of(room).ask))
    await asyncio.sleep(2 * PACE_S)
    asked, now = len(place.asked), house.clock()
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "strong"))
    await asyncio.sleep(0.1)
    sealed = [
        (entry.at - now, entry.event.seat, entry.event.choice)
        for entry in await house.manager.journal(CODE)
        if isinstance(entry.event, ChoiceSealed)
    ]
    assert sealed[-1] == (0, ADA, CHEAP)
    assert [question for question in place.asked[asked:] if question.view.round == 2] == []
    await house.manager.close()


@run_without_waiting
async def test_a_card_that_was_taken_back_is_replaced_at_once() -> None:
    await check_that_no_look_is_waited_for_once_it_has_sealed()


@run_without_waiting
async def test_whoever_thinks_about_it_anew_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    about = pending_bot_moves._about

    def anew(room: Room, seat: Seat) -> About | None:
        play = game_of(room)
        return about(changed(room, play=changed(play, once_sealed=frozenset())), seat)

    monkeypatch.setattr(pending_bot_moves, "_about", anew)
    with pytest.raises(AssertionError):
        await check_that_no_look_is_waited_for_once_it_has_sealed()


@run_without_waiting
async def test_bot_asked_during_a_rest_thinks_after_it() -> None:
    place = Leisurely()
    house = await begin_table(place)
    await house.expect_done("Ada", c.Pause)
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "strong"))
    assert len(place.asked) == 1
    await house.expect_done("Ada", c.Resume)
    assert len(place.asked) == 2
    await house.manager.close()


@run_without_waiting
async def test_a_server_that_stops_while_a_bot_thinks_changes_nothing() -> None:
    courses = []
    for restarts in (False, True):
        store, place = MemoryStore(), Leisurely(0.4)
        house = await begin_table(place, "whimsical", store)
        await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "whimsical"))
        while (await house.room()).phase != "finished":
            await asyncio.sleep(0.3)
            if restarts and (await house.room()).asks_so_far < 4:
                await house.manager.close()
                assert place.under_way == 0
                house = House(store, house.clock, thinking=place)
                await house.manager.start()
            await asyncio.sleep(2 * PACE_S)
        entries = await house.manager.journal(CODE)
        courses.append([entry.event.choice for entry in entries if isinstance(entry.event, ChoiceSealed)])
        assert not place.outcomes.keys() & {"too long", "failed"}
        await house.manager.close()
    assert courses[0] == courses[1]
    assert len(set(courses[0])) == 3


@run_without_waiting
async def test_only_who_owns_the_room_lets_its_bots_think() -> None:
    place, room = Leisurely(1.0), a_game(1, bots=1, game=GAME.key)
    room = run_commands(room, c.SetStandIn(ADA, ADA, "strong"))
    mine = PendingBotMoves(WallClock())
    mine.place = place
    mine.look(room, False)
    assert place.asked == []
    mine.look(room, True)
    assert (len(place.asked), place.under_way) == (1, 1)
    mine.look(room, False)
    assert place.under_way == 0


@run_without_waiting
async def test_a_room_that_is_let_go_thinks_no_more() -> None:
    place = Leisurely(1.0)
    house = await begin_table(place)
    assert place.under_way == 1
    await house.manager.delete(CODE)
    assert place.under_way == 0


@run_without_waiting
async def test_failed_host_drops_its_pending_answers() -> None:
    place = Leisurely(1.0)
    house = await begin_table(place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.live.host.host.due_by_clock", lambda room, now: 1 / 0)
        await house.asks("Ada", says("hello"))
    assert place.under_way == 0
    await house.manager.close()
