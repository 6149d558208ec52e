"""How the table of Adel verpflichtet looks as a picture of pieces."""

from collections.abc import Mapping

from app.web.text.sentences import Speech
from engine.adel_verpflichtet.picture import places
from engine.adel_verpflichtet.view_types import TableView
from engine.core.happenings import Happening
from engine.core.picture import BACK


class AdelScene:
    """The looks of this game's table."""

    def faces(self, table: TableView) -> tuple[str, ...]:
        """All faces of pieces."""
        things = [f"{series.letter}{year}" for series in table.series for year in series.years]
        cheques = [f"cheque-{value}" for value in range(1, 41)]
        thieves = [f"thief-{value}" for value in range(1, 17)]
        backs = [f"{BACK}{kind}" for kind in ("location", "card", "object")]
        cards = ["detective", "exhibit", "location-castle", "location-auction_house"]
        return (*things, *cheques, *thieves, *cards, *backs, *(f"pawn-{seat.colour}" for seat in table.seats))

    def place_names(self, table: TableView, names: Mapping[int, str], speech: Speech) -> dict[str, str]:
        """What each place is called."""
        return {place.id: place.id for place in places(table)}

    def looks_at(self, happening: Happening) -> str:
        """Where one looks."""
        return ""
