"""What a game whose table is a picture of pieces brings along to be drawn."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.web.text.sentences import Speech
from engine.core.happenings import Happening


class SceneLooks(Protocol):
    """How one game's table looks. Its ground and where its places stand is ``games/<key>/scene.html``; each piece is
    drawn by ``games/<key>/face.html``."""

    @property
    def has_hands(self) -> bool:
        """Whether what a seat holds is drawn beside the picture, in its tray; else all of it lies on the table."""
        ...

    def faces(self, table: Any) -> Sequence[str]:
        """All faces that pieces of this game may ever show. ``table`` is the view that everybody has."""
        ...

    def place_names(self, table: Any, names: Mapping[int, str], speech: Speech) -> Mapping[str, str]:
        """What each place is called, by id: the names of the lists in which pieces are read aloud. ``names`` are the
        people by seat."""
        ...

    def looks_at(self, happening: Happening) -> str:
        """The id of the place that one looks at while the film shows the happening; empty for the whole table."""
        ...
