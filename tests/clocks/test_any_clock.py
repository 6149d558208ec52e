"""Random evenings under any clock: no deadline comes early, twice or never."""

import asyncio

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine.registry import GAMES
from tests.clocks.courses import DAYS, MODES, SECONDS, run_course
from tests.clocks.table import Table
from tests.known import size_near
from tests.live.hurried import HurriedLoop, run_without_waiting

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
"""Random evenings per game, which include every kind of server and clock."""


class AnyClock(RuleBasedStateMachine):
    """Table whose watch checks every step."""

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
    def open_table(
        self, game: str, people: int, bots: int, processes: int, clock: dict[str, int | str], grace: int
    ) -> None:
        async def start() -> Table:
            table = Table()
            await table.start_game(
                game, size_near(game, people + bots) - bots, bots, processes, clock={**clock}, grace=grace
            )
            return table

        self.table = self.runner.run(start())

    @rule(seconds=st.sampled_from(SECONDS))
    def advance_time(self, seconds: int) -> None:
        self.runner.run(self.table.advance(seconds))

    @rule(who=which, pick=st.integers(0, 40))
    def seal_or_change(self, who: int, pick: int) -> None:
        self.runner.run(self.table.seal(who, pick))

    @rule(missing=st.integers(0, 9))
    def seal_all(self, missing: int) -> None:
        self.runner.run(self.table.seal_all(missing))

    @rule(who=which)
    def lift_card(self, who: int) -> None:
        self.runner.run(self.table.lift(who))

    @rule(who=which)
    def toggle_pause(self, who: int) -> None:
        self.runner.run(self.table.toggle_pause(who))

    @rule(who=which, to=which, seconds=st.sampled_from([5, 60]))
    def give_time(self, who: int, to: int, seconds: int) -> None:
        self.runner.run(self.table.give_time(who, to, seconds))

    @rule(who=which, is_bot=st.booleans())
    def set_stand_in(self, who: int, is_bot: bool) -> None:
        self.runner.run(self.table.set_stand_in(who, is_bot))

    @rule(who=which, to=which)
    def replace_late(self, who: int, to: int) -> None:
        self.runner.run(self.table.hand_over(who, to))

    @rule(who=which, is_away=st.booleans())
    def set_away(self, who: int, is_away: bool) -> None:
        self.runner.run(self.table.set_away(who, is_away))

    @rule(who=which)
    def connect_device(self, who: int) -> None:
        self.runner.run(self.table.connect(who))

    @rule()
    def drop_devices(self) -> None:
        self.runner.run(self.table.drop_all())

    @rule(clock=clocks, grace=graces)
    def set_clock(self, clock: dict[str, int | str], grace: int) -> None:
        self.runner.run(self.table.set_clock(clock={**clock}, grace=grace))

    @rule(down=st.sampled_from([0, 3, 9, 60, DAYS]), is_kill=st.booleans())
    def restart_server(self, down: int, is_kill: bool) -> None:
        self.runner.run(self.table.restart(down, is_kill))

    @rule(seconds=st.sampled_from([3, 60, DAYS]))
    def sleep_machine(self, seconds: int) -> None:
        self.runner.run(self.table.sleep(seconds))

    @precondition(lambda self: len(self.table.houses) > 1)
    @rule()
    def kill_process(self) -> None:
        self.runner.run(self.table.kill_one())

    @precondition(lambda self: self.table.room.phase == "finished")
    @rule()
    def play_again(self) -> None:
        self.runner.run(self.table.play_again())

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.runner.run(self.table.close())
        self.runner.close()


AnyClock.TestCase.settings = settings(
    max_examples=10,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
test_any_clock = AnyClock.TestCase


@run_without_waiting
async def test_random_evenings_keep_their_clocks(game: str) -> None:
    tables = [await run_course(seed, game) for seed in range(COURSES)]
    assert sum(table.watch.struck for table in tables) > COURSES, "evenings in which no clock strikes prove nothing"
