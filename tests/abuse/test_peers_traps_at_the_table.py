"""Known mistakes around choices, time and seats, through the real room manager.

Each test covers one mistake and is named after it."""

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
from tests.clocks.cases import list_expiries, list_played, list_times, make_clock, start_table
from tests.clocks.courses import run_course
from tests.clocks.table import Table
from tests.known import get_for_game, lacks, least
from tests.live.hurried import run_without_waiting
from tests.live.process import House, Maker, woken
from tests.live.stores import HeldStore
from tests.rooms.builders import ADA, BEN, CARLA, CODE, JOIN_KEY, NAMES, NEW_CODE, game_of, holder

NOTHING = {"adel_verpflichtet": ("exhibit",), "edel_stein_reich": ("pass", "decline")}
"""Choices that have no effect at the table, or may have none.

Examples are a show that is too small and a refused bargain."""


async def play_reveals(house: House, rng: random.Random, reveals: int) -> None:
    """Seal at random for everybody until so many reveals."""
    for _ in range(reveals):
        room = await house.room()
        if room.phase != "playing":
            return
        play = game_of(room)
        for seat in tuple(play.asks):
            text = play.game.text(rng.choice(play.asks[seat].choices))
            await house.seals(NAMES[seat], text)


@pytest.mark.parametrize("seed", range(3))
@run_without_waiting
async def test_phase_without_prompts_does_not_reveal(game: str, seed: int) -> None:
    """ "All cards are in" is true when nobody owes a card.

    A game that takes it for a reason to reveal would run through its phases alone. Here every reveal has a seat with a
    prompt, and a card from each of them. The table never plays on with nobody to wait for."""
    table = await run_course(seed, game)
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
    """Return whether the game ends in the same append, one event later."""
    return isinstance(entry.event, e.Revealed)


@run_without_waiting
async def test_no_clock_reveals_outside_a_game(game: str) -> None:
    """Nobody has a prompt in a lobby, after a game or in a paused one."""
    house = House()
    await house.opens(2, game=game, is_begun=False, grace=0, clock=make_clock("hard", 0))
    before = (await house.room()).version
    await asyncio.sleep(60)
    assert (await house.room()).version == before


@run_without_waiting
async def test_empty_choice_counts_as_sealed(game: str) -> None:
    """A decision to do nothing is a decision.

    A table that counts "nothing" as no answer waits for that player, calls them late and plays something else. Here
    every choice of a prompt, also the default one, counts as sealed: for others, the clock and the reveal."""
    says_nothing = get_for_game(NOTHING, game)
    house = House()
    await house.opens(3, game=game, clock=make_clock("hard", 30), grace=0)
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


@run_without_waiting
async def test_player_without_a_prompt_pays_no_time(game: str) -> None:
    """A clock that runs for players without a prompt would use up their time.

    Others would then be invited to give them more."""
    house = House()
    await house.opens(3, game=game, clock=make_clock("gentle", 5, 60), grace=0)
    alone = await play_until_single_prompt(house)
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


async def play_until_single_prompt(house: House) -> Seat:
    """Play at random until a single seat decides.

    A game without such a prompt skips the test."""
    rng = random.Random(1)
    for _ in range(200):
        if (room := await house.room()).phase != "playing":
            lacks(room.game.key, "nobody is ever asked alone")
        asks = tuple((await house.play()).asks)
        if len(asks) == 1:
            return asks[0]
        await play_reveals(house, rng, 1)
    raise AssertionError("nobody was ever asked alone")


@run_without_waiting
async def test_deadline_looks_only_at_sealed_cards(game: str) -> None:
    """A sealed card is the only state there is; the last one counts.

    Two states such as "submitted" and "confirmed" invite a deadline that reads the wrong one. It would discard the
    cards of a player who did not press another button."""
    table = await start_table(game, "hard", per_ask=30, grace=2)
    await table.seal(ADA, 0)
    await table.seal(ADA, 1)
    mine = table.play.sealed[ADA]
    await table.advance(28)
    assert [seat for _, seat in list_played(table)][:2] == [BEN, CARLA]
    cards = [
        event
        for _, event in table.list_events(e.ChoiceSealed)
        if isinstance(event, e.ChoiceSealed) and event.seat == ADA
    ]
    assert (cards[-1].choice, cards[-1].by) == (mine.choice, "seat")
    assert table.play.ask == 2


