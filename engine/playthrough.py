"""A whole game as text, to be read and to be compared line by line: a changed line is a changed rule, view or ask.

What is named by an ``id`` is written out once and named by the id alone from then on. At the start of a round the
public view stands in full and each seat's view as far as it differs from it; in between, views and states are named by
the first digits of their digests."""

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
from engine.core.plain import Plain, digest, plain
from engine.core.seats import Viewer, in_order
from engine.driver import turns

DIGITS = 12
"""How many hexadecimal digits of a digest are printed."""

LISTED = 24
"""How many choices are listed one by one; of more, only the ends and a digest of all."""

ENDS = 4
"""How many choices are listed at each end of a long list."""


def playthrough(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Value],
    seed: bytes,
    bots: Sequence[Bot[Any, Any]] | None = None,
) -> Iterator[str]:
    """The lines of a game dealt from ``seed``; without ``bots`` every choice is taken at random.

    Raises BadOptionsError."""
    chance = SeededChance(seed)
    state = game.new(seats, options, chance)
    settings = " ".join(f"{key}={written(plain(value))}" for key, value in options.items())
    yield f"{game.key} seats={seats} seed={seed.hex()} {settings}".rstrip()
    yield f"colours {' '.join(game.colours(state))}"
    views = Views(game, seats)
    number = 0
    for turn in turns(game, state, table_of(bots or [RandomBot()] * seats, seed), chance):
        if game.round(turn.before) != number:
            number = game.round(turn.before)
            yield ""
            yield f"== round {number}"
            yield from views.in_full(turn.before)
        yield ""
        yield f"state {_short(game.digest(turn.before))}"
        yield f"views {views.digests(turn.before)}"
        for seat, ask in turn.asks.items():
            yield f"ask {seat} {asked(game, ask)}"
        for seat, choice in turn.choices.items():
            yield f"choice {seat} {game.text(choice)}"
        for happening, after in turn.steps:
            yield f"  {_short(game.digest(after))} {happening.text}"
        state = turn.after
    yield ""
    yield "== end"
    yield from views.in_full(state)
    yield f"state {game.digest(state)}"
    outcome = game.outcome(state)
    if outcome is not None:
        places = " > ".join("=".join(map(str, level)) for level in outcome.ranking)
        yield f"outcome {outcome.reason}: {places}"


class Views:
    """Writes down what each viewer sees, not repeating what was written down before."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._viewers: tuple[Viewer, ...] = (None, *in_order(seats))
        self._named: dict[str, Plain] = {}
        self._last: dict[str, Plain] = {}

    def in_full(self, state: Any) -> Iterator[str]:
        """The public view, then what each seat sees differently. A field of many lines that is as it was in the last
        full view is left out."""
        public = self._seen(state, None)
        for name, value in public.items():
            if name in self._last and self._last[name] == value and len(_lines(name, value)) > 1:
                continue
            yield from (f"  {line}" for line in _lines(name, self._shortened(value)))
        self._last = public
        for seat in self._viewers[1:]:
            for name, value in self._seen(state, seat).items():
                if name not in public or public[name] != value:
                    yield f"  {seat}: {name} {written(self._shortened(value))}"

    def digests(self, state: Any) -> str:
        """One digest a viewer, the public's first."""
        return " ".join(_short(digest(plain(self._game.view(state, viewer)))) for viewer in self._viewers)

    def _seen(self, state: Any, viewer: Viewer) -> dict[str, Plain]:
        view = plain(self._game.view(state, viewer))
        return view if isinstance(view, dict) else {"view": view}

    def _shortened(self, value: Plain) -> Plain:
        """``value`` with the id alone for every named thing that was written out before, just as it is now."""
        if isinstance(value, list):
            return [self._shortened(item) for item in value]
        if not isinstance(value, dict):
            return value
        name = value.get("id")
        if isinstance(name, str):
            if self._named.get(name) == value:
                return name
            self._named[name] = value
        return {key: self._shortened(item) for key, item in value.items()}


def asked(game: AnyGame, ask: Ask[Any]) -> str:
    """An ask in one line: its kind, its default and its choices."""
    texts = [game.text(choice) for choice in ask.choices]
    word = "all" if ask.complete else "some"
    head = f"{ask.kind} default[{game.text(ask.default)}] {word} {len(texts)}"
    if len(texts) > LISTED:
        whole = hashlib.sha256("\n".join(texts).encode()).hexdigest()
        return f"{head} [{' | '.join(texts[:ENDS])} ... {' | '.join(texts[-ENDS:])}] {_short(whole)}"
    return f"{head} [{' | '.join(texts)}]"


def written(value: Plain) -> str:
    """Plain data in one short line: ``{a=1 b=[x y]}``; words without quotes, ``-`` for nothing."""
    match value:
        case None:
            return "-"
        case dict():
            return "{" + " ".join(f"{key}={written(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + " ".join(written(item) for item in value) + "]"
        case str() if value.isidentifier():
            return value
    return json.dumps(value, ensure_ascii=False)


def _lines(name: str, value: Plain) -> list[str]:
    """A field of a view: one line, or one for each mapping in its list."""
    if isinstance(value, list) and len(value) > 1 and all(isinstance(item, dict) for item in value):
        return [f"{name}.{number} {written(item)}" for number, item in enumerate(value)]
    if isinstance(value, dict) and any(isinstance(item, list) for item in value.values()):
        return [line for key, item in value.items() for line in _lines(f"{name}.{key}", item)]
    return [f"{name} {written(value)}"]


def _short(hexadecimal: str) -> str:
    return hexadecimal[:DIGITS]
