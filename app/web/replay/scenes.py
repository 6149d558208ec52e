"""The scenes of a replay: the steps of all openings that are worth a look, each with an address that stays the same
while the game goes on.

A scene's address is ``ask.step``: step 0 is the table while the choices were made, 1 the first thing the opening
brought."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.rooms.replay import Moment
from app.web.games.face import Face
from app.web.text.sentences import Part, Sentence, Speech
from engine.core.seats import Viewer

_ADDRESS = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,4}))?")


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one step of one opening."""

    ask: int
    step: int
    round: int
    state: Any
    sentence: Sentence | None
    """What happened just then; None for the table before anything was opened."""
    seat: int | None
    """Whose doing it was, if anybody's."""
    weight: float = 1.0
    """How long a replay that plays by itself rests upon it, as the film does."""

    @property
    def address(self) -> str:
        """Where it is found: ``12.3``."""
        return f"{self.ask}.{self.step}"

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is said of it."""
        return self.sentence.parts if self.sentence is not None else ()


def scenes(moments: Sequence[Moment], eyes: Viewer, look: Face, speech: Speech) -> tuple[Scene, ...]:
    """The scenes of these openings: the beginning of each round, and every step of which something is said."""
    made: list[Scene] = []
    round = 0
    for moment in moments:
        if moment.round != round:
            round = moment.round
            made.append(Scene(moment.ask, 0, round, moment.before, None, None))
        for number, step in enumerate(moment.steps, start=1):
            h = step.happening
            if not h.is_for(eyes) or look.is_quiet(h):
                continue
            sentence = look.sentence(h, speech)
            if sentence is not None:
                seat = int(h.seat) if h.seat is not None else None
                made.append(Scene(moment.ask, number, moment.round, step.state, sentence, seat, look.weight(h)))
    return tuple(made)


def find(made: Sequence[Scene], address: str | None) -> int:
    """The place of the scene with that address, or of the first one after it; the last one if all are before it. The
    first scene for no address, and for one that is none."""
    read = _ADDRESS.fullmatch(address or "")
    if read is None or not made:
        return 0
    wanted = int(read[1]), int(read[2] or 0)
    return next((at for at, scene in enumerate(made) if (scene.ask, scene.step) >= wanted), len(made) - 1)


@dataclass(frozen=True, slots=True)
class Ways:
    """Where one can go from a scene; None where there is nothing."""

    first: str | None
    previous_round: str | None
    previous: str | None
    next: str | None
    next_round: str | None
    last: str | None


def ways(made: Sequence[Scene], at: int) -> Ways:
    """The addresses around the scene at that place."""
    starts = [place for place, scene in enumerate(made) if place == 0 or made[place - 1].round != scene.round]
    before = [place for place in starts if place < at]
    after = [place for place in starts if place > at]

    def address(place: int | None) -> str | None:
        return made[place].address if place is not None else None

    return Ways(
        first=address(0 if at else None),
        previous_round=address(before[-1] if before else None),
        previous=address(at - 1 if at else None),
        next=address(at + 1 if at + 1 < len(made) else None),
        next_round=address(after[0] if after else None),
        last=address(len(made) - 1 if at + 1 < len(made) else None),
    )


def rounds(made: Sequence[Scene]) -> tuple[tuple[int, str], ...]:
    """The rounds there are, each with the address of its first scene."""
    firsts: dict[int, str] = {}
    for scene in made:
        firsts.setdefault(scene.round, scene.address)
    return tuple(firsts.items())