@run_without_waiting
async def test_early_reveal_does_not_move_later_deadlines(game: str) -> None:
    """After an early reveal the next deadline counts from then, in full.

    The deadline of the finished prompt affects nobody any more."""
    table = await start_table(game, "hard", per_ask=30)
    await table.seal_all(missing=9)
    (early,) = list_times(table, e.Revealed)
    asked = next(iter(table.play.asks))
    assert deadline(table.room, asked) == table.play.opened_at + 30_000
    assert table.play.opened_at == 1_700_000_000_000 + early * 1000
    await table.advance(29.5 - 3 - (table.seconds - early))
    assert not list_played(table) and not list_expiries(table)
    await table.advance(3)
    assert list_played(table)[0][0] == early + 30


@run_without_waiting
async def test_reset_clock_gives_everybody_full_time(game: str) -> None:
    """A reset clock gives everybody its whole time, also a returning player.

    A host may switch the clock off and on meanwhile. In a running game the clock must have some time to give."""
    table = await start_table(game, "gentle", per_ask=30)
    await table.seal(ADA, 0)
    await table.advance(600)
    for mode, per_ask, bank in (("off", 30, 0), ("hard", 0, 0), ("hard", 9, 0), ("gentle", 3, 5)):
        await table.set_clock(clock=make_clock(mode, per_ask, bank))
    assert table.room.options.clock.mode == "off", "less than ten seconds is no clock for a game under way"
    await table.set_clock(clock=make_clock("hard", 10))
    for seat in (BEN, CARLA):
        assert deadline(table.room, seat) == table.clock() + 10_000
    await table.advance(6.5)
    assert not list_played(table)
    await table.advance(1)
    assert [seat for _, seat in list_played(table)][:2] == [BEN, CARLA]


@run_without_waiting
async def test_restart_restores_deal_and_sealed_cards(game: str) -> None:
    """A process that dies in mid-round comes back to the same bytes.

    A saved game without its chance and sealed cards would deal other cards and repeat prompts. Here the same choices
    also lead to the same results."""
    ends = []
    for dies in (False, True):
        house = House()
        await house.opens(3, game=game)
        await play_reveals(house, random.Random(5), 6)
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
        await play_reveals(house, random.Random(6), 12)
        ends.append(await house.room())
    one, other = map(game_of, ends)
    assert one.game.digest(one.state) == other.game.digest(other.state)
    assert one.history == other.history


@run_without_waiting
async def test_viewers_learn_only_of_written_events(game: str) -> None:
    """While the disk is busy, nobody wakes and nobody sees anything.

    An event that is shown first and stored later is false if the store fails."""
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


@run_without_waiting
async def test_two_processes_lose_no_card(game: str) -> None:
    """The journal's version orders commands of several processes.

    A queue per match in one process orders nothing once there are two. Here all seal at once through two processes,
    and every card counts once."""
    table = Table()
    await table.start_game(game, people=4, bots=0, processes=2, grace=0)
    rng = random.Random(3)
    for _ in range(25):
        if not table.is_playing:
            break
        play = table.play
        cards = {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
        answers = await asyncio.gather(
            *(table.command_as(seat, make_seal(seat, play.ask, cards[seat])) for seat in cards)
        )
        assert [answer for answer in answers if not isinstance(answer, Done)] == []
    revealed = [event.ask for _, event in table.list_events(e.Revealed) if isinstance(event, e.Revealed)]
    assert revealed == list(range(1, len(revealed) + 1)) and len(revealed) > least(game, 10)
    sealed = [
        (event.ask, event.seat) for _, event in table.list_events(e.ChoiceSealed) if isinstance(event, e.ChoiceSealed)
    ]
    assert len(sealed) == len(set(sealed))


def make_seal(seat: Seat, ask: AskNumber, text: str) -> Maker:
    """Return a maker of a seat's seal of a choice."""
    return lambda _: c.Seal(seat, ask, text)


@run_without_waiting
async def test_dropped_host_returns_without_admission(game: str) -> None:
    """A seat is held by its devices, so a locked table stays open to its players.

    If only the host admits people, nobody can admit a host whose connection broke. Meanwhile the next person can do
    what a host can."""
    house = House()
    await house.manager.start()
    await house.opens(3, game=game)
    await house.expect_done("Ada", lambda seat: c.Lock(seat, True))
    connections = [await house.joins(name) for name in ("Ada", "Ben")]
    connections[0].close()
    await asyncio.sleep(130)
    assert (await house.room()).hosts == (BEN,)
    await house.expect_done("Ben", lambda seat: c.ChangeJoinKey(seat, "another key", NEW_CODE))
    back = await house.joins("Ada")
    assert back.viewer == ADA
    assert isinstance(await house.seals("Ada"), Done)
    await house.expect_done("Ben", lambda seat: c.ShareHost(seat, ADA, True))
    await house.expect_done("Ada", lambda seat: c.Lock(seat, False))
    stranger = await house.asks(None, lambda _: c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    assert not isinstance(stranger, Done), "the old link is void"
