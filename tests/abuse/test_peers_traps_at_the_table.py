"""Traps around choices, time and seats, through the real room manager: one test a trap, named after it."""

import asyncio
import random

import pytest

from app.live.host.requests import Done
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.fold import step
from app.rooms.model.clocks import deadline
from app.rooms.model.ids import AskNumber
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Seat
from tests.clocks.cases import a_table, clock, moments, played, ran_out
from tests.clocks.courses import course
from tests.clocks.table import Table
from tests.known import known, lacks, least
from tests.live.hurried import hurried
from tests.live.process import House, Maker, woken
from tests.live.stores import HeldStore
from tests.rooms.builders import ADA, BEN, CARLA, CODE, JOIN_KEY, NAMES, NEW_CODE, game_of, holder

NOTHING = {"adel_verpflichtet": ("exhibit",), "edel_stein_reich": ("pass", "decline")}
"""Choices that change nothing at the table, or may not: a show that is too small, a refused bargain."""


async def opens_many(house: House, rng: random.Random, reveals: int) -> None:
    """Everybody seals at random, so many times."""
    for _ in range(reveals):
        room = await house.room()
        if room.phase != "playing":
            return
        play = game_of(room)
        for seat in tuple(play.asks):
            text = play.game.text(rng.choice(play.asks[seat].choices))
            await house.seals(NAMES[seat], text)


@pytest.mark.parametrize("seed", range(3))
@hurried
async def test_a_phase_in_which_nobody_is_needed_is_not_complete_by_itself(game: str, seed: int) -> None:
    """Where nobody owes a card, "all cards are in" is true and means nothing. A game that took it for a reason to open
    would run through its phases alone. Here every reveal has somebody who was asked, and a card from each of them;
    and the table never plays on with nobody to wait for."""
    table = await course(seed, game)
    entries = await table.store.load(table.room.code)
    room: Room | None = None
    revealed = 0
    for entry in entries:
        if isinstance(entry.event, e.Revealed):
            assert room is not None and room.play is not None
            assert room.play.asks and room.play.sealed.keys() == room.play.asks.keys()
            revealed += 1
        room = step(room, entry)
        assert room.phase not in ("playing", "paused") or (room.play is not None and room.play.asks) or is_last(entry)
    assert revealed > 0


def is_last(entry: e.Entry) -> bool:
    """Whether the game ends in the same append, one event later."""
    return isinstance(entry.event, e.Revealed)


@hurried
async def test_in_a_lobby_and_after_the_end_no_clock_opens_anything(game: str) -> None:
    """The same trap outside a game: nobody is asked in a lobby, after a game, or at a table that rests."""
    house = House()
    await house.opens(2, game=game, is_begun=False, grace=0, clock=clock("hard", 0))
    before = (await house.room()).version
    await asyncio.sleep(60)
    assert (await house.room()).version == before


@hurried
async def test_a_card_that_says_nothing_is_a_card(game: str) -> None:
    """Who decides to do nothing has decided. A table that counts "nothing" as no answer waits for them, calls them
    late and plays something else for them. Here whatever an ask offers, and what it plays by default too, counts as
    sealed: for the others, for the clock and for the reveal."""
    says_nothing = known(NOTHING, game)
    house = House()
    await house.opens(3, game=game, clock=clock("hard", 30), grace=0)
    nothings, rng = 0, random.Random(2)
    for _ in range(60):
        room = await house.room()
        if room.phase != "playing":
            break
        play = game_of(room)
        first, *others = play.asks
        offered = [play.game.text(choice) for choice in play.asks[first].choices]
        chosen = next((text for text in offered if text in says_nothing), rng.choice(offered))
        nothings += chosen in says_nothing
        assert isinstance(await house.seals(NAMES[first], chosen), Done)
        shown = view(await house.room(), None)
        if others:
            assert shown.seats[first].state == "sealed" and not shown.seats[first].ran_out
            assert deadline(await house.room(), first) is None
        for seat in others:
            await house.seals(NAMES[seat], play.game.text(rng.choice(play.asks[seat].choices)))
    assert nothings > 0
    sealed = [entry.event for entry in await house.manager.journal(CODE) if isinstance(entry.event, e.ChoiceSealed)]
    assert {event.by for event in sealed} == {"seat"}


