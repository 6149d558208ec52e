"""Any evening under a clock, whatever people and servers do: no deadline comes early, none twice, none is lost."""

import asyncio

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine.registry import GAMES
from tests.clocks.courses import DAYS, MODES, SECONDS, course
from tests.clocks.table import Table
from tests.known import size_near
from tests.live.hurried import HurriedLoop, hurried

which = st.integers(0, 4)
clocks = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(MODES),
        "bank": st.sampled_from([0, 20, 90]),
        "per_ask": st.sampled_from([0, 10, 30, DAYS]),
    }
)
graces = st.sampled_from([0, 2])

COURSES = 8
"""Evenings at random for each game: every kind of server and clock is among them."""


class AnyClock(RuleBasedStateMachine):
    """A table whose watch is asked after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=HurriedLoop)

    @initialize(
        game=st.sampled_from(sorted(GAMES)),
        people=st.integers(2, 4),
        bots=st.integers(0, 1),
        processes=st.sampled_from([1, 1, 2]),
        clock=clocks,
        grace=graces,
    )
    def opens(self, game: str, people: int, bots: int, processes: int, clock: dict[str, int | str], grace: int) -> None:
        async def opened() -> Table:
            table = Table()
            await table.opens(
                game, size_near(game, people + bots) - bots, bots, processes, clock={**clock}, grace=grace
            )
            return table

        self.table = self.runner.run(opened())

    @rule(seconds=st.sampled_from(SECONDS))
    def time_passes(self, seconds: int) -> None:
        self.runner.run(self.table.passes(seconds))

    @rule(who=which, pick=st.integers(0, 40))
    def somebody_seals_or_changes_a_card(self, who: int, pick: int) -> None:
        self.runner.run(self.table.seals(who, pick))

    @rule(missing=st.integers(0, 9))
    def everybody_seals(self, missing: int) -> None:
        self.runner.run(self.table.all_seal(missing))

    @rule(who=which)
    def somebody_thinks_again(self, who: int) -> None:
        self.runner.run(self.table.lifts(who))

    @rule(who=which)
    def the_table_rests_or_goes_on(self, who: int) -> None:
        self.runner.run(self.table.rests(who))

    @rule(who=which, to=which, seconds=st.sampled_from([5, 60]))
    def somebody_is_given_time(self, who: int, to: int, seconds: int) -> None:
        self.runner.run(self.table.gives_time(who, to, seconds))

    @rule(who=which, is_bot=st.booleans())
    def a_stand_in_comes_or_goes(self, who: int, is_bot: bool) -> None:
        self.runner.run(self.table.stands_in(who, is_bot))

    @rule(who=which, to=which)
    def somebody_late_is_replaced(self, who: int, to: int) -> None:
        self.runner.run(self.table.hands_over(who, to))

    @rule(who=which, is_away=st.booleans())
    def somebody_goes_away_or_comes_back(self, who: int, is_away: bool) -> None:
        self.runner.run(self.table.goes_away(who, is_away))

    @rule(who=which)
    def a_device_connects(self, who: int) -> None:
        self.runner.run(self.table.connects(who))

    @rule()
    def every_device_drops(self) -> None:
        self.runner.run(self.table.drops())

    @rule(clock=clocks, grace=graces)
    def the_host_sets_the_clock_anew(self, clock: dict[str, int | str], grace: int) -> None:
        self.runner.run(self.table.sets(clock={**clock}, grace=grace))

    @rule(down=st.sampled_from([0, 3, 9, 60, DAYS]), is_kill=st.booleans())
    def the_server_restarts(self, down: int, is_kill: bool) -> None:
        self.runner.run(self.table.restarts(down, is_kill))

    @rule(seconds=st.sampled_from([3, 60, DAYS]))
    def the_machine_sleeps(self, seconds: int) -> None:
        self.runner.run(self.table.sleeps(seconds))

    @precondition(lambda self: len(self.table.houses) > 1)
    @rule()
    def one_process_dies(self) -> None:
        self.runner.run(self.table.loses_one())

    @precondition(lambda self: self.table.room.phase == "finished")
    @rule()
    def they_play_again(self) -> None:
        self.runner.run(self.table.plays_again())

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.runner.run(self.table.closes())
        self.runner.close()


AnyClock.TestCase.settings = settings(
    max_examples=10,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
test_any_clock = AnyClock.TestCase


@hurried
async def test_whole_evenings_at_random(game: str) -> None:
    tables = [await course(seed, game) for seed in range(COURSES)]
    assert sum(table.watch.struck for table in tables) > COURSES, "evenings in which no clock strikes prove nothing"
