"""Stops of a replay: the steps of all reveals that are worth showing.

A stop's address is ``ask.step``: step 0 is the table while the players chose, 1 the reveal's first effect. It stays
the same while the game goes on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.rooms.views.replay import Moment
from app.web.games.presenter import Presenter
from app.web.text.sentences import Part, Sentence, Speech
from engine.core.seats import Viewer

_ADDRESS = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,4}))?")


@dataclass(frozen=True, slots=True)
class Stop:
    """Table at one step of one reveal."""

    ask: int
    step: int
    round: int
    state: Any
    sentence: Sentence | None
    """Sentence of the step; None for the table before the reveal."""
    seat: int | None
    """Seat whose crest stands beside the sentence; None without one."""

    @property
    def address(self) -> str:
        """Address in a replay: ``12.3``."""
        return f"{self.ask}.{self.step}"

    @property
    def parts(self) -> tuple[Part, ...]:
        """Parts of the sentence."""
        return self.sentence.parts if self.sentence is not None else ()


def stops(moments: Sequence[Moment], perspective: Viewer, presenter: Presenter, speech: Speech) -> tuple[Stop, ...]:
    """Return the stops of these reveals.

    A stop is the beginning of a round, or a step with a sentence."""
    made: list[Stop] = []
    round = 0
    for moment in moments:
        if moment.round != round:
            round = moment.round
            made.append(Stop(moment.ask, 0, round, moment.before, None, None))
        for number, step in enumerate(moment.steps, start=1):
            h = step.effect
            if not h.is_for(perspective) or presenter.is_quiet(h):
                continue
            sentence = presenter.sentence(h, speech)
            if sentence is not None:
                sentence = replace(sentence, then=moment.names)
                made.append(Stop(moment.ask, number, moment.round, step.state, sentence, sentence.actor(h.seat)))
    return tuple(made)


def address_of(text: str | None) -> tuple[int, int] | None:
    """Parse an address to a reveal and a step; None if it is missing or invalid."""
    read = _ADDRESS.fullmatch(text or "")
    return (int(read[1]), int(read[2] or 0)) if read is not None else None


def find(made: Sequence[Stop], address: str | None) -> int:
    """Return the index of the stop with that address, or of the first one after it.

    Return the last index if all stops are before it, and 0 for a missing or invalid address."""
    wanted = address_of(address)
    if wanted is None or not made:
        return 0
    return next((at for at, stop in enumerate(made) if (stop.ask, stop.step) >= wanted), len(made) - 1)


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Neighbours of a stop as addresses; None where there is none."""

    previous_round: str | None
    previous: str | None
    next: str | None
    next_round: str | None


def find_neighbours(made: Sequence[Stop], at: int) -> Neighbours:
    """Return the addresses around the stop at that index."""
    starts = [place for place, stop in enumerate(made) if place == 0 or made[place - 1].round != stop.round]
    before = [place for place in starts if place < at]
    after = [place for place in starts if place > at]

    def address(place: int | None) -> str | None:
        return made[place].address if place is not None else None

    return Neighbours(
        previous_round=address(before[-1] if before else None),
        previous=address(at - 1 if at else None),
        next=address(at + 1 if at + 1 < len(made) else None),
        next_round=address(after[0] if after else None),
    )


def rounds(made: Sequence[Stop]) -> tuple[tuple[int, str], ...]:
    """Return the rounds, each with the address of its first stop."""
    firsts: dict[int, str] = {}
    for stop in made:
        firsts.setdefault(stop.round, stop.address)
    return tuple(firsts.items())
