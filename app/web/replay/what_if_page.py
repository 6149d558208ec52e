"""What-if part of a replay's page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.rooms.model.refusals import refuse
from app.rooms.model.reveal import Reveal
from app.rooms.views.replay import Moment
from app.web.games import find_presenter
from app.web.games.chronicle import PlayedRow
from app.web.games.presenter import Presenter
from app.web.replay.reader import Perspective, Reader, chooser
from app.web.replay.what_if import WhatIf, asks_of, next_ask, query_of, reveal, try_choices
from app.web.replay.what_if_answers import NoSuchChoiceError
from app.web.replay.what_if_choices import back
from app.web.text.languages import mark
from app.web.text.sentences import Part, Speech, parts_of
from engine.core.seats import Seat

NOT_OVER = mark("“What if” is for games that are over.")


@dataclass(frozen=True, slots=True)
class Offer:
    """Reveals of a replay at which a what-if may begin."""

    asks: tuple[int, ...]
    """Numbers of the reveals before which the seat was asked."""
    path: str
    """Address of the what-if's form; the number of the reveal is to be appended."""


@dataclass(frozen=True, slots=True)
class AssumedChoice:
    """Choice that no player made."""

    seat: Seat
    name: tuple[Part, ...]
    path: str
    """Address of the form to change it, if it is the seat's own; else empty."""


@dataclass(frozen=True, slots=True)
class WhatIfResult:
    """Result of a what-if."""

    seat: Seat
    chosen: tuple[tuple[Part, ...], ...]
    """Names of the seat's changed choices, in order."""
    really: tuple[Part, ...]
    is_other: bool
    """True if it differs from the real course."""
    assumed: tuple[AssumedChoice, ...]
    ends: tuple[tuple[Seat, PlayedRow | None, PlayedRow | None], ...]
    """Result of each seat: in the what-if, and in the real game."""
    again: str
    """Address of the form for another choice."""
    back: str
    """Address of the real replay."""


def read_what_if(
    reader: Reader, perspective: Perspective, first: str, choices: Sequence[str], *, picks: bool
) -> Reader:
    """Return the reader of a what-if: these choices from that reveal on.

    The reader is asked for the next choice if ``picks``, and for the seat if the perspective has none. Raises
    NoSuchChoiceError."""
    if not reader.is_over:
        raise NoSuchChoiceError(refuse("already_begun", NOT_OVER))
    number = int(first) if first.isascii() and first.isdigit() and len(first) <= 9 else 0
    seat = chooser(reader, perspective)
    if seat is None and not choices:
        at = reveal(reader.replay, number)
        return replace(reader, replay=replace(reader.replay, moments=(at,)), is_choosing=True, wish=query_of(at.ask))
    changed = try_choices(reader.replay, number, seat, choices, find_presenter(reader.replay.game.key).turn_begins)
    moments, wish = changed.moments, query_of(changed.first, choices)
    is_choosing = picks or not choices
    if is_choosing:
        moment, _ = next_ask(reader.replay.game, changed)
        moments, wish = (moment,), f"{wish}pick=1&"
    again = replace(reader.replay, moments=moments)
    return replace(reader, replay=again, changed=changed, is_choosing=is_choosing, wish=wish)


def offer(reader: Reader, perspective: Perspective) -> Offer | None:
    """Return the reveals at which a what-if may begin.

    Return None in a running game and in a what-if."""
    if reader.wish or not reader.is_over:
        return None
    asks = asks_of(reader.moments, chooser(reader, perspective))
    return Offer(asks, f"{reader.replay_path}?{reader.of_game}perspective={perspective.name}&if=")


def build_result(reader: Reader, perspective: Perspective, changed: WhatIf, speech: Speech) -> WhatIfResult:
    """Return the result of a what-if."""
    presenter = find_presenter(reader.replay.game.key)
    place = {each: number for number, each in enumerate(changed.own)}
    own = [each.choice for each in changed.own]
    would, was = (
        _collect_last_plays((*changed.earlier, *each), perspective, presenter, speech)
        for each in (changed.moments, changed.as_it_was)
    )

    def path(before: int) -> str:
        asked = query_of(changed.first, own[:before])
        return f"{reader.replay_path}?{reader.of_game}perspective={perspective.name}&{asked}pick=1"

    return WhatIfResult(
        seat=changed.seat,
        chosen=tuple(_name(each, presenter, speech) for each in changed.choices),
        really=_name(changed.really, presenter, speech),
        is_other=changed.is_other,
        assumed=tuple(
            AssumedChoice(each.seat, _name(each.choice, presenter, speech), path(place[each]) if each in place else "")
            for each in changed.assumed
        ),
        ends=tuple((seat, would.get(seat), was.get(seat)) for seat in sorted(would.keys() | was.keys())),
        again=path(0),
        back=back(reader, perspective, changed.first),
    )


def _name(choice: str, presenter: Presenter, speech: Speech) -> tuple[Part, ...]:
    return parts_of(presenter.choice_name(choice, speech))


def _collect_last_plays(
    moments: Sequence[Moment], perspective: Perspective, presenter: Presenter, speech: Speech
) -> Mapping[Seat, PlayedRow]:
    """Return each seat's last play in these reveals, as visible to the perspective."""
    reveals = [
        Reveal(each.ask, each.round, tuple(h for h, _ in each.steps if h.is_for(perspective.viewer)))
        for each in moments
    ]
    return {Seat(line.seat): line for line in presenter.last_round(reveals, speech)}
