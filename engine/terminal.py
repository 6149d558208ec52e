"""A person at a terminal: sees a seat's view as text, answers asks by number or by text, and is told what happens."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TextIO

from engine.bots.seating import table_of
from engine.core.asks import Ask
from engine.core.bots.deeds import Past, informed
from engine.core.chance import SeededChance
from engine.core.errors import BadTextError
from engine.core.game import AnyGame, Bot
from engine.core.happenings import Happening
from engine.core.options import Value
from engine.core.plain import Plain, plain
from engine.core.seats import Seat
from engine.driver import Chooser, Turn, turns

LISTED = 30
"""How many choices of a long list are shown before somebody asks for all of them."""

WIDE = 100
"""The longest line of several values."""

HELP = "A number or a text of the list chooses. ? lists all, ! shows the whole table again, q leaves the game."


class PlayerLeftError(Exception):
    """The person has left the table."""


class Person:
    """Plays one seat by what is typed."""

    def __init__(self, game: AnyGame, keys: TextIO, screen: TextIO) -> None:
        self._game = game
        self._keys = keys
        self._screen = screen
        self._shown: dict[str, Plain] = {}

    def __call__(self, view: object, ask: Ask[Any]) -> Any:
        """The choice that was typed. Raises PlayerLeftError when there is nothing more to read."""
        self.look(view)
        texts = [self._game.text(choice) for choice in ask.choices]
        self._list(ask, texts, LISTED)
        while True:
            typed = self._read()
            match typed:
                case "?":
                    self._list(ask, texts, len(texts))
                case "!":
                    self._shown = {}
                    self.look(view)
                case _:
                    choice = self._understood(typed, ask)
                    if choice is not None:
                        return choice

    def look(self, view: object) -> None:
        """Shows what the table looks like; what has not changed since it was last shown is left out."""
        seen = plain(view)
        fields: dict[str, Plain] = seen if isinstance(seen, dict) else {"view": seen}
        self._say("")
        for name, value in fields.items():
            if name not in self._shown or self._shown[name] != value:
                for line in pictured(name, value):
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

    def _understood(self, typed: str, ask: Ask[Any]) -> Any:
        """The choice meant; None after telling why there is none."""
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
    """A game between a person at ``seat`` and bots; returns whether it was played to its end. Raises
    BadOptionsError."""
    chance = SeededChance(seed)
    state = game.new(seats, options, chance)
    colours = game.colours(state)
    past = Past(game)
    choosers: list[Chooser[Any, Any]] = [*table_of([informed(bot, past)] * seats, seed)]
    choosers[seat] = person = Person(game, keys, screen)
    screen.write(f"{game.title}. You are seat {seat}, {colours[seat]}.\n{HELP}\n")
    screen.write(f"The same deal again: --seed {seed.hex()}\n")
    try:
        for turn in turns(game, state, choosers, chance):
            screen.writelines(f"{line}\n" for line in told(turn, seat, colours))
            state = turn.after
            past.add(turn.steps, state)
    except (PlayerLeftError, KeyboardInterrupt):
        screen.write("\nYou leave the table.\n")
        return False
    person.look(game.view(state, seat))
    outcome = game.outcome(state)
    if outcome is not None:
        place = 1
        for level in outcome.ranking:
            screen.write(f"{place}. {' and '.join(_name(other, seat, colours) for other in level)}\n")
            place += len(level)
    return True


def told(turn: Turn[Any, Any], viewer: Seat, colours: Sequence[str]) -> Iterator[str]:
    """What the viewer learns from a turn, one line a happening."""
    yield ""
    for happening, _ in turn.steps:
        if happening.is_for(viewer):
            yield sentence(happening, viewer, colours)


def sentence(happening: Happening, viewer: Seat, colours: Sequence[str]) -> str:
    """A happening with its rule clause first and its doer's colour."""
    doer = f"{_name(happening.seat, viewer, colours)}: " if happening.seat is not None else ""
    details = []
    for name, value in happening.details:
        values = value if isinstance(value, tuple) else (value,)
        if "seat" in name:
            values = tuple(_name(Seat(int(other)), viewer, colours) for other in values)
        details.append(f"{_words(name)} {', '.join(map(str, values)) or 'none'}")
    return f"  {happening.clause:<6} {doer}{_words(happening.kind)}{'; ' if details else ''}{'; '.join(details)}"


def pictured(name: str, value: Plain) -> Iterator[str]:
    """A field of a view: a line, several if that is too long, or a table if it is a list of like things."""
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
            yield from (f"  {line}" for line in pictured(key, item))
    else:
        yield f"{_words(name)}: {_cell(value)}"


def _grid(rows: Sequence[Mapping[str, Plain]]) -> Iterator[str]:
    """Rows of like things side by side; what all rows lack is left out."""
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
