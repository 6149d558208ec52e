"""Which choices there are to be made otherwise, for a page that asks for one; and whose, where that is to be said
first."""

from dataclasses import dataclass
from typing import Any

from app.rooms.model.ids import AskNumber
from app.rooms.model.values import replace
from app.rooms.views.view_types import AskPart, RoomView
from app.web.games import find_presenter
from app.web.replay.reader import Perspective, Reader
from app.web.replay.what_if import WhatIf, next_ask
from app.web.text.sentences import Part, Speech, parts_of
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose choice may be made otherwise."""

    paths: tuple[tuple[Seat, str], ...]
    """Where the choices of each are listed."""
    back: str
    """Where the replay of what happened is."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that there was."""

    choice: str
    """Its canonical text."""
    name: tuple[Part, ...]
    is_made: bool
    """Whether it is the one that is made otherwise."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """What a seat may choose."""

    seat: Seat
    title: str
    """What it was asked."""
    options: tuple[Option, ...]
    """The one that is made otherwise first."""
    is_complete: bool
    """Whether there are no others."""
    is_real: bool
    """Whether the seat really made that choice."""
    fields: tuple[tuple[str, str], ...]
    """What the form says besides."""
    back: str
    """Where the replay of what happened is."""


def whose(reader: Reader, perspective: Perspective) -> Whose:
    """Who was asked at the only reveal of the reader."""
    moment = reader.moments[0]
    path = f"{reader.replay_path}?{reader.of_game}if={moment.ask}&perspective="
    return Whose(tuple((seat, f"{path}{seat}") for seat in moment.choices), back(reader, perspective, moment.ask))


def choosing(reader: Reader, perspective: Perspective, changed: WhatIf, seen: RoomView, speech: Speech) -> Choosing:
    """What the seat may choose next. ``seen`` is the table as the seat saw it then."""
    game, presenter = reader.replay.game, find_presenter(reader.replay.game.key)
    moment, ask = next_ask(game, changed)
    made = changed.own[len(changed.choices)]
    listed = tuple(game.text(choice) for choice in ask.choices)
    part = AskPart(
        ask=moment.ask,
        kind=ask.kind,
        choices=listed,
        complete=ask.complete,
        default=game.text(ask.default),
        deadline=None,
        reserve=None,
        sealed=None,
        alone=len(moment.choices) == 1,
    )
    prompt: Any = presenter.prompt(replace(seen, ask=part), speech)
    fields = [("game", str(reader.replay.number))] if reader.of_game else []
    fields += [
        ("perspective", perspective.name),
        ("if", str(changed.first)),
        *(("choice", each) for each in changed.choices),
    ]
    return Choosing(
        seat=changed.seat,
        title=prompt.title,
        options=tuple(
            Option(text, parts_of(presenter.choice_name(text, speech)), text == made.choice)
            for text in dict.fromkeys((made.choice, *listed))
        ),
        is_complete=ask.complete,
        is_real=not made.is_assumed,
        fields=tuple(fields),
        back=back(reader, perspective, changed.first),
    )


def back(reader: Reader, perspective: Perspective, first: AskNumber) -> str:
    """The address of what really happened there."""
    return f"{reader.replay_path}?{reader.of_game}perspective={perspective.name}&at={first}.0"
