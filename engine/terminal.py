"""Terminal player: sees a seat's view as text, types choices, reads the effects.

A choice is typed as a number of the list or as its text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TextIO

from engine.bots.seating import table_of
from engine.core.asks import Ask
from engine.core.bots.past_actions import ActionHistory, inform
from engine.core.chance import SeededChance
from engine.core.effects import Effect
from engine.core.errors import BadTextError
from engine.core.game import AnyGame, Bot
from engine.core.options import Value
from engine.core.plain import Plain, to_plain
from engine.core.seats import Seat
from engine.driver import Chooser, Turn, turns

LISTED = 30
"""Most choices of a long list that are shown until the person asks for all."""

WIDE = 100
"""Longest line of several values, in characters."""

HELP = "A number or a text of the list chooses. ? lists all, ! shows the whole table again, q leaves the game."


class PlayerLeftError(Exception):
    """Raised when the person leaves the table."""


class Person:
    """Player of one seat who types at a terminal."""

    def __init__(self, game: AnyGame, keys: TextIO, screen: TextIO) -> None:
        self._game = game
        self._keys = keys
        self._screen = screen
        self._shown: dict[str, Plain] = {}

    def __call__(self, view: object, ask: Ask[Any]) -> Any:
        """Return the choice that the person types. Raises PlayerLeftError at end of input."""
        self.print_view(view)
        texts = [self._game.text(choice) for choice in ask.choices]
        self._list(ask, texts, LISTED)
        while True:
            typed = self._read()
            match typed:
                case "?":
                    self._list(ask, texts, len(texts))
                case "!":
                    self._shown = {}
                    self.print_view(view)
                case _:
                    choice = self._parse_choice(typed, ask)
                    if choice is not None:
                        return choice

    def print_view(self, view: object) -> None:
        """Print the view's fields that changed since the last print."""
        seen = to_plain(view)
        fields: dict[str, Plain] = seen if isinstance(seen, dict) else {"view": seen}
        self._say("")
        for name, value in fields.items():
            if name not in self._shown or self._shown[name] != value:
                for line in field_lines(name, value):
                    self._say(line)
        self._shown = fields

    def _list(self, ask: Ask[Any], texts: Sequence[str], most: int) -> None:
        self._say(f"\n{_words(ask.kind)}?")
        for number, text in enumerate(texts[:most], start=1):
            self._say(f"{number:>5}  {text}")
        if len(texts) > most:
            self._say(f"       and {len(texts) - most} more: ? lists them")
        if not ask.complete:
            self._say("       and others like these, typed in full")

    def _read(self) -> str:
        self._screen.write("> ")
        self._screen.flush()
        line = self._keys.readline()
        if not line or line.strip() in ("q", "quit"):
            raise PlayerLeftError
        return " ".join(line.split())

    def _parse_choice(self, typed: str, ask: Ask[Any]) -> Any:
        """Return the choice meant, or None after printing why there is none."""
        if typed.isdecimal():
            number = int(typed)
            if 1 <= number <= len(ask.choices):
                return ask.choices[number - 1]
            self._say(f"There is no number {number}.")
            return None
        try:
            choice = self._game.parse(typed)
        except BadTextError:
            self._say(HELP)
            return None
        if choice not in ask:
            self._say(f"You may not choose {typed!r} now.")
            return None
        return choice

    def _say(self, line: str) -> None:
        self._screen.write(f"{line}\n")


def play(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Value],
    seed: bytes,
    seat: Seat,
    bot: Bot[Any, Any],
    keys: TextIO,
    screen: TextIO,
) -> bool:
    """Play a game between a person at ``seat`` and bots.

    Return whether it was played to its end. Raises BadOptionsError."""
    chance = SeededChance(seed)
    state = game.new(seats, options, chance)
    colours = game.colours(state)
    past = ActionHistory(game)
    choosers: list[Chooser[Any, Any]] = [*table_of([inform(bot, past)] * seats, seed)]
    choosers[seat] = person = Person(game, keys, screen)
    screen.write(f"{game.title}. You are seat {seat}, {colours[seat]}.\n{HELP}\n")
    screen.write(f"The same deal again: --seed {seed.hex()}\n")
    try:
        for turn in turns(game, state, choosers, chance):
            screen.writelines(f"{line}\n" for line in turn_lines(turn, seat, colours))
            state = turn.after
            past.add(turn.steps, state)
    except (PlayerLeftError, KeyboardInterrupt):
        screen.write("\nYou leave the table.\n")
        return False
    person.print_view(game.view(state, seat))
    outcome = game.outcome(state)
    if outcome is not None:
        place = 1
        for level in outcome.ranking:
            screen.write(f"{place}. {' and '.join(_name(other, seat, colours) for other in level)}\n")
            place += len(level)
    return True


def turn_lines(turn: Turn[Any, Any], viewer: Seat, colours: Sequence[str]) -> Iterator[str]:
    """Yield what the viewer learns from a turn, one line per effect."""
    yield ""
    for effect, _ in turn.steps:
        if effect.is_for(viewer):
            yield format_effect(effect, viewer, colours)


def format_effect(effect: Effect, viewer: Seat, colours: Sequence[str]) -> str:
    """Format an effect: rule clause, colour of the acting seat, details."""
    doer = f"{_name(effect.seat, viewer, colours)}: " if effect.seat is not None else ""
    details = []
    for name, value in effect.details:
        values = value if isinstance(value, tuple) else (value,)
        if "seat" in name:
            values = tuple(_name(Seat(int(other)), viewer, colours) for other in values)
        details.append(f"{_words(name)} {', '.join(map(str, values)) or 'none'}")
    return f"  {effect.clause:<6} {doer}{_words(effect.kind)}{'; ' if details else ''}{'; '.join(details)}"


def field_lines(name: str, value: Plain) -> Iterator[str]:
    """Yield the lines of a view's field.

    A short field is one line, a long one several, and a list of like things is a table."""
    rows = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
    if isinstance(value, list) and len(rows) == len(value) > 0 and "id" not in rows[0]:
        yield f"{_words(name)}:"
        yield from _grid(rows)
    elif isinstance(value, dict) and "id" not in value:
        line = ", ".join(f"{_words(key)} {_cell(item)}" for key, item in value.items())
        if len(line) <= WIDE:
            yield f"{_words(name)}: {line}"
            return
        yield f"{_words(name)}:"
        for key, item in value.items():
            yield from (f"  {line}" for line in field_lines(key, item))
    else:
        yield f"{_words(name)}: {_cell(value)}"


def _grid(rows: Sequence[Mapping[str, Plain]]) -> Iterator[str]:
    """Yield like things as rows of a table, without columns that all rows lack."""
    columns = [key for key in rows[0] if any(row[key] not in (None, []) for row in rows)]
    lines = [[_words(key) for key in columns], *([_cell(row[key]) for key in columns] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  " + "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()


def _cell(value: Plain) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list():
            return " ".join(map(_cell, value)) if value else "-"
        case {"id": name}:
            return str(name)
        case dict():
            return " ".join(_cell(item) for item in value.values())
    return str(value)


def _name(seat: Seat, viewer: Seat, colours: Sequence[str]) -> str:
    return f"{colours[seat]} (you)" if seat == viewer else colours[seat]


def _words(name: str) -> str:
    return name.replace("_", " ")
