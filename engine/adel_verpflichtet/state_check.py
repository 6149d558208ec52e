"""Check that a table can wait at a state and play on from it.

Every check stands under its clause. Each check may rely on those before it, so only the first fault of a state is
meaningful. A position that the rules allow is sound, even if no game leads to it. A state in the middle of a
resolution is a fault, because nobody waits there."""

from collections.abc import Iterator
from itertools import chain

from engine.adel_verpflichtet.choices import Card, Location
from engine.adel_verpflichtet.objects import size
from engine.adel_verpflichtet.rules import auction, castle, ending, exhibition, rounds
from engine.adel_verpflichtet.rules.setup import TABLE_SIZES
from engine.adel_verpflichtet.state import Rules, Stage, State, Variant, cards_played, seats_of
from engine.core.seats import Seat

FIRST_STAGES = (Stage.LOCATION, Stage.LOCATION_ACTION, Stage.ACTION)
"""Stages at which nobody has played an action card yet."""


def fault(state: State) -> str | None:
    """Return the first breach of the rules, its clause first; None if sound."""
    return next(_faults(state), None)


def _faults(state: State) -> Iterator[str]:
    yield from _seating(state)
    yield from _components(state)
    yield from _progress(state)
    if state.stage is Stage.OVER:
        yield from _nothing_played(state)
        yield from _end(state)
        return
    if any(state.finals) or state.reason:
        yield "A8.1: an end before the end"
    yield from _house(state)
    if state.stage in FIRST_STAGES:
        yield from _nothing_played(state)
        yield from _first_stage(state)
        return
    yield from _locations(state)
    yield from _actions(state)
    if state.stage is Stage.PURCHASE:
        yield from _purchase(state)
    else:
        yield from _payment(state)
        yield from _castle(state)


def _seating(state: State) -> Iterator[str]:
    table = state.table
    seats = len(table.colours)
    about_seats = (state.pawns, state.hands, state.cheques, state.thieves, state.locations, state.actions)
    if seats not in TABLE_SIZES or any(len(entries) != seats for entries in (*about_seats, state.exhibitions)):
        yield "A1.1: seats that are too few or too many, or one of which something is not told"
    if len(state.finals) != seats:
        yield "A8.2: a final exhibition of nobody"
    if len(set(table.colours) & table.edition.colours.keys()) != seats:
        yield "A2.1: a colour that is not in the box, or twice at the table"
    if (table.variant is not None) != (seats == 2):
        yield "A9.1: a variant is for two seats, and two seats need one"


def _components(state: State) -> Iterator[str]:
    """Check that every component is in exactly one place, in its order."""
    edition = state.table.edition
    colours = [edition.colours[name] for name in state.table.colours]
    piles = [*chain(*state.windows)]
    objects = [*state.hands, *state.exhibitions, *piles]
    # as many bits as objects in all: no two sets share one
    if sum(objects) != (1 << len(edition.objects)) - 1 or sum(map(size, objects)) != len(edition.objects):
        yield "A1.4: an object is missing or twice there"
    if sum(piles) & state.seen:
        yield "A10.3: an object of a pile was bought or exhibited"
    if sum(state.exhibitions) & ~state.seen:
        yield "A10.3: an object on show was never shown"
    if sorted(chain(state.till, *state.cheques)) != sorted(chain(*(colour.cheques for colour in colours))):
        yield "A1.2: a cheque is missing, twice there or of no colour at the table"
    if any(list(row) != sorted(row, reverse=True) for row in (state.till, *state.cheques)):
        yield "A1.2: cheques lie with the highest first"
    free = [tuple(thief for thief in colour.thieves if thief not in state.cells) for colour in colours]
    if [*state.thieves] != free:
        yield "A1.2: a thief is neither in the cells nor with its owner"
    if len(state.cells) + sum(map(len, free)) != sum(len(colour.thieves) for colour in colours):
        yield "A1.2: a thief in the cells is twice there or of no colour at the table"
    if len(state.cells) > len(colours):
        yield "A7.1: more thieves than cells"


def _progress(state: State) -> Iterator[str]:
    edition = state.table.edition
    if not 1 <= state.round <= ending.LAST_ROUND:
        yield "A8.5: a round that is never played"
    last = edition.banquet_space - 1
    if state.stage is Stage.OVER or (state.stage is Stage.THEFT and state.table.rules is Rules.OF_2000):
        # exhibitors have moved in the round in which the leader stood before the banquet table
        last += max(castle.pair[0] for castle in edition.castles)
    if state.stage is Stage.OVER:
        last += len(state.pawns) + max(ending.FINAL_MOVES)
    if max(state.pawns) > last:
        yield "A8.1: a pawn stands farther than it can have come"
    if state.covered is not None:
        yield "A4.1: the next object of a pile is not turned up"


def _house(state: State) -> Iterator[str]:
    """Check that the auction house is closed if it must be.

    In a round with a purchase it was open."""
    closes = rounds.closes(state)
    if state.closed and (state.paid or not closes):
        yield "A4.8: the auction house is closed while it sells"
    if closes and not state.closed and not state.paid:
        yield "A4.8: the auction house is open and has nothing to sell"


def _nothing_played(state: State) -> Iterator[str]:
    if any(state.actions) or state.castle_open or any(state.exhibitions) or state.prowling or state.paid:
        yield "A3.5: a card of another round"
    if state.stage is Stage.OVER and any(state.locations):
        yield "A3.5: a location of another round"


