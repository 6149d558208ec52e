"""Lesson of Adel verpflichtet: its cards, and sentences for three rounds.

Each phase of these rounds has its sentence."""

from collections.abc import Iterator, Mapping, Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.adel_verpflichtet import coach_spots as spots
from app.web.games.adel_verpflichtet.coach_view import CoachView
from app.web.games.coach import (
    CHOICES,
    INVITES,
    PLAYED,
    PRESS_SEAL,
    ROUNDS,
    SEAL,
    SEALING,
    SEALS,
    SEATS,
    Line,
    nothing,
    place,
)
from app.web.text.languages import mark

GOAL = mark("The pawn that is furthest along the track at the end wins.")
CARDS = (
    mark("Everyone secretly chooses the auction house or the castle."),
    mark("Auction house: the highest cheque buys; a lone thief steals that cheque."),
    mark("Castle: the two best exhibitions move their owners forward."),
    mark("Thieves rob what you show; detectives send thieves to the cells."),
    mark("Someone reaches the banquet: that's the last round, and the pawn furthest along wins."),
)
CARDS_OF_1990 = (
    *CARDS[:-1],
    mark("Someone reaches the banquet: the game stops at once, and the pawn furthest along wins."),
)
"""Cards for the rules of 1990: the last says that the game ends at once (A11.1)."""

DEALS = (33, 149, 383)

BEGINS = ("location", "location_action")
"""Kinds of asks that begin a round."""

LINES: Mapping[str, Sequence[Line[CoachView]]] = {
    "goal": (Line(1, GOAL, lambda _: (spots.PAWNS, place("banquet"))),),
    "location": (
        Line(
            1,
            mark("Buy objects at the auction house, or go to the castle to show, steal or catch."),
            lambda _: (CHOICES,),
        ),
        Line(2, mark("Press a player to see what they hold: objects, cheques and thieves."), lambda _: (SEATS,)),
        Line(
            3,
            mark("The leading pawn decides how many spaces the best two exhibitions earn."),
            lambda seat_view: (spots.PAIR, *spots.leaders(seat_view)),
        ),
    ),
    SEALING: (Line(1, PRESS_SEAL, lambda _: (SEAL, SEALS)),),
    "reveal": (Line(1, mark("Everyone's choice is revealed at once: now you can see who is where."), spots.everybody),),
    "auction": (
        Line(
            1,
            mark("Play a cheque to buy an object, or a thief to steal the cheque that someone else pays."),
            lambda seat_view: (*spots.cheques(seat_view), *spots.thieves(seat_view)),
        ),
        Line(
            2,
            mark("If you're alone here, your lowest cheque is enough."),
            lambda seat_view: spots.cheques(seat_view)[-1:],
        ),
        Line(3, mark("Two thieves here get in each other's way and leave empty-handed."), lambda _: (SEATS,)),
    ),
    "castle": (
        Line(
            1,
            mark("Play Exhibit to move, a thief to rob exhibitions, or the detective to catch thieves."),
            lambda seat_view: (*spots.thieves(seat_view), *spots.own(seat_view, "detective", "exhibit")),
        ),
        Line(
            2,
            mark("A thief robs whoever shows, and a detective catches whoever steals."),
            lambda seat_view: (*spots.thieves(seat_view), *spots.own(seat_view, "detective")),
        ),
        Line(
            3,
            mark("A catch earns you more the further back you are: 1 space in first place, 2 in second, 3 in third."),
            lambda seat_view: spots.own(seat_view, "pawn", "detective"),
        ),
    ),
    "purchase": (
        Line(1, mark("The highest cheque takes one of these two objects."), lambda _: spots.WINDOWS),
        Line(
            2,
            mark("A letter next to yours makes your exhibition bigger."),
            lambda seat_view: (*spots.WINDOWS, *spots.objects(seat_view)),
        ),
    ),
    "exhibition": (
        Line(
            1,
            mark("Show at least three objects with no gap in their letters, such as B C C D: the more, the better."),
            spots.objects,
        ),
        Line(2, mark("If two exhibitions are the same size, the oldest object wins."), spots.objects),
        Line(3, mark("Hold back what you can't bear to lose: thieves take only what you show."), spots.objects),
    ),
    "theft": (
        Line(1, mark("Your thief takes one object from every exhibition."), spots.exhibitors),
        Line(2, mark("What you steal is yours, even if your thief is caught."), spots.exhibitors),
    ),
    "moves": (
        Line(
            1,
            mark("The best exhibition earns the first number of spaces, the second best the second."),
            lambda _: (spots.PAIR, spots.PAWNS),
        ),
    ),
    "arrest": (
        Line(
            1,
            mark("A caught thief waits in the cells until later arrests push it out."),
            lambda _: (spots.CELLS,),
        ),
    ),
    "numbers": (
        Line(
            1,
            mark("Thieves have numbers: the highest one at the castle steals first."),
            lambda seat_view: spots.thieves(seat_view) or (SEATS,),
        ),
    ),
    "end": (
        Line(1, mark("That was a whole round. To see it again, press Last round."), lambda _: (PLAYED,)),
        Line(
            2,
            mark("What was paid, stolen or caught is gone; everything else goes back to its owner."),
            lambda seat_view: (spots.TILL, *spots.cards(seat_view)),
        ),
    ),
    "known": (Line(1, mark("You know all you need."), nothing, is_last=True),),
    "known_lesson": (
        Line(
            1,
            mark("You know all you need: play on, or press Play with friends."),
            lambda _: (INVITES,),
            is_last=True,
        ),
    ),
}
"""Sentences of each phase: for its first time, its second, and so on."""


def phases(seat_view: CoachView, kind: str, reveals: Sequence[Reveal], *, is_lesson: bool) -> Iterator[tuple[str, int]]:
    """Yield the phases that have come up, each with its round, in speaking order.

    ``kind`` is the kind of the viewer's ask, or empty."""
    table = seat_view.table
    begins = table.stage in BEGINS
    if begins:
        yield "goal", table.round
        before = kinds(reveals, table.round - 1)
        knows_all = table.round > ROUNDS
        if "exhibitor_moves" in before or knows_all:
            yield "moves", table.round - 1
        if "arrested" in before or knows_all:
            yield "arrest", table.round - 1
        if knows_all:
            # phases that have not come up are explained before the lesson ends
            yield from ((phase, 1) for phase in ("auction", "castle", "numbers"))
            yield "known_lesson" if is_lesson else "known", table.round
            return
        if table.round > 1:
            yield "end", table.round - 1
    elif "locations_open" in kinds(reveals, table.round):
        yield "reveal", table.round
    if not kind:
        return
    if kind in BEGINS:
        yield "location", table.round
    if kind == "action":
        yield "castle" if seat_view.here == "castle" else "auction", table.round
        if seat_view.here == "castle" and any(seat_view.table.seats[seat].thieves for seat in seat_view.beside):
            yield "numbers", table.round
    elif kind == "location_action":
        yield "auction", 1
        yield "castle", 1
    elif kind in LINES:
        yield kind, table.round
    yield SEALING, table.round


def is_over(seat_view: CoachView) -> bool:
    """Return whether the lesson's rounds and the comments on the last one are over."""
    table = seat_view.table
    return table.round > ROUNDS + 1 or (table.round == ROUNDS + 1 and table.stage not in BEGINS)


def kinds(reveals: Sequence[Reveal], round: int) -> frozenset[str]:
    """Return the kinds of all effects in that round."""
    return frozenset(effect.kind for reveal in reveals for effect in reveal.effects if effect.round == round)
