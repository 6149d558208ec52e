"""What the replay of a finished game says beside the picture to a player who comes from their mirror: how good the
choices were that they had then."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.live.mirrors import Mirrors
from app.rooms.mirror.mirror import Mirror, Weighed
from app.rooms.views.replay import seat_then
from app.web.games import find_presenter
from app.web.games.presenter import Presenter
from app.web.replay.reader import Perspective, Reader
from app.web.text.sentences import Part, Speech, parts_of

MOST = 6
"""So many choices are told of: the one that was made, and the best others."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One figure of the estimate, drawn as a bar."""

    name: tuple[Part, ...]
    percent: int
    said: str
    """The figure in words: ``31%``."""
    is_own: bool
    """Whether it is of what was chosen, or of the player."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The choices of one moment."""

    ask: int
    bars: tuple[Bar, ...]
    """The one that was made first, then the best others."""


def with_chances(mirrors: Mirrors, reader: Reader, perspective: Perspective) -> Reader:
    """The reader with their mirror, if it has been made and they look from their own perspective of that game."""
    if reader.viewer is None or not reader.is_over:
        return reader
    seat = seat_then(reader.replay, reader.room, reader.viewer)
    if seat is None or perspective.viewer != seat:
        return reader
    return replace(reader, mirror=mirrors.kept(reader.room.code, reader.replay.number, seat))


def chances(reader: Reader, mirror: Mirror, speech: Speech) -> tuple[Chances, ...]:
    """All moments at which the player had a choice."""
    presenter = find_presenter(reader.replay.game.key)
    return tuple(Chances(each.ask, bars_of(each, _told(each), presenter, speech)) for each in mirror.choices)


def _told(choice: Weighed) -> tuple[str, ...]:
    others = [each for each in choice.chances if each != choice.chosen]
    return (choice.chosen, *others[: MOST - 1])


def bars_of(choice: Weighed, texts: Sequence[str], presenter: Presenter, speech: Speech) -> tuple[Bar, ...]:
    """Some choices of a moment with their chances."""
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
    """A share in words."""
    return speech.words.gettext("%(number)d%%") % {"number": round(100 * share)}
