"""What is told of a whole game of which nothing but its happenings is known."""

from collections.abc import Mapping, Sequence

from app.rooms.model.opening import Opening
from app.web.games.chronicle import Chart, Deeds, Highlight, Row, Ties
from app.web.text.sentences import Speech
from engine.core.happenings import Happening


class PlainChronicle:
    """The log tells it all; there is nothing to count."""

    def topics(self, speech: Speech) -> Mapping[str, str]:
        """None."""
        return {}

    def topic(self, happening: Happening) -> str:
        """None."""
        return ""

    def rounds(self, openings: Sequence[Opening], speech: Speech) -> Sequence[Row]:
        """No card is known as one."""
        return ()

    def chart(self, openings: Sequence[Opening], seats: int, speech: Speech) -> Chart:
        """No points in time."""
        return Chart("", "", "", (), {}, {})

    def deeds(self, openings: Sequence[Opening], seats: int, speech: Speech) -> Deeds:
        """None."""
        return Deeds((), {})

    def ties(self, openings: Sequence[Opening], speech: Speech) -> Ties:
        """None."""
        return Ties("", "", {})

    def reads(self, openings: Sequence[Opening], speech: Speech) -> Ties:
        """None."""
        return Ties("", "", {})

    def highlights(self, openings: Sequence[Opening], speech: Speech) -> Sequence[Highlight]:
        """None."""
        return ()


CHRONICLE = PlainChronicle()
