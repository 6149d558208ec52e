"""Films of reveals in one language, as JSON.

All viewers of a table who read that language get the same bytes."""

from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from app.rooms.views.film import RevealFilm
from app.web.games import find_presenter
from app.web.games.presenter import Presenter
from app.web.scene.wire import serialize_seal
from app.web.text.sentences import Speech
from engine.core.effects import Effect
from engine.core.film.moves import Move
from engine.core.memo import Memoized

Written = dict[str, Any]
"""Fields of a step as sent."""

PLAIN_WEIGHT = ("weight", 1)
"""Default weight of a sentence, which scripts assume."""


class Films:
    """Films of one language, with a cache."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._steps = Memoized(self._dump_steps, most=256)
        self._alone = Memoized(self._build_single, most=256)

    def between(self, start: str, end: str, films: Sequence[RevealFilm]) -> orjson.Fragment | None:
        """Return the film from the table named ``start`` to the one named ``end``.

        It joins several films if the viewer has missed more than one. Return None if ``films``, the latest ones, do
        not reach back to ``start``."""
        chain = _chain(start, end, films)
        if not chain:
            return None
        # Most pages have missed nothing, so films of one reveal are cached.
        return self._alone(chain[0]) if len(chain) == 1 else self._message(chain)

    def _build_single(self, film: RevealFilm) -> orjson.Fragment:
        return self._message((film,))

    def _message(self, chain: Sequence[RevealFilm]) -> orjson.Fragment:
        steps = b",".join(part for part in self._join_steps(chain) if part)
        seals = [serialize_seal(move) for move in chain[0].seals]
        ends = {"from": chain[0].start, "to": chain[-1].end}
        return orjson.Fragment(orjson.dumps(ends | {"seals": seals, "steps": orjson.Fragment(b"[%b]" % steps)}))

    def _join_steps(self, chain: Sequence[RevealFilm]) -> Iterator[bytes]:
        for place, film in enumerate(chain):
            if place and film.seals:
                # Only the seals of the first film are on the table before it begins.
                yield orjson.dumps({"moves": film.seals})
            yield self._steps(film)

    def _dump_steps(self, film: RevealFilm) -> bytes:
        """Return the steps as JSON, separated by commas."""
        presenter = find_presenter(film.game)
        return b",".join(orjson.dumps(_drop_defaults(step)) for step in steps(film, presenter, self._speech))


def _drop_defaults(step: Written) -> Written:
    """Remove the default values from a step: no seat, plain weight."""
    told = {name: part for name, part in step.items() if part is not None and (name, part) != PLAIN_WEIGHT}
    return told | {"before": [_drop_defaults(each) for each in told["before"]]} if "before" in told else told


def steps(film: RevealFilm, presenter: Presenter, speech: Speech) -> Iterator[Written]:
    """Yield the steps of a film as sent.

    Moves without a sentence join the next step, and quiet sentences come before it. Whatever remains at the end is a
    step without a sentence."""
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
        if sentence.brief:
            said["brief"] = sentence.brief
        yield said | _build_effect_fields(effect, presenter) | _build_moves_fields(before, moves)
        moves, before = [], []
    if moves or before:
        yield _build_moves_fields(before, moves)


def _build_effect_fields(effect: Effect, presenter: Presenter) -> Written:
    at = presenter.scene.looks_at(effect) if presenter.scene is not None else ""
    shown: Written = {"weight": presenter.weight(effect), "round": effect.round}
    sound, beat, seats = presenter.cue(effect)
    cue: Written = {"sound": sound} if sound else {}
    if beat:
        cue["beat"] = {"name": beat, "seats": seats}
    return shown | ({"at": at} if at else {}) | cue


def _build_moves_fields(before: list[Written], moves: list[Move]) -> Written:
    with_moves: Written = {"before": before} if before else {}
    return with_moves | {"moves": moves}


def _chain(start: str, end: str, films: Sequence[RevealFilm]) -> Sequence[RevealFilm]:
    for first, film in enumerate(films):
        if film.start == start:
            last = next((at for at, other in enumerate(films) if at >= first and other.end == end), None)
            return films[first : last + 1] if last is not None else ()
    return ()
