"""The films of reveals in one language, as they are sent: the same bytes for everybody at the table who reads it."""

from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from app.rooms.views.film import RevealFilm
from app.web.games import find_presenter
from app.web.games.presenter import Presenter
from app.web.scene.wire import closed
from app.web.text.sentences import Speech
from engine.core.effects import Effect
from engine.core.film.moves import Move
from engine.core.memo import Memoized

Written = dict[str, Any]
"""A step as it is sent, field by field."""

PLAIN_WEIGHT = ("weight", 1)
"""What scripts take for the weight of a sentence that says none."""


class Films:
    """The films of one language."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._steps = Memoized(self._written, most=256)
        self._alone = Memoized(self._of_one, most=256)

    def between(self, start: str, end: str, films: Sequence[RevealFilm]) -> orjson.Fragment | None:
        """The film that leads from the table named ``start`` to the one named ``end``, joined of several where more
        than one was missed; None where ``films``, the latest, do not reach back so far."""
        chain = _chain(start, end, films)
        if not chain:
            return None
        # most pages have missed nothing
        return self._alone(chain[0]) if len(chain) == 1 else self._message(chain)

    def _of_one(self, film: RevealFilm) -> orjson.Fragment:
        return self._message((film,))

    def _message(self, chain: Sequence[RevealFilm]) -> orjson.Fragment:
        steps = b",".join(part for part in self._joined(chain) if part)
        seals = [closed(move) for move in chain[0].seals]
        ends = {"from": chain[0].start, "to": chain[-1].end}
        return orjson.Fragment(orjson.dumps(ends | {"seals": seals, "steps": orjson.Fragment(b"[%b]" % steps)}))

    def _joined(self, chain: Sequence[RevealFilm]) -> Iterator[bytes]:
        for place, film in enumerate(chain):
            if place and film.seals:
                # only what was sealed for the first of them lies there before the film begins
                yield orjson.dumps({"moves": film.seals})
            yield self._steps(film)

    def _written(self, film: RevealFilm) -> bytes:
        """The steps, with commas between them."""
        presenter = find_presenter(film.game)
        return b",".join(orjson.dumps(_sent(step)) for step in steps(film, presenter, self._speech))


def _sent(step: Written) -> Written:
    """The step without what scripts take for granted: nobody's sentence, of plain weight."""
    told = {name: part for name, part in step.items() if part is not None and (name, part) != PLAIN_WEIGHT}
    return told | {"before": [_sent(each) for each in told["before"]]} if "before" in told else told


def steps(film: RevealFilm, presenter: Presenter, speech: Speech) -> Iterator[Written]:
    """The steps of a film as they are sent. What nobody is told of moves with what is said next, and what is quiet is
    said before it; what is left in the end is a step without a sentence."""
    moves: list[Move] = []
    before: list[Written] = []
    for effect, moved in film.steps:
        moves += moved
        sentence = presenter.sentence(effect, speech) if effect is not None else None
        if effect is None or sentence is None:
            continue
        said: Written = {
            "say": sentence.parts,
            "clause": sentence.clause,
            "seat": sentence.actor(effect.seat),
        }
        if presenter.is_quiet(effect):
            before.append(said)
            continue
        yield said | _shown(effect, presenter) | _with(before, moves)
        moves, before = [], []
    if moves or before:
        yield _with(before, moves)


def _shown(effect: Effect, presenter: Presenter) -> Written:
    at = presenter.scene.looks_at(effect) if presenter.scene is not None else ""
    shown: Written = {"weight": presenter.weight(effect), "round": effect.round}
    return shown | {"at": at} if at else shown


def _with(before: list[Written], moves: list[Move]) -> Written:
    with_moves: Written = {"before": before} if before else {}
    return with_moves | {"moves": moves}


def _chain(start: str, end: str, films: Sequence[RevealFilm]) -> Sequence[RevealFilm]:
    for first, film in enumerate(films):
        if film.start == start:
            last = next((at for at, other in enumerate(films) if at >= first and other.end == end), None)
            return films[first : last + 1] if last is not None else ()
    return ()
