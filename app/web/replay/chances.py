"""Chances of a player's choices, shown beside the replay of a finished game.

A player gets there from their mirror."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.live.mirrors import Mirrors
from app.rooms.mirror.mirror import Mirror, WeighedChoice
from app.rooms.views.replay import seat_then
from app.web.games import find_presenter
from app.web.games.presenter import Presenter
from app.web.replay.reader import Perspective, Reader
from app.web.text.sentences import Part, Speech, parts_of

MOST = 6
"""Most choices shown at one moment: the player's, then the best others."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Figure of the estimate, shown as a bar."""

    name: tuple[Part, ...]
    percent: int
    said: str
    """Figure as text: ``31%``."""
    is_own: bool
    """True if the bar belongs to the player or to the player's choice."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Choices of one moment."""

    ask: int
    bars: tuple[Bar, ...]
    """Bars of the choices: the player's first, then the best others."""


def with_chances(mirrors: Mirrors, reader: Reader, perspective: Perspective) -> Reader:
    """Add the reader's mirror to the reader.

    Return the reader unchanged if there is no mirror, or if the perspective is not their own seat in that game."""
    if reader.viewer is None or not reader.is_over:
        return reader
    seat = seat_then(reader.replay, reader.room, reader.viewer)
    if seat is None or perspective.viewer != seat:
        return reader
    return replace(reader, mirror=mirrors.get_cached(reader.room.code, reader.replay.number, seat))


def chances(reader: Reader, mirror: Mirror, speech: Speech) -> tuple[Chances, ...]:
    """Return all moments at which the player had a choice."""
    presenter = find_presenter(reader.replay.game.key)
    return tuple(Chances(each.ask, bars_of(each, _list_choices(each), presenter, speech)) for each in mirror.choices)


def _list_choices(choice: WeighedChoice) -> tuple[str, ...]:
    others = [each for each in choice.chances if each != choice.chosen]
    return (choice.chosen, *others[: MOST - 1])


def bars_of(choice: WeighedChoice, texts: Sequence[str], presenter: Presenter, speech: Speech) -> tuple[Bar, ...]:
    """Return bars with the chances of some choices of a moment."""
    return tuple(
        Bar(
            parts_of(presenter.choice_name(text, speech)),
            round(100 * choice.chances[text]),
            percent(choice.chances[text], speech),
            text == choice.chosen,
        )
        for text in texts
    )


def percent(share: float, speech: Speech) -> str:
    """Return a share between 0 and 1 as text in percent."""
    return speech.words.gettext("%(number)d%%") % {"number": round(100 * share)}
