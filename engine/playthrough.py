"""Playthrough of a whole game as text.

It is compared line by line: a changed line is a changed rule, view or ask.

A thing with an ``id`` is written in full once, and by its id from then on. At each round's start the
public view is written in full, then the differences of each seat's view. In between, views and states are named by the
first digits of their digests."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.asks import Ask
from engine.core.chance import SeededChance
from engine.core.game import AnyGame, Bot
from engine.core.options import Value
from engine.core.plain import Plain, digest, to_plain
from engine.core.seats import Viewer, all_seats
from engine.driver import turns

DIGITS = 12
"""Number of hexadecimal digits of a digest that are printed."""

LISTED = 24
"""Most choices that are listed in full; of more, only the ends and a digest."""

ENDS = 4
"""Number of choices listed at each end of a long list."""


def playthrough(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Value],
    seed: bytes,
    bots: Sequence[Bot[Any, Any]] | None = None,
) -> Iterator[str]:
    """Yield the lines of a game dealt from ``seed``.

    Without ``bots`` every choice is random. Raises BadOptionsError."""
    chance = SeededChance(seed)
    state = game.new(seats, options, chance)
    settings = " ".join(f"{key}={format_plain(to_plain(value))}" for key, value in options.items())
    yield f"{game.key} seats={seats} seed={seed.hex()} {settings}".rstrip()
    yield f"colours {' '.join(game.colours(state))}"
    views = Views(game, seats)
    number = 0
    for turn in turns(game, state, table_of(bots or [RandomBot()] * seats, seed), chance):
        if game.round(turn.before) != number:
            number = game.round(turn.before)
            yield ""
            yield f"== round {number}"
            yield from views.full_lines(turn.before)
        yield ""
        yield f"state {_short(game.digest(turn.before))}"
        yield f"views {views.digests(turn.before)}"
        for seat, ask in turn.asks.items():
            yield f"ask {seat} {describe_ask(game, ask)}"
        for seat, choice in turn.choices.items():
            yield f"choice {seat} {game.text(choice)}"
        for effect, after in turn.steps:
            yield f"  {_short(game.digest(after))} {effect.text}"
        state = turn.after
    yield ""
    yield "== end"
    yield from views.full_lines(state)
    yield f"state {game.digest(state)}"
    outcome = game.outcome(state)
    if outcome is not None:
        places = " > ".join("=".join(map(str, level)) for level in outcome.ranking)
        yield f"outcome {outcome.reason}: {places}"


class Views:
    """Writer of each viewer's view, which does not repeat what it wrote before."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._viewers: tuple[Viewer, ...] = (None, *all_seats(seats))
        self._named: dict[str, Plain] = {}
        self._last: dict[str, Plain] = {}

    def full_lines(self, state: Any) -> Iterator[str]:
        """Yield the public view, then what each seat sees differently.

        A field of several lines is left out if it is the same as in the last full view."""
        public = self._view_fields(state, None)
        for name, value in public.items():
            if name in self._last and self._last[name] == value and len(_lines(name, value)) > 1:
                continue
            yield from (f"  {line}" for line in _lines(name, self._shorten(value)))
        self._last = public
        for seat in self._viewers[1:]:
            for name, value in self._view_fields(state, seat).items():
                if name not in public or public[name] != value:
                    yield f"  {seat}: {name} {format_plain(self._shorten(value))}"

    def digests(self, state: Any) -> str:
        """Return one digest per viewer, the public's first."""
        return " ".join(_short(digest(to_plain(self._game.view(state, viewer)))) for viewer in self._viewers)

    def _view_fields(self, state: Any, viewer: Viewer) -> dict[str, Plain]:
        view = to_plain(self._game.view(state, viewer))
        return view if isinstance(view, dict) else {"view": view}

    def _shorten(self, value: Plain) -> Plain:
        """Replace each named thing by its id if it was written before and is the same."""
        if isinstance(value, list):
            return [self._shorten(item) for item in value]
        if not isinstance(value, dict):
            return value
        name = value.get("id")
        if isinstance(name, str):
            if self._named.get(name) == value:
                return name
            self._named[name] = value
        return {key: self._shorten(item) for key, item in value.items()}


def describe_ask(game: AnyGame, ask: Ask[Any]) -> str:
    """Return an ask in one line: its kind, its default and its choices."""
    texts = [game.text(choice) for choice in ask.choices]
    word = "all" if ask.complete else "some"
    head = f"{ask.kind} default[{game.text(ask.default)}] {word} {len(texts)}"
    if len(texts) > LISTED:
        whole = hashlib.sha256("\n".join(texts).encode()).hexdigest()
        return f"{head} [{' | '.join(texts[:ENDS])} ... {' | '.join(texts[-ENDS:])}] {_short(whole)}"
    return f"{head} [{' | '.join(texts)}]"


def format_plain(value: Plain) -> str:
    """Format plain data in one short line.

    Example: ``{a=1 b=[x y]}``. Words have no quotes; ``-`` stands for None."""
    match value:
        case None:
            return "-"
        case dict():
            return "{" + " ".join(f"{key}={format_plain(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + " ".join(format_plain(item) for item in value) + "]"
        case str() if value.isidentifier():
            return value
    return json.dumps(value, ensure_ascii=False)


def _lines(name: str, value: Plain) -> list[str]:
    """Return a field of a view: one line, or one per mapping in its list."""
    if isinstance(value, list) and len(value) > 1 and all(isinstance(item, dict) for item in value):
        return [f"{name}.{number} {format_plain(item)}" for number, item in enumerate(value)]
    if isinstance(value, dict) and any(isinstance(item, list) for item in value.values()):
        return [line for key, item in value.items() for line in _lines(f"{name}.{key}", item)]
    return [f"{name} {format_plain(value)}"]


def _short(hexadecimal: str) -> str:
    return hexadecimal[:DIGITS]
