"""Evenings that drive a table to where a clock could go wrong, in either game.

The watch checks everything else after every step."""

from collections.abc import Awaitable, Callable, Sequence

from app.live.heartbeat import BEAT_S, OUTAGE_EXTRA_MS
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.ids import Millis
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.clocks.courses import DAYS
from tests.clocks.table import SETTLED_S, Table

ADA, BEN, CARLA = Seat(0), Seat(1), Seat(2)
HOUR = 3_600.0


def make_clock(mode: str, per_ask: int = 30, bank: int = 0) -> dict[str, Plain]:
    return {"mode": mode, "per_ask": per_ask, "bank": bank}


async def start_table(
    game: str, mode: str, per_ask: int = 30, bank: int = 0, processes: int = 1, grace: int = 0
) -> Table:
    """Start a game of Ada, Ben and Carla, and play for three seconds."""
    table = Table()
    await table.start_game(game, 3, 0, processes, clock=make_clock(mode, per_ask, bank), grace=grace)
    return table


def list_times(table: Table, kind: type[e.Event]) -> list[float]:
    """Return the times of all events of a kind."""
    return [at for at, _ in table.list_events(kind)]


def list_expiries(table: Table) -> list[tuple[float, Seat]]:
    return [(at, event.seat) for at, event in table.list_events(e.RanOut) if isinstance(event, e.RanOut)]


def list_played(table: Table) -> list[tuple[float, Seat]]:
    """Return the clock's own choices, with time and seat."""
    sealed = [(at, event) for at, event in table.list_events(e.ChoiceSealed) if isinstance(event, e.ChoiceSealed)]
    return [(at, event.seat) for at, event in sealed if event.by == "clock"]


async def nothing_without_a_clock(game: str) -> None:
    table = await start_table(game, "off")
    await table.advance(HOUR)
    await table.restart(DAYS, is_kill=True)
    assert not list_times(table, e.OutageCredited) + list_times(table, e.RanOut) + list_times(table, e.ChoiceSealed)


async def hard_zero_plays_for_who_is_missing(game: str) -> None:
    table = await start_table(game, "hard")
    await table.seal(ADA, 0)
    await table.advance(29.9 - 2 * SETTLED_S)
    assert not list_played(table)
    await table.advance(1)
    assert list_played(table)[:2] == [(30, BEN), (30, CARLA)]
    assert list_times(table, e.Revealed)[0] == 30


async def gentle_zero_is_said_once_and_time_given_is_for_the_time_to_come(game: str) -> None:
    table = await start_table(game, "gentle")
    await table.seal(ADA, 0)
    await table.advance(10 * 60)
    assert list_expiries(table) == [(30, BEN), (30, CARLA)]
    given = table.seconds
    await table.give_time(ADA, BEN, 60)
    await table.advance(2 * 60)
    assert list_expiries(table)[2:] == [(given + 60, BEN)]
    assert table.play.ask == 1


async def a_stand_in_has_no_clock_and_who_comes_back_has_theirs(game: str) -> None:
    table = await start_table(game, "gentle", grace=10)
    await table.advance(40)
    await table.hand_over(ADA, BEN)
    await table.advance(2)
    assert table.play.sealed[BEN].by == "bot"
    await table.set_stand_in(BEN, is_bot=False)
    await table.lift(0)
    await table.seal(BEN, 1)
    assert table.play.sealed[BEN].by == "seat"
    assert [seat for _, seat in list_expiries(table)] == [ADA, BEN, CARLA]


async def banks_stop_at_the_seal_and_a_change_is_charged(game: str) -> None:
    table = await start_table(game, "hard", per_ask=10, bank=60)
    await table.advance(17)
    await table.seal(ADA, 0)
    await table.seal(BEN, 0)
    await table.advance(7)
    await table.seal(BEN, 1)
    await table.advance(7)
    await table.seal(CARLA, 0)
    assert table.play.ask == 2
    assert [60_000 - bank for bank in table.play.banks] == [13_000, 23_000, 33_000]


async def changing_costs_no_more_than_there_is(game: str) -> None:
    table = await start_table(game, "gentle", per_ask=5, bank=5)
    await table.seal(ADA, 0)
    await table.advance(60)
    await table.seal(ADA, 1)
    await table.seal_all(missing=9)
    assert table.play.banks[ADA] == 0


