"""Forms of a what-if, in which a reader picks a seat and its choices."""

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
class ChangeableSeats:
    """Seats whose choice may be changed."""

    paths: tuple[tuple[Seat, str], ...]
    """Seats, each with the address of its choices."""
    back: str
    """Address of the real replay."""


@dataclass(frozen=True, slots=True)
class Option:
    """Possible choice."""

    choice: str
    """Canonical text."""
    name: tuple[Part, ...]
    is_made: bool
    """True if it is the choice that is to be changed."""


@dataclass(frozen=True, slots=True)
class ChoiceForm:
    """Form for the next choice of a seat."""

    seat: Seat
    title: str
    """Title of the prompt."""
    options: tuple[Option, ...]
    """Options, the choice to be changed first."""
    is_complete: bool
    """True if there are no other options."""
    is_real: bool
    """True if the seat really made the choice that is to be changed."""
    fields: tuple[tuple[str, str], ...]
    """Hidden fields of the form: names and values."""
    back: str
    """Address of the real replay."""


def whose(reader: Reader, perspective: Perspective) -> ChangeableSeats:
    """Return the seats that were asked for the reader's only reveal."""
    moment = reader.moments[0]
    path = f"{reader.replay_path}?{reader.of_game}if={moment.ask}&perspective="
    return ChangeableSeats(
        tuple((seat, f"{path}{seat}") for seat in moment.choices), back(reader, perspective, moment.ask)
    )


def choosing(reader: Reader, perspective: Perspective, changed: WhatIf, seen: RoomView, speech: Speech) -> ChoiceForm:
    """Return the form for the seat's next choice.

    ``seen`` is the table as the seat saw it then."""
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
    return ChoiceForm(
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
    """Return the address of the real replay at that reveal."""
    return f"{reader.replay_path}?{reader.of_game}perspective={perspective.name}&at={first}.0"
