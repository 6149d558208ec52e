"""Evenings with a point: each drives a table to where a clock could go wrong, in either game. The watch sees to the
rest: it is asked after every step."""

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


def clock(mode: str, per_ask: int = 30, bank: int = 0) -> dict[str, Plain]:
    return {"mode": mode, "per_ask": per_ask, "bank": bank}


async def a_table(game: str, mode: str, per_ask: int = 30, bank: int = 0, processes: int = 1, grace: int = 0) -> Table:
    """Ada, Ben and Carla, three seconds into their game."""
    table = Table()
    await table.opens(game, 3, 0, processes, clock=clock(mode, per_ask, bank), grace=grace)
    return table


def moments(table: Table, kind: type[e.Event]) -> list[float]:
    """When events of that kind came."""
    return [at for at, _ in table.came(kind)]


def ran_out(table: Table) -> list[tuple[float, Seat]]:
    return [(at, event.seat) for at, event in table.came(e.RanOut) if isinstance(event, e.RanOut)]


def played(table: Table) -> list[tuple[float, Seat]]:
    """What the clock played."""
    sealed = [(at, event) for at, event in table.came(e.ChoiceSealed) if isinstance(event, e.ChoiceSealed)]
    return [(at, event.seat) for at, event in sealed if event.by == "clock"]


async def nothing_without_a_clock(game: str) -> None:
    table = await a_table(game, "off")
    await table.passes(HOUR)
    await table.restarts(DAYS, is_kill=True)
    assert not moments(table, e.OutageCredited) + moments(table, e.RanOut) + moments(table, e.ChoiceSealed)


async def hard_zero_plays_for_who_is_missing(game: str) -> None:
    table = await a_table(game, "hard")
    await table.seals(ADA, 0)
    await table.passes(29.9 - 2 * SETTLED_S)
    assert not played(table)
    await table.passes(1)
    assert played(table)[:2] == [(30, BEN), (30, CARLA)]
    assert moments(table, e.Revealed)[0] == 30


async def gentle_zero_is_said_once_and_time_given_is_for_the_time_to_come(game: str) -> None:
    table = await a_table(game, "gentle")
    await table.seals(ADA, 0)
    await table.passes(10 * 60)
    assert ran_out(table) == [(30, BEN), (30, CARLA)]
    given = table.seconds
    await table.gives_time(ADA, BEN, 60)
    await table.passes(2 * 60)
    assert ran_out(table)[2:] == [(given + 60, BEN)]
    assert table.play.ask == 1


async def a_stand_in_has_no_clock_and_who_comes_back_has_theirs(game: str) -> None:
    table = await a_table(game, "gentle", grace=10)
    await table.passes(40)
    await table.hands_over(ADA, BEN)
    await table.passes(2)
    assert table.play.sealed[BEN].by == "bot"
    await table.stands_in(BEN, is_bot=False)
    await table.lifts(0)
    await table.seals(BEN, 1)
    assert table.play.sealed[BEN].by == "seat"
    assert [seat for _, seat in ran_out(table)] == [ADA, BEN, CARLA]


async def banks_stop_at_the_seal_and_a_change_is_charged(game: str) -> None:
    table = await a_table(game, "hard", per_ask=10, bank=60)
    await table.passes(17)
    await table.seals(ADA, 0)
    await table.seals(BEN, 0)
    await table.passes(7)
    await table.seals(BEN, 1)
    await table.passes(7)
    await table.seals(CARLA, 0)
    assert table.play.ask == 2
    assert [60_000 - bank for bank in table.play.banks] == [13_000, 23_000, 33_000]


async def changing_costs_no_more_than_there_is(game: str) -> None:
    table = await a_table(game, "gentle", per_ask=5, bank=5)
    await table.seals(ADA, 0)
    await table.passes(60)
    await table.seals(ADA, 1)
    await table.all_seal(missing=9)
    assert table.play.banks[ADA] == 0


async def rest_gives_the_time_of_rest_back_and_no_more(game: str) -> None:
    table = await a_table(game, "hard")
    await table.rests(BEN)
    await table.passes(24 * HOUR / 4)
    assert not played(table)
    await table.rests(CARLA)
    rested = table.seconds - 3
    await table.passes(40)
    assert played(table)[0] == (30 + rested, ADA)


async def rest_and_second_thoughts_in_the_grace_pause(game: str) -> None:
    table = await a_table(game, "hard", grace=10)
    await table.all_seal(missing=9)
    await table.rests(ADA)
    await table.passes(60)
    await table.rests(ADA)
    await table.seals(BEN, 1)
    await table.lifts(0)
    await table.passes(4)
    assert table.play.ask == 1
    await table.passes(4)
    assert moments(table, e.RevealHeld) == [3 + 60 + SETTLED_S + 10]
    await table.seals(ADA, 0)
    again = table.seconds
    await table.passes(10)
    assert moments(table, e.Revealed) == [again + 10]


async def a_lifted_card_is_told_of_only_when_it_holds_the_reveal(game: str) -> None:
    table = await a_table(game, "gentle", grace=2)
    await table.seals(ADA, 0)
    await table.lifts(0)
    await table.passes(60)
    assert ran_out(table) == [(30, BEN), (30, CARLA)]
    await table.all_seal(missing=ADA)
    await table.settles()
    assert ran_out(table)[-1] == (moments(table, e.RevealHeld)[0], ADA)


