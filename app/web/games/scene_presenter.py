"""What a game whose table is a picture of pieces brings along to be drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.web.text.sentences import Speech
from engine.core.effects import Effect


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class ScenePresenter:
    """How one game's table looks. Its ground and where its places stand is ``games/<key>/scene.html``; each piece is
    drawn by ``games/<key>/face.html``."""

    has_hands: bool
    """Whether what a seat holds is drawn beside the picture, in its tray; else all of it lies on the table."""
    faces: Callable[[Any], Sequence[str]]
    """All faces that pieces of this game may ever show. ``table`` is the view that everybody has."""
    place_names: Callable[[Any, Mapping[int, str], Speech], Mapping[str, str]]
    """What each place is called, by id: the names of the lists in which pieces are read aloud; by the view
    that everybody has, and the people by seat."""
    looks_at: Callable[[Effect], str]
    """The id of the place that one looks at while the film shows the effect; empty for the whole table."""
