"""Throws: everybody throws stone, scissors or paper at once, some times over; each beaten opponent is a point."""

import random
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, replace

from engine.core.asks import Ask, Finite
from engine.core.chance import Chance
from engine.core.choosing import check_choices
from engine.core.dump_reader import load_state, number, numbers, words
from engine.core.errors import BadOptions, BadText
from engine.core.game import Bot, Memory
from engine.core.happenings import Happening, Step
from engine.core.options import Option, Value, chosen, whole
from engine.core.outcome import Outcome
from engine.core.plain import Plain, checksum, digest
from engine.core.seats import Seat, Viewer, in_order

BEATS = {"stone": "scissors", "scissors": "paper", "paper": "stone"}
THROWS = tuple(BEATS)
ROUNDS = whole(1, 9)


@dataclass(frozen=True, slots=True)
class State:
    """Points and the last throws, by seat; ``round`` is the one that is played, 1 for the first; ``open`` are
    the throws that lie on the table, for as long as they are counted."""

    round: int
    rounds: int
    points: tuple[int, ...]
    last: tuple[str, ...]
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrowsView:
    """All of it lies open."""

    round: int
    rounds: int
    points: tuple[int, ...]
    last: tuple[str, ...]
    open: tuple[str, ...]


class AnyThrow:
    """A bot that throws whatever comes."""

    def choose(self, view: ThrowsView, ask: Ask[str], rng: random.Random) -> str:
        """As in Bot."""
        return rng.choice(ask.choices)


class Throws:
    """The game."""

    key = "throws"
    title = "Throws"
    table_sizes = (2, 3, 4)
    options = (Option("rounds", ROUNDS, 5, (2, 3, 4)),)
    bots: Mapping[str, Bot[ThrowsView, str]] = {"normal": AnyThrow()}

    def edition(self) -> Plain:
        """There are no figures."""
        return {}

    def new(self, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> State:
        """As in Game."""
        if seats not in self.table_sizes:
            raise BadOptions(f"{seats} cannot play this")
        return State(1, int(chosen(self.options, options)["rounds"]), (0,) * seats, ())

    def asks(self, state: State) -> Mapping[Seat, Ask[str]]:
        """As in Game."""
        is_over = state.round > state.rounds
        return {} if is_over else {seat: Finite("throw", THROWS, "stone") for seat in in_order(len(state.points))}

    def resolve(self, state: State, choices: Mapping[Seat, str], chance: Chance) -> tuple[Step[State], ...]:
        """As in Game."""
        asks = self.asks(state)
        check_choices(asks, choices)
        thrown = tuple(choices[seat] for seat in asks)
        shown = replace(state, last=thrown, open=thrown)
        steps = [
            Step(Happening("T1.1", "throws", state.round, seat, (("what", choices[seat]),)), shown) for seat in asks
        ]
        won = tuple(thrown.count(BEATS[mine]) for mine in thrown)
        points = tuple(map(sum, zip(state.points, won, strict=True)))
        after = replace(shown, points=points, round=state.round + 1, open=())
        steps.append(Step(Happening("T1.2", "scored", state.round, None, (("points", won),)), after))
        return tuple(steps)

    def after(self, state: State, choices: Mapping[Seat, str], chance: Chance) -> State:
        """As in Game."""
        return self.resolve(state, choices, chance)[-1].state

    def view(self, state: State, viewer: Viewer) -> ThrowsView:
        """As in Game."""
        return ThrowsView(self.round(state), state.rounds, state.points, state.last, state.open)

    def round(self, state: State) -> int:
        """As in Game."""
        return min(state.round, state.rounds)

    def standing(self, state: State) -> tuple[int, ...]:
        """As in Game."""
        return state.points

    def colours(self, state: State) -> tuple[str, ...]:
        """As in Game."""
        return ("blue", "red", "green", "yellow")[: len(state.points)]

    def memory(self, state: State) -> Memory:
        """As in Game."""
        return Memory.ALL

    def outcome(self, state: State) -> Outcome | None:
        """As in Game."""
        if self.asks(state):
            return None
        levels = sorted(set(state.points), reverse=True)
        places = (tuple(s for s in in_order(len(state.points)) if state.points[s] == each) for each in levels)
        return Outcome("counted", tuple(places))

    def text(self, choice: str) -> str:
        """As in Game."""
        return choice

    def parse(self, text: str) -> str:
        """As in Game."""
        if text not in BEATS:
            raise BadText(f"no throw: {text!r}")
        return text

    def dump(self, state: State) -> Plain:
        """As in Game."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(state).items()}

    def load(self, data: Plain) -> State:
        """As in Game."""
        return load_state(self.title, data, _read, self.dump, _fault)

    def digest(self, state: State) -> str:
        """As in Game."""
        return digest(self.dump(state))

    def checksum(self, state: State) -> str:
        """As in Game."""
        return checksum(astuple(state))


def _read(data: dict[str, Plain]) -> State:
    one, more = number(data["round"]), number(data["rounds"])
    return State(one, more, numbers(data["points"]), words(data["last"]), words(data["open"]))


def _fault(state: State) -> str | None:
    """The clause that such a state breaks; None for one at which a table may wait."""
    if state.rounds not in ROUNDS or not 1 <= state.round <= state.rounds + 1:
        return "T1.3: so many rounds are not played"
    if state.open:
        return "T1.2: what was thrown is counted, and taken back"
    if len(state.points) not in Throws.table_sizes or not set(state.last) <= set(THROWS):
        return "T1.1: every player throws stone, scissors or paper"
    return None


GAME = Throws()