async def a_deadline_and_a_grace_pause_outlive_a_restart(game: str) -> None:
    table = await a_table(game, "hard", grace=4)
    await table.seals(ADA, 0)
    await table.restarts(7, is_kill=False)
    await table.passes(2)
    await table.restarts(7, is_kill=True)
    await table.passes(4)
    assert not moments(table, e.OutageCredited)
    assert played(table)[:2] == [(30, BEN), (30, CARLA)]
    assert moments(table, e.AllSealed)[0] == 30
    await table.restarts(7, is_kill=True)
    assert table.play.ask == 2


async def an_outage_is_given_back_once(game: str) -> None:
    table = await a_table(game, "hard")
    await table.passes(7)
    await table.restarts(HOUR, is_kill=True)
    await table.restarts(3, is_kill=True)
    (credit,) = [event for _, event in table.came(e.OutageCredited) if isinstance(event, e.OutageCredited)]
    assert 0 <= credit.span - OUTAGE_EXTRA_MS - HOUR * 1000 <= (BEAT_S + 1) * 1000
    await table.passes(90)
    assert played(table)[0] == (30 + credit.span / 1000, ADA)


async def an_outage_in_the_grace_pause_moves_the_reveal(game: str) -> None:
    table = await a_table(game, "hard", grace=10)
    await table.all_seal(missing=9)
    await table.restarts(HOUR, is_kill=True)
    assert table.play.ask == 1
    await table.passes(30)
    assert moments(table, e.Revealed)[0] >= 13 + HOUR + OUTAGE_EXTRA_MS / 1000


async def a_machine_that_slept_gives_the_night_back(game: str) -> None:
    table = await a_table(game, "hard")
    await table.passes(7)
    await table.sleeps(8 * 3600)
    assert len(moments(table, e.OutageCredited)) == 1
    assert not played(table)


async def clock_and_pace_are_set_anew_in_the_middle(game: str) -> None:
    table = await a_table(game, "gentle")
    await table.seals(ADA, 0)
    await table.passes(10)
    await table.sets(clock=clock("hard", 20, 10), grace=4)
    await table.passes(20)
    assert not played(table) + ran_out(table)
    await table.sets(clock=clock("hard", DAYS, 0), bot_pace=0)
    await table.passes(300)
    assert not played(table) + ran_out(table)
    await table.sets(clock=clock("off"))
    await table.passes(30)
    await table.sets(clock=clock("hard", 10), grace=2)
    assert table.play.sealed.keys() == {ADA}
    last = table.seconds
    await table.passes(12)
    assert played(table)[:2] == [(last + 10, BEN), (last + 10, CARLA)]
    assert moments(table, e.Revealed)[0] == last + 12


async def who_drops_or_is_away_has_the_same_time(game: str) -> None:
    table = await a_table(game, "hard")
    for seat in (ADA, BEN):
        await table.connects(seat)
    await table.goes_away(BEN, is_away=True)
    await table.passes(6)
    await table.drops()
    await table.passes(6)
    await table.goes_away(BEN, is_away=False)
    await table.connects(BEN)
    await table.passes(20)
    assert played(table)[:3] == [(30, ADA), (30, BEN), (30, CARLA)]


async def without_hints_another_process_takes_over(game: str) -> None:
    table = await a_table(game, "hard", grace=10, processes=2)
    await table.loses_one()
    await table.passes(30)
    assert played(table)[0][1] == ADA
    assert played(table)[0][0] <= 30 + SETTLED_S
    await table.settles()
    await table.loses_one()
    await table.passes(10)
    assert len(moments(table, e.Revealed)) >= 1


async def a_bot_waits_for_no_claim_of_a_dead_process_longer_than_it_lasts(game: str) -> None:
    table = await a_table(game, "off", processes=2)
    await table.stands_in(ADA, is_bot=True)
    first = ask = table.play.ask
    while ask == first or ADA not in table.play.missing():
        await table.all_seal(missing=9)
        if table.play.ask == ask:
            await table.settles()
        ask = table.play.ask
    await table.restarts(0, is_kill=True)
    await table.settles()
    assert table.play.ask > ask or ADA not in table.play.missing()


async def over_days_a_night_without_a_server_costs_nobody_a_day(game: str) -> None:
    table = await a_table(game, "hard", per_ask=DAYS)
    for _ in range(3):
        await table.passes(60)
        await table.restarts(DAYS, is_kill=True)
    assert not played(table)
    await table.asks_as(BEN, lambda seat: c.MakePlan(seat, table.play.ask, ()))
    await table.all_seal(missing=9)
    assert table.play.ask == 2


async def time_is_given_before_zero_too(game: str) -> None:
    table = await a_table(game, "hard")
    await table.gives_time(ADA, CARLA, 60)
    await table.passes(40)
    assert [seat for _, seat in played(table)] == [ADA, BEN]
    await table.passes(60)
    assert (90, CARLA) in played(table)


async def a_rematch_has_full_banks(game: str) -> None:
    table = await a_table(game, "hard", per_ask=0, bank=60)
    await table.passes(20)
    await table.all_seal(missing=9)
    assert max(table.play.banks) < 60_000
    for seat in (ADA, BEN):
        await table.asks_as(seat, lambda seat: c.Vote(seat, "end", True, "5e" * 32, None))
    await table.passes(20)
    await table.plays_again()
    assert table.play.banks == (Millis(60_000),) * 3
    await table.passes(60)
    assert played(table)


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
    who_drops_or_is_away_has_the_same_time,
    without_hints_another_process_takes_over,
    a_bot_waits_for_no_claim_of_a_dead_process_longer_than_it_lasts,
    over_days_a_night_without_a_server_costs_nobody_a_day,
    time_is_given_before_zero_too,
    a_rematch_has_full_banks,
)