async def rest_gives_the_time_of_rest_back_and_no_more(game: str) -> None:
    table = await start_table(game, "hard")
    await table.toggle_pause(BEN)
    await table.advance(24 * HOUR / 4)
    assert not list_played(table)
    await table.toggle_pause(CARLA)
    rested = table.seconds - 3
    await table.advance(40)
    assert list_played(table)[0] == (30 + rested, ADA)


async def rest_and_second_thoughts_in_the_grace_pause(game: str) -> None:
    table = await start_table(game, "hard", grace=10)
    await table.seal_all(missing=9)
    await table.toggle_pause(ADA)
    await table.advance(60)
    await table.toggle_pause(ADA)
    await table.seal(BEN, 1)
    await table.lift(0)
    await table.advance(4)
    assert table.play.ask == 1
    await table.advance(4)
    assert list_times(table, e.RevealHeld) == [3 + 60 + SETTLED_S + 10]
    await table.seal(ADA, 0)
    again = table.seconds
    await table.advance(10)
    assert list_times(table, e.Revealed) == [again + 10]


async def a_lifted_card_is_told_of_only_when_it_holds_the_reveal(game: str) -> None:
    table = await start_table(game, "gentle", grace=2)
    await table.seal(ADA, 0)
    await table.lift(0)
    await table.advance(60)
    assert list_expiries(table) == [(30, BEN), (30, CARLA)]
    await table.seal_all(missing=ADA)
    await table.settle()
    assert list_expiries(table)[-1] == (list_times(table, e.RevealHeld)[0], ADA)


async def a_deadline_and_a_grace_pause_outlive_a_restart(game: str) -> None:
    table = await start_table(game, "hard", grace=4)
    await table.seal(ADA, 0)
    await table.restart(7, is_kill=False)
    await table.advance(2)
    await table.restart(7, is_kill=True)
    await table.advance(4)
    assert not list_times(table, e.OutageCredited)
    assert list_played(table)[:2] == [(30, BEN), (30, CARLA)]
    assert list_times(table, e.AllSealed)[0] == 30
    await table.restart(7, is_kill=True)
    assert table.play.ask == 2


async def an_outage_is_given_back_once(game: str) -> None:
    table = await start_table(game, "hard")
    await table.advance(7)
    await table.restart(HOUR, is_kill=True)
    await table.restart(3, is_kill=True)
    (credit,) = [event for _, event in table.list_events(e.OutageCredited) if isinstance(event, e.OutageCredited)]
    assert 0 <= credit.span - OUTAGE_EXTRA_MS - HOUR * 1000 <= (BEAT_S + 1) * 1000
    await table.advance(90)
    assert list_played(table)[0] == (30 + credit.span / 1000, ADA)


async def an_outage_in_the_grace_pause_moves_the_reveal(game: str) -> None:
    table = await start_table(game, "hard", grace=10)
    await table.seal_all(missing=9)
    await table.restart(HOUR, is_kill=True)
    assert table.play.ask == 1
    await table.advance(30)
    assert list_times(table, e.Revealed)[0] >= 13 + HOUR + OUTAGE_EXTRA_MS / 1000


async def a_machine_that_slept_gives_the_night_back(game: str) -> None:
    table = await start_table(game, "hard")
    await table.advance(7)
    await table.sleep(8 * 3600)
    assert len(list_times(table, e.OutageCredited)) == 1
    assert not list_played(table)


async def clock_and_pace_are_set_anew_in_the_middle(game: str) -> None:
    table = await start_table(game, "gentle")
    await table.seal(ADA, 0)
    await table.advance(10)
    await table.set_clock(clock=make_clock("hard", 20, 10), grace=4)
    await table.advance(20)
    assert not list_played(table) + list_expiries(table)
    await table.set_clock(clock=make_clock("hard", DAYS, 0), bot_pace=0)
    await table.advance(300)
    assert not list_played(table) + list_expiries(table)
    await table.set_clock(clock=make_clock("off"))
    await table.advance(30)
    await table.set_clock(clock=make_clock("hard", 10), grace=2)
    assert table.play.sealed.keys() == {ADA}
    last = table.seconds
    await table.advance(12)
    assert list_played(table)[:2] == [(last + 10, BEN), (last + 10, CARLA)]
    assert list_times(table, e.Revealed)[0] == last + 12