@hurried
async def test_who_has_nothing_to_choose_pays_no_time(game: str) -> None:
    """Somebody who is not asked sits idle: a clock that ran for them all the same would use up their time, and others
    would be invited to give them more."""
    house = House()
    await house.opens(3, game=game, clock=clock("gentle", 5, 60), grace=0)
    alone = await until_one_is_asked(house)
    before = (await house.play()).banks
    await asyncio.sleep(40)
    room = await house.room()
    idle = [seat for seat in (ADA, BEN, CARLA) if seat != alone]
    assert [view(room, None).seats[seat].state for seat in idle] == ["idle", "idle"]
    assert [deadline(room, seat) for seat in idle] == [None, None]
    await asyncio.sleep(600)
    assert game_of(await house.room()).ran_out == {alone}
    await house.seals(NAMES[alone])
    after = (await house.play()).banks
    assert [after[seat] for seat in idle] == [before[seat] for seat in idle]
    assert after[alone] == 0


async def until_one_is_asked(house: House) -> Seat:
    """Play at random until a single seat decides. A test of a game in which none does is over here."""
    rng = random.Random(1)
    for _ in range(200):
        if (room := await house.room()).phase != "playing":
            lacks(room.game.key, "nobody is ever asked alone")
        asks = tuple((await house.play()).asks)
        if len(asks) == 1:
            return asks[0]
        await opens_many(house, rng, 1)
    raise AssertionError("nobody was ever asked alone")


@hurried
async def test_the_deadline_looks_at_what_lies_sealed_and_at_nothing_else(game: str) -> None:
    """Two words for one thing, "submitted" and "confirmed", and a deadline that reads the wrong one: it throws away the
    cards of who has played and not pressed another button. Here a sealed card is all there is; the last one counts."""
    table = await a_table(game, "hard", per_ask=30, grace=2)
    await table.seals(ADA, 0)
    await table.seals(ADA, 1)
    mine = table.play.sealed[ADA]
    await table.passes(28)
    assert [seat for _, seat in played(table)][:2] == [BEN, CARLA]
    cards = [
        event for _, event in table.came(e.ChoiceSealed) if isinstance(event, e.ChoiceSealed) and event.seat == ADA
    ]
    assert (cards[-1].choice, cards[-1].by) == (mine.choice, "seat")
    assert table.play.ask == 2


@hurried
async def test_an_early_reveal_leaves_later_deadlines_where_they_belong(game: str) -> None:
    """All are quick, the cards open early: the next deadline is counted from then in full, and the one of the ask that
    is over strikes nobody any more."""
    table = await a_table(game, "hard", per_ask=30)
    await table.all_seal(missing=9)
    (early,) = moments(table, e.Revealed)
    asked = next(iter(table.play.asks))
    assert deadline(table.room, asked) == table.play.opened_at + 30_000
    assert table.play.opened_at == 1_700_000_000_000 + early * 1000
    await table.passes(29.5 - 3 - (table.seconds - early))
    assert not played(table) and not ran_out(table)
    await table.passes(3)
    assert played(table)[0][0] == early + 30


@hurried
async def test_a_clock_set_anew_never_strikes_at_once_whom_it_finds_waiting(game: str) -> None:
    """A host switches the clock off and on while somebody is on the way back, and the time of who returns is gone. Here
    a clock set anew gives everybody its whole time, and in a running game it has some time to give."""
    table = await a_table(game, "gentle", per_ask=30)
    await table.seals(ADA, 0)
    await table.passes(600)
    for mode, per_ask, bank in (("off", 30, 0), ("hard", 0, 0), ("hard", 9, 0), ("gentle", 3, 5)):
        await table.sets(clock=clock(mode, per_ask, bank))
    assert table.room.options.clock.mode == "off", "less than ten seconds is no clock for a game under way"
    await table.sets(clock=clock("hard", 10))
    for seat in (BEN, CARLA):
        assert deadline(table.room, seat) == table.clock() + 10_000
    await table.passes(6.5)
    assert not played(table)
    await table.passes(1)
    assert [seat for _, seat in played(table)][:2] == [BEN, CARLA]