def _first_stage(state: State) -> Iterator[str]:
    """Check the first stage of the round, or the one after the locations."""
    first, place = rounds.first_stage(state.table, state.closed, state.round)
    if state.stage is first:
        if any(location is not place for location in state.locations):
            yield "A3.1: a location that nobody chose"
    elif (first, state.stage) != (Stage.LOCATION, Stage.ACTION):
        yield "A3.1: a round of this table does not begin so"
    else:
        yield from _locations(state)
        for seat in seats_of(state):
            if state.locations[seat] is Location.AUCTION_HOUSE and not auction.can_act(state, seat):
                yield "A3.4: a seat at the auction house has no card for it"


def _locations(state: State) -> Iterator[str]:
    _, place = rounds.first_stage(state.table, state.closed, state.round)
    if not all(state.locations):
        yield "A3.1: a seat is nowhere"
    if place is not None and any(location is not place for location in state.locations):
        yield "A9.2: a seat is where nobody goes this round"


def _actions(state: State) -> Iterator[str]:
    """Check that every seat plays a card that it has and may play where it is."""
    for seat in seats_of(state):
        action, thieves = state.actions[seat], state.thieves[seat]
        if state.locations[seat] is Location.CASTLE:
            # exhibited objects have left the hand
            can_exhibit = state.stage is Stage.THEFT or exhibition.can_exhibit(state.table.edition, state.hands[seat])
            if action not in castle.cards(thieves, can_exhibit):
                yield "A3.2: a seat at the castle plays what it may not"
        elif action is None:
            if state.table.variant is not Variant.CONFRONTATION or auction.can_act(state, seat):
                yield "A9.3: a seat that can play a card passes"
        elif action not in auction.cards((*state.cheques[seat], *_spent(state, seat)), thieves):
            yield "A3.2: a seat at the auction house plays what it may not"


def _spent(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the cheque that the seat has paid this round."""
    bids = cards_played(state, Location.AUCTION_HOUSE, Card.CHEQUE)
    return (state.paid,) if state.paid and bids and bids[0] == (state.paid, seat) else ()


def _purchase(state: State) -> Iterator[str]:
    """Check that the winner of the auction has the choice between two objects."""
    first, _ = rounds.first_stage(state.table, state.closed, state.round)
    if not cards_played(state, Location.AUCTION_HOUSE, Card.CHEQUE) or not all(state.windows):
        yield "A4.1: nobody buys, or there is nothing to choose from"
    if state.paid or state.prowling or any(state.exhibitions):
        yield "A4.0: what comes later is done before the purchase"
    if state.castle_open != (first is Stage.LOCATION_ACTION):
        yield "A4.0: the castle's cards open after the purchase, and at once if all are sealed together"


def _payment(state: State) -> Iterator[str]:
    """Check that the highest cheque is paid.

    It lies in the till, or with a lone thief."""
    bids = cards_played(state, Location.AUCTION_HOUSE, Card.CHEQUE)
    if state.paid != (bids[0][0] if bids else 0):
        yield "A4.1: the highest cheque is not the one that was paid"
    thieves = cards_played(state, Location.AUCTION_HOUSE, Card.THIEF)
    holder = state.cheques[thieves[0][1]] if len(thieves) == 1 else state.till
    if state.paid and state.paid not in holder:
        yield "A4.3: the cheque paid is neither in the till nor with the one thief there"


def _castle(state: State) -> Iterator[str]:
    """Check that exhibitions are to be chosen, or that the next thief has a choice."""
    thieves = tuple(thief for thief, _ in cards_played(state, Location.CASTLE, Card.THIEF))
    exhibitors = castle.exhibitors(state)
    if not state.castle_open or not exhibitors:
        yield "A6.1: nobody exhibits, or the castle's cards are closed"
    if state.stage is Stage.EXHIBITION:
        if state.prowling != thieves:
            yield "A6.4: other thieves are to steal than those at the castle"
        if any(state.exhibitions):
            yield "A6.1: something is on show before all exhibitions are sealed"
        return
    acted = len(thieves) - len(state.prowling)
    if not state.prowling or state.prowling != thieves[acted:]:
        yield "A6.4: nobody is to steal, or others than those at the castle"
    for seat in seats_of(state):
        shown = state.exhibitions[seat]
        if shown and seat not in exhibitors:
            yield "A6.1: a seat that does not exhibit shows something"
        if seat in exhibitors and size(shown) < exhibition.SMALLEST - acted:
            yield "A5.1: an exhibition was too small"
        if shown and not acted and not exhibition.is_valid(state.table.edition, shown):
            yield "A5.1: an exhibition is none"
    if all(size(shown) < 2 for shown in state.exhibitions):
        yield "A4.0: the next thief has nothing to choose"


def _end(state: State) -> Iterator[str]:
    edition = state.table.edition
    if any(shown != exhibition.best(edition, hand) for shown, hand in zip(state.finals, state.hands, strict=True)):
        yield "A8.2: a final exhibition is not the most valuable one"
    before = [*state.pawns]
    for seat, by in ending.prizes(state.finals):
        before[seat] -= by
    if min(before) < 0:
        yield "A8.2: a pawn stands nearer than the final exhibition moved it"
    if max(before) >= edition.banquet_space:
        if state.reason != ending.BANQUET:
            yield "A8.1: the banquet table was reached"
        if state.table.rules is Rules.OF_1990 and sum(space >= edition.banquet_space for space in before) > 1:
            yield "A11.1: a second pawn has reached the banquet table"
    elif state.reason != ending.ROUNDS or state.round != ending.LAST_ROUND:
        yield "A8.5: neither the banquet table nor the last round was reached"
    if state.closed and not rounds.closes(state):
        yield "A4.8: the auction house is closed while it sells"
