"""Throws: all throw stone, scissors or paper at once.

Each beaten opponent is a point."""

import random
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path

from engine.core.asks import Ask, Finite
from engine.core.chance import Chance
from engine.core.choosing import check_choices
from engine.core.dump_reader import load_state, number, numbers, words
from engine.core.effects import Effect, Step
from engine.core.errors import BadOptionsError, BadTextError
from engine.core.game import Game, Memory
from engine.core.options import Option, Value, complete_options, whole_numbers
from engine.core.outcome import Outcome
from engine.core.plain import Plain, checksum, digest
from engine.core.seats import Seat, Viewer, all_seats

BEATS = {"stone": "scissors", "scissors": "paper", "paper": "stone"}
THROWS = tuple(BEATS)
ROUNDS = whole_numbers(1, 9)
TABLE_SIZES = (2, 3, 4)
OPTIONS = (Option("rounds", ROUNDS, 5, TABLE_SIZES),)


@dataclass(frozen=True, slots=True)
class State:
    """Points and last throws, by seat.

    ``round`` is the present one, from 1. ``open`` are the throws on the table until they are counted."""

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
        """Implement Bot."""
        return rng.choice(ask.choices)


def new(seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> State:
    """Nobody has a point yet."""
    if seats not in TABLE_SIZES:
        raise BadOptionsError(f"{seats} cannot play this")
    return State(1, int(complete_options(OPTIONS, options)["rounds"]), (0,) * seats, ())


def asks(state: State) -> Mapping[Seat, Ask[str]]:
    """Everybody throws, until the rounds are over."""
    is_over = state.round > state.rounds
    return {} if is_over else {seat: Finite("throw", THROWS, "stone") for seat in all_seats(len(state.points))}


def resolve(state: State, choices: Mapping[Seat, str], chance: Chance) -> tuple[Step[State], ...]:
    """T1.1, T1.2."""
    check_choices(asks(state), choices)
    thrown = tuple(choices[seat] for seat in asks(state))
    shown = replace(state, last=thrown, open=thrown)
    steps = [
        Step(Effect("T1.1", "throws", state.round, seat, (("what", choices[seat]),)), shown) for seat in asks(state)
    ]
    won = tuple(thrown.count(BEATS[mine]) for mine in thrown)
    points = tuple(map(sum, zip(state.points, won, strict=True)))
    after = replace(shown, points=points, round=state.round + 1, open=())
    return (*steps, Step(Effect("T1.2", "scored", state.round, None, (("points", won),)), after))


def view(state: State, viewer: Viewer) -> ThrowsView:
    """Return all of the state for everybody."""
    return ThrowsView(present_round(state), state.rounds, state.points, state.last, state.open)


def present_round(state: State) -> int:
    """Return the present round; the last one remains after the end."""
    return min(state.round, state.rounds)


def outcome(state: State) -> Outcome | None:
    """T1.3."""
    if asks(state):
        return None
    levels = sorted(set(state.points), reverse=True)
    places = (tuple(s for s in all_seats(len(state.points)) if state.points[s] == each) for each in levels)
    return Outcome("counted", tuple(places))


def parse(text: str) -> str:
    """Return the throw with this text."""
    if text not in BEATS:
        raise BadTextError(f"no throw: {text!r}")
    return text


def dump(state: State) -> Plain:
    """Return the fields by name."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(state).items()}


def load(data: Plain) -> State:
    """And back."""
    return load_state("Throws", data, _read, dump, _fault)


def _read(data: dict[str, Plain]) -> State:
    one, more = number(data["round"]), number(data["rounds"])
    return State(one, more, numbers(data["points"]), words(data["last"]), words(data["open"]))


def _fault(state: State) -> str | None:
    """Return the clause that the state breaks; None if a table may wait there."""
    if state.rounds not in ROUNDS or not 1 <= state.round <= state.rounds + 1:
        return "T1.3: so many rounds are not played"
    if state.open:
        return "T1.2: what was thrown is counted, and taken back"
    if len(state.points) not in TABLE_SIZES or not set(state.last) <= set(THROWS):
        return "T1.1: every player throws stone, scissors or paper"
    return None


GAME: Game[State, str, ThrowsView] = Game(
    key="throws",
    title="Throws",
    book=Path(__file__).with_name("RULES.md"),
    table_sizes=TABLE_SIZES,
    options=OPTIONS,
    bots={"normal": AnyThrow()},
    edition=dict,
    new=new,
    asks=asks,
    resolve=resolve,
    after=lambda state, choices, chance: resolve(state, choices, chance)[-1].state,
    view=view,
    round=present_round,
    standing=lambda state: state.points,
    colours=lambda state: ("blue", "red", "green", "yellow")[: len(state.points)],
    memory=lambda state: Memory.ALL,
    outcome=outcome,
    text=str,
    parse=parse,
    dump=dump,
    load=load,
    digest=lambda state: digest(dump(state)),
    checksum=lambda state: checksum(astuple(state)),
)