@hurried
async def test_deal_and_half_made_choices_come_back_with_the_game(game: str) -> None:
    """A saved game without its chance and without the cards already sealed deals other cards after a restart and asks
    those again who had chosen. Here the process dies in mid round; what it comes back to is the same to the byte, and
    so is all that the same choices lead to."""
    ends = []
    for dies in (False, True):
        house = House()
        await house.opens(3, game=game)
        await opens_many(house, random.Random(5), 6)
        play = await house.play()
        asked = tuple(play.asks)
        if not asked:
            lacks(game, "it is over within six reveals")
        await house.seals(NAMES[asked[0]], play.game.text(play.asks[asked[0]].choices[-1]))
        if dies:
            before = await house.room()
            house = House(house.store, house.clock)
            again = await house.room()
            assert again == before
            assert len(asked) == 1 or game_of(again).sealed.keys() == {asked[0]}
        for seat in asked[1:]:
            await house.seals(NAMES[seat])
        await opens_many(house, random.Random(6), 12)
        ends.append(await house.room())
    one, other = map(game_of, ends)
    assert one.game.digest(one.state) == other.game.digest(other.state)
    assert one.history == other.history


@hurried
async def test_nobody_is_told_before_it_is_written(game: str) -> None:
    """A change told first and stored afterwards is a lie whenever the store fails. Here, while the disk is busy, nobody
    wakes and nobody sees anything."""
    store = HeldStore()
    house = House(store)
    await house.opens(3, game=game, grace=1)
    ear = await house.joins("Ben")
    ask = (await house.play()).ask
    store.free.clear()
    sealing = asyncio.ensure_future(house.seals("Ada"))
    await asyncio.sleep(30)
    assert not await woken(ear)
    assert not sealing.done() and game_of(ear.room).sealed == {} and game_of(ear.room).ask == ask
    store.free.set()
    await sealing
    assert await woken(ear)


@hurried
async def test_two_processes_share_no_queue_and_lose_no_card(game: str) -> None:
    """A queue for each match, kept by one process, orders nothing as soon as there are two. Here the journal's version
    does: all seal at once through two processes, and every card counts once."""
    table = Table()
    await table.opens(game, people=4, bots=0, processes=2, grace=0)
    rng = random.Random(3)
    for _ in range(25):
        if not table.is_playing:
            break
        play = table.play
        cards = {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
        answers = await asyncio.gather(*(table.asks_as(seat, seals(seat, play.ask, cards[seat])) for seat in cards))
        assert [answer for answer in answers if not isinstance(answer, Done)] == []
    revealed = [event.ask for _, event in table.came(e.Revealed) if isinstance(event, e.Revealed)]
    assert revealed == list(range(1, len(revealed) + 1)) and len(revealed) > least(game, 10)
    sealed = [(event.ask, event.seat) for _, event in table.came(e.ChoiceSealed) if isinstance(event, e.ChoiceSealed)]
    assert len(sealed) == len(set(sealed))


def seals(seat: Seat, ask: AskNumber, text: str) -> Maker:
    """That choice, by that seat."""
    return lambda _: c.Seal(seat, ask, text)


@hurried
async def test_a_host_who_drops_comes_back_without_anybodys_leave(game: str) -> None:
    """Only the host lets people in, the host's line breaks, and nobody is there to let the host in. Here a seat is held
    by its devices: a locked table is open to who sits there, and meanwhile the next person can do what a host can."""
    house = House()
    await house.manager.start()
    await house.opens(3, game=game)
    await house.done("Ada", lambda seat: c.Lock(seat, True))
    connections = [await house.joins(name) for name in ("Ada", "Ben")]
    connections[0].close()
    await asyncio.sleep(130)
    assert (await house.room()).hosts == (BEN,)
    await house.done("Ben", lambda seat: c.ChangeJoinKey(seat, "another key", NEW_CODE))
    back = await house.joins("Ada")
    assert back.viewer == ADA
    assert isinstance(await house.seals("Ada"), Done)
    await house.done("Ben", lambda seat: c.ShareHost(seat, ADA, True))
    await house.done("Ada", lambda seat: c.Lock(seat, False))
    stranger = await house.asks(None, lambda _: c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    assert not isinstance(stranger, Done), "the old link is void"
