"""What the actions may bring the seats at a table, as a bot sees it."""

from engine.edel_stein_reich.bot.values import Position, position_in
from engine.edel_stein_reich.choices import Action, Choice, Score, Take, Word
from engine.edel_stein_reich.gems import COLOURS, kinds
from engine.edel_stein_reich.view_types import EventCardView, TableView

SURPRISE = {"score": 6.0, "four_each": 2.0, "swap": 2.5, "return_one": 2.0, "take_three": 4.0, "halve": 0.5}
"""What an immediate card that cannot be weighed beforehand may bring, in millions."""

PAIR = 1.4
"""How much more the free choice of two gems for one brings than that of a single gem."""


class Weighing:
    """What is thought of one moment; events are weighed once for each seat."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.position = position_in(view)
        self._events: dict[int, tuple[float, float]] = {}

    def gain(self, seat: int, action: Action) -> float:
        """What an action brings a seat that carries it out alone."""
        before = self.position.outlook(seat)
        if action is Action.FREE_CHOICE:
            singles = [
                self.position.after(seat, Take(colour), None).outlook(seat) for colour in kinds(self.view.supply)
            ]
            return PAIR * (max(singles, default=before) - before)
        return self.carried_out(self.position, seat, action).outlook(seat) - before

    def carried_out(self, position: Position, seat: int, action: Action) -> Position:
        """Such a position once a seat has carried out an action; an event counts as if it were money."""
        if action is Action.EVENT:
            return position.paid(seat, max(self.event_gains(seat)))
        seats = self.view.seats
        shown = seats[seat].gem_card or next((other.gem_card for other in seats if other.gem_card), None)
        if shown is None:
            return position
        return position.paid(seat, shown.money) if action is Action.MONEY else position.taken(seat, shown.gems)

    def event_gains(self, seat: int) -> tuple[float, float]:
        """What the open event card brings a seat, and what an unseen one on the average."""
        if seat not in self._events:
            before = self.position.outlook(seat)
            self._events[seat] = self._open_event(seat, before), self._unseen_event(seat, before)
        return self._events[seat]

    def _open_event(self, seat: int, before: float) -> float:
        card = self.view.open_event
        if card is None:
            return 0.0
        if card.scoring:
            return self.position.with_card(seat, card).outlook(seat) - before
        deeds = plain_deeds(self.position, card)
        if not deeds:
            return SURPRISE[card.effect]
        return max(0.0, max(self.position.after(seat, deed, card).outlook(seat) for deed in deeds) - before)

    def _unseen_event(self, seat: int, before: float) -> float:
        total = worth = 0.0
        for face in self.view.faces:
            total += face.copies
            if face.scoring:
                card = self.position.with_card(seat, face)
                worth += face.copies * (card.outlook(seat) - before)
            else:
                worth += face.copies * SURPRISE[face.effect]
        return worth / total


def plain_deeds(position: Position, card: EventCardView) -> tuple[Choice, ...]:
    """The ways to carry out a card that can be weighed beforehand; none where there are too many."""
    match card.effect:
        case "score":
            return tuple(map(Score, COLOURS))
        case "four_each":
            return (Word.FOUR_EACH,)
        case "return_one":
            return (Word.RETURN_ONE,)
        case "take_three":
            return tuple(map(Take, kinds(position.supply)))
        case "halve":
            return (Word.HALVE,)
    return ()
