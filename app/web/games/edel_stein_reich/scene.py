"""How the table of Edel, Stein & Reich looks as a picture of pieces."""

from collections.abc import Mapping

from app.web.text.sentences import Speech
from engine.core.happenings import Happening
from engine.core.picture import BACK
from engine.edel_stein_reich.picture import places
from engine.edel_stein_reich.view_types import TableView


class EdelScene:
    """The looks of this game's table."""

    def faces(self, table: TableView) -> tuple[str, ...]:
        """All faces of pieces."""
        cards = [f"gem-card-{card.id}" for card in table.gem_cards]
        events = [f"event-{face.face}" for face in table.faces]
        return (*cards, *events, *(f"action-{action}" for action in table.actions), f"{BACK}action")

    def place_names(self, table: TableView, names: Mapping[int, str], speech: Speech) -> dict[str, str]:
        """What each place is called."""
        return {place.id: place.id for place in places(table)}

    def looks_at(self, happening: Happening) -> str:
        """Where one looks."""
        return ""
