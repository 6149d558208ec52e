"""Bare game: each round every seat seals one of four letters.

Then all are revealed. A round costs exactly what the server takes for sealing. The game uses the oldest names of the
engine alone, so that earlier checkouts can play it too."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, cast

from engine.core.asks import Ask, Finite
from engine.core.chance import Chance
from engine.core.effects import Effect, Step
from engine.core.errors import (
    BadDumpError,
    BadEditionError,
    BadOptionsError,
    BadTextError,
    GameOverError,
    IllegalChoiceError,
    NotAskedError,
)
from engine.core.game import Bot, Game, Memory
from engine.core.options import Option, Value, complete_options
from engine.core.outcome import Outcome
from engine.core.plain import Plain, digest
from engine.core.seats import Seat, Viewer, all_seats

LETTERS = ("a", "b", "c", "d")
COLOURS = ("red", "green", "blue", "yellow", "black")
SIZES = (2, 3, 4, 5)
FOR_EVER = 1_000_000
"""More rounds than any measurement plays."""

ASK: Ask[str] = Finite("letter", LETTERS, "a")


@dataclass(frozen=True, slots=True)
class State:
    """State of the bare game.

    ``round`` is the present one, beyond ``rounds`` at the end. ``revealed`` are the letters of the last reveal in
    seat order, none before the first."""

    seats: int
    rounds: int
    round: int
    revealed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BareView:
    """View of everything but the seals, which the room keeps."""

    round: int
    rounds: int
    revealed: tuple[str, ...]


class AnyLetter:
    """Bot that seals any letter."""

    def choose(self, view: BareView, ask: Ask[str], rng: random.Random) -> str:
        """Implement Bot."""
        return rng.choice(ask.choices)


class BareGame:
    """Bare game."""

    key = "bare"
    title = "Bare"
    table_sizes = SIZES
    options = (Option("rounds", (FOR_EVER, 1, 3, 10, 100), FOR_EVER, SIZES),)
    bots: Mapping[str, Bot[BareView, str]] = {"normal": AnyLetter()}

    def edition(self) -> Plain:
        """Return no figures."""
        return None

    def new(self, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> State:
        """Implement Game."""
        if seats not in SIZES:
            raise BadOptionsError(f"{seats} cannot play this")
        if edition is not None:
            raise BadEditionError("this game has no figures")
        return State(seats, int(complete_options(self.options, options)["rounds"]), 1, ())

    def asks(self, state: State) -> Mapping[Seat, Ask[str]]:
        """Implement Game."""
        return {} if state.round > state.rounds else dict.fromkeys(all_seats(state.seats), ASK)

    def resolve(self, state: State, choices: Mapping[Seat, str], chance: Chance) -> tuple[Step[State], ...]:
        """Implement Game."""
        asks = self.asks(state)
        if not asks:
            raise GameOverError("all rounds have been played")
        if choices.keys() != asks.keys():
            raise NotAskedError(f"asked are {sorted(asks)}, choices came of {sorted(choices)}")
        for seat, choice in choices.items():
            if choice not in LETTERS:
                raise IllegalChoiceError(f"seat {seat} cannot choose {choice!r}")
        after = self.after(state, choices, chance)
        return (Step(Effect("B1.1", "opens", state.round, None, (("letters", after.revealed),)), after),)

    def after(self, state: State, choices: Mapping[Seat, str], chance: Chance) -> State:
        """Implement Game."""
        revealed = tuple(choices[seat] for seat in all_seats(state.seats))
        return State(state.seats, state.rounds, state.round + 1, revealed)

    def view(self, state: State, viewer: Viewer) -> BareView:
        """Implement Game."""
        return BareView(self.round(state), state.rounds, state.revealed)

    def round(self, state: State) -> int:
        """Implement Game."""
        return min(state.round, state.rounds)

    def standing(self, state: State) -> tuple[int, ...]:
        """Return equal standings, as in Game."""
        return (0,) * state.seats

    def colours(self, state: State) -> tuple[str, ...]:
        """Implement Game."""
        return COLOURS[: state.seats]

    def memory(self, state: State) -> Memory:
        """Return only the last round while the game runs, because it may have a million."""
        return Memory.LAST_ROUND if self.asks(state) else Memory.ALL

    def outcome(self, state: State) -> Outcome | None:
        """Implement Game."""
        return None if self.asks(state) else Outcome("rounds", (all_seats(state.seats),))

    def text(self, choice: str) -> str:
        """Implement Game."""
        return choice

    def parse(self, text: str) -> str:
        """Implement Game."""
        if text not in LETTERS:
            raise BadTextError(f"no letter: {text!r}")
        return text

    def dump(self, state: State) -> Plain:
        """Implement Game."""
        return {"seats": state.seats, "rounds": state.rounds, "round": state.round, "revealed": list(state.revealed)}

    def load(self, data: Plain) -> State:
        """Implement Game."""
        match data:
            case {"seats": int(seats), "rounds": int(rounds), "round": int(number), "revealed": list(revealed), **more}:
                state = State(seats, rounds, number, tuple(map(str, revealed)))
                if not more and self.dump(state) == data and _is_legal(state):
                    return state
        raise BadDumpError("B1: no state of this game")

    def digest(self, state: State) -> str:
        """Implement Game."""
        return digest(self.dump(state))

    def checksum(self, state: State) -> str:
        """Implement Game."""
        return digest([state.seats, state.rounds, state.round, list(state.revealed)])


def _is_legal(state: State) -> bool:
    """Return whether a table may wait at the state."""
    letters = state.seats if state.round > 1 else 0
    return (
        state.seats in SIZES
        and 1 <= state.round <= state.rounds + 1 <= FOR_EVER + 1
        and len(state.revealed) == letters
        and set(state.revealed) <= set(LETTERS)
    )


def _game() -> Any:
    """Return the game, as a record if the checkout's games are records."""
    game: Any = BareGame()
    kind = cast(Any, Game)
    names = [each.name for each in fields(kind)] if is_dataclass(kind) else []
    has = {name: getattr(game, name) for name in names if hasattr(game, name)}
    return kind(book=Path(__file__).with_name("RULES.md"), **has) if has else game


GAME = _game()
