"""Presenter of a table that is drawn as a picture of pieces."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.web.text.sentences import Speech
from engine.core.effects import Effect


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class ScenePresenter:
    """Drawing of one game's table.

    Ground and places are in ``games/<key>/scene.html``; ``games/<key>/face.html`` draws each piece."""

    has_hands: bool
    """True if the pieces of a seat are drawn in its tray beside the picture.

    Otherwise all of them lie on the table."""
    faces: Callable[[Any], Sequence[str]]
    """Faces that pieces of this game may ever show. ``table`` is the public view."""
    place_names: Callable[[Any, Mapping[int, str], Speech], Mapping[str, str]]
    """Name of each place by id, from the public view and the names by seat.

    Screen readers announce the lists of pieces by these names."""
    looks_at: Callable[[Effect], str]
    """Id of the place that the film shows for the effect; empty for the whole table."""