async def absence_keeps_the_same_time(game: str) -> None:
    table = await start_table(game, "hard")
    for seat in (ADA, BEN):
        await table.connect(seat)
    await table.set_away(BEN, is_away=True)
    await table.advance(6)
    await table.drop_all()
    await table.advance(6)
    await table.set_away(BEN, is_away=False)
    await table.connect(BEN)
    await table.advance(20)
    assert list_played(table)[:3] == [(30, ADA), (30, BEN), (30, CARLA)]


async def takeover_works_without_hints(game: str) -> None:
    table = await start_table(game, "hard", grace=10, processes=2)
    await table.kill_one()
    await table.advance(30)
    assert list_played(table)[0][1] == ADA
    assert list_played(table)[0][0] <= 30 + SETTLED_S
    await table.settle()
    await table.kill_one()
    await table.advance(10)
    assert len(list_times(table, e.Revealed)) >= 1


async def a_bot_waits_for_no_claim_of_a_dead_process_longer_than_it_lasts(game: str) -> None:
    table = await start_table(game, "off", processes=2)
    await table.set_stand_in(ADA, is_bot=True)
    first = ask = table.play.ask
    while ask == first or ADA not in table.play.list_missing():
        await table.seal_all(missing=9)
        if table.play.ask == ask:
            await table.settle()
        ask = table.play.ask
    await table.restart(0, is_kill=True)
    await table.settle()
    assert table.play.ask > ask or ADA not in table.play.list_missing()


async def over_days_a_night_without_a_server_costs_nobody_a_day(game: str) -> None:
    table = await start_table(game, "hard", per_ask=DAYS)
    for _ in range(3):
        await table.advance(60)
        await table.restart(DAYS, is_kill=True)
    assert not list_played(table)
    await table.command_as(BEN, lambda seat: c.MakePlan(seat, table.play.ask, ()))
    await table.seal_all(missing=9)
    assert table.play.ask == 2


async def time_is_given_before_zero_too(game: str) -> None:
    table = await start_table(game, "hard")
    await table.give_time(ADA, CARLA, 60)
    await table.advance(40)
    assert [seat for _, seat in list_played(table)] == [ADA, BEN]
    await table.advance(60)
    assert (90, CARLA) in list_played(table)


async def a_rematch_has_full_banks(game: str) -> None:
    table = await start_table(game, "hard", per_ask=0, bank=60)
    await table.advance(20)
    await table.seal_all(missing=9)
    assert max(table.play.banks) < 60_000
    for seat in (ADA, BEN):
        await table.command_as(seat, lambda seat: c.Vote(seat, "end", True, "5e" * 32, None))
    await table.advance(20)
    await table.play_again()
    assert table.play.banks == (Millis(60_000),) * 3
    await table.advance(60)
    assert list_played(table)


Case = Callable[[str], Awaitable[None]]

CASES: Sequence[Case] = (
    nothing_without_a_clock,
    hard_zero_plays_for_who_is_missing,
    gentle_zero_is_said_once_and_time_given_is_for_the_time_to_come,
    a_stand_in_has_no_clock_and_who_comes_back_has_theirs,
    banks_stop_at_the_seal_and_a_change_is_charged,
    changing_costs_no_more_than_there_is,
    rest_gives_the_time_of_rest_back_and_no_more,
    rest_and_second_thoughts_in_the_grace_pause,
    a_lifted_card_is_told_of_only_when_it_holds_the_reveal,
    a_deadline_and_a_grace_pause_outlive_a_restart,
    an_outage_is_given_back_once,
    an_outage_in_the_grace_pause_moves_the_reveal,
    a_machine_that_slept_gives_the_night_back,
    clock_and_pace_are_set_anew_in_the_middle,
    absence_keeps_the_same_time,
    takeover_works_without_hints,
    a_bot_waits_for_no_claim_of_a_dead_process_longer_than_it_lasts,
    over_days_a_night_without_a_server_costs_nobody_a_day,
    time_is_given_before_zero_too,
    a_rematch_has_full_banks,
)
