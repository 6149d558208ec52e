"""Effects of this game: one function a kind, in the order of a round.

All of them are public. ``StepRecorder`` calls them.

The table lists the details by kind. The effect's own ``seat`` is the acting seat. Lists of the same effect run in
parallel. Objects are ids, castle 0 is the club room.

======================  =====  =========================================================================================
kind                    rule   details
======================  =====  =========================================================================================
``locations_open``      A3.1   ``seats``, ``locations``: the location cards, all at once
``passes``              A9.3   (none): the seat has no card for the auction house
``auction_opens``       A4.0   ``seats``, ``cards``, ``values``: the action cards at the auction house, all at once
``cards_open``          A9.1   ``seats``, ``locations``, ``cards``, ``values``: everything sealed, all at once
``outbids``             A4.1   ``cheque``; ``beaten_seats``, ``beaten``: the lower cheques, highest first
``buys``                A4.1   ``cheque``, ``window`` (1 or 2), ``object``: the cheque goes into the till
``turns_up``            A4.1   ``window``, ``object``, ``pile``: objects left there, the face-up one included
``pile_ends``           A4.8   ``window``: its last object is gone
``cheques_return``      A4.2   ``seats``, ``cheques``: the others', highest first
``steals_cheque``       A4.3   ``thief``, ``cheque``, ``from_seat``
``thieves_clash``       A4.4   ``seats``, ``thieves``, ``cheque``: what stays in the till (0: none was paid)
``finds_no_cheque``     A4.5   ``thief``
``castle_opens``        A6.0   ``seats``, ``cards``, ``values``: the action cards at the castle, all at once
``exhibitions_open``    A6.1   ``seats``, ``sizes``, ``objects``: all exhibitions in one list, see exhibitions_in
``exhibitions_rank``    A5.3   ``seats``, ``sizes``, ``oldest`` (ids): the best first; told when there are several
``pair_counts``         A6.3   ``castle``, ``space``: of the leading pawn; ``best``, ``second``: the value pair
``exhibitor_moves``     A6.2   ``rank`` (1 or 2), ``size``, ``oldest`` (id), ``by``, ``from_space``, ``to_space``
``steals``              A6.4   ``thief``, ``from_seats``, ``objects``: one from each exhibition that still had one
``finds_nothing_left``  A6.4   ``thief``: every exhibition is bare
``finds_no_show``       A6.5   ``seats``, ``thieves``: nobody exhibits
``arrested``            A6.6   ``thief``, ``detectives``: their seats; ``cell``: 1, those inside move up
``freed``               A7.3   ``thief``
``detective_moves``     A6.7   ``place``, ``level``: others on that space; ``by``, ``from_space``, ``to_space``
``detectives_idle``     A6.9   ``seats``: there is no thief at the castle
``game_stops``          A11.1  ``space``: of the banquet table, which the seat has reached; with the rules of 1990
``exhibits_return``     A6.10  ``seats``, ``sizes``, ``objects``: what was not stolen, see exhibitions_in
``house_closes``        A4.8   (none): both piles are empty; all further rounds are at the castle
``cheques_gone``        A9.2   (none): no hand holds a cheque; all further rounds are at the castle
``round_ends``          A3.5   (none): everybody takes their cards back
``banquet_reached``     A8.1   ``seats``: those at the table, the farthest first; ``spaces``
``rounds_run_out``      A8.5   (none)
``finals_open``         A8.2   ``seats``, ``sizes``, ``objects``: the final exhibitions, see exhibitions_in
``finalist_moves``      A8.2   ``rank`` (1 or 2), ``size``, ``oldest`` (id), ``by``, ``from_space``, ``to_space``
``game_ends``           A8.3   ``seats``: the winner first; ``places``: shared ones repeat
======================  =====  =========================================================================================
"""

from collections.abc import Sequence
from itertools import islice

from engine.adel_verpflichtet.choices import Location
from engine.adel_verpflichtet.components import Castle
from engine.adel_verpflichtet.effects.parts import (
    cards_at,
    exhibitions,
    id_of,
    make_effect,
    numbers,
    present,
    prize,
    split,
    words,
)
from engine.adel_verpflichtet.objects import Object, Objects, oldest, size
from engine.adel_verpflichtet.state import State
from engine.core.effects import Effect
from engine.core.outcome import places
from engine.core.seats import Seat


def exhibitions_in(revealed: Effect) -> tuple[tuple[Seat, tuple[str, ...]], ...]:
    """Return seats and object ids of an effect that shows exhibitions.

    Its kind is ``exhibitions_open``, ``exhibits_return`` or ``finals_open``."""
    sizes, rest = _items(revealed, "sizes"), iter(_items(revealed, "objects"))
    shown = [tuple(str(name) for name in islice(rest, int(count))) for count in sizes]
    return tuple((Seat(int(seat)), objects) for seat, objects in zip(_items(revealed, "seats"), shown, strict=True))


def _items(revealed: Effect, name: str) -> tuple[int | str, ...]:
    listed = revealed.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)


def locations_open(state: State) -> Effect:
    """Report that all location cards are revealed."""
    chosen = state.locations
    return make_effect(state, "A3.1", "locations_open", None, seats=present(chosen), locations=words(chosen))


def passes(state: State, seat: Seat) -> Effect:
    """Report that a seat has no card for the auction house."""
    return make_effect(state, "A9.3", "passes", seat)


def auction_opens(state: State) -> Effect:
    """Report that the action cards at the auction house are revealed."""
    return cards_at(state, "A4.0", "auction_opens", Location.AUCTION_HOUSE)


def castle_opens(state: State) -> Effect:
    """Report that the action cards at the castle are revealed."""
    return cards_at(state, "A6.0", "castle_opens", Location.CASTLE)


def cards_open(state: State) -> Effect:
    """Report that locations and actions are revealed together."""
    actions = [action for action in state.actions if action]
    return make_effect(
        state,
        "A9.1",
        "cards_open",
        None,
        seats=present(state.locations),
        locations=words(state.locations),
        cards=tuple(action.card.value for action in actions),
        values=tuple(action.value for action in actions),
    )


def outbids(state: State, seat: Seat, cheque: int, beaten: Sequence[tuple[int, Seat]]) -> Effect:
    """Report that the highest cheque wins."""
    seats, cheques = split(beaten)
    return make_effect(state, "A4.1", "outbids", seat, cheque=cheque, beaten_seats=seats, beaten=cheques)


def buys(state: State, seat: Seat, window: int, bought: Object) -> Effect:
    """Report that the winner takes an object and pays."""
    return make_effect(state, "A4.1", "buys", seat, cheque=state.paid, window=window + 1, object=id_of(state, bought))


def turns_up(state: State, window: int) -> Effect:
    """Report that the next object of the pile is turned up."""
    pile = state.windows[window]
    return make_effect(state, "A4.1", "turns_up", None, window=window + 1, object=id_of(state, pile[0]), pile=len(pile))


def pile_ends(state: State, window: int) -> Effect:
    """Report that a pile is empty."""
    return make_effect(state, "A4.8", "pile_ends", None, window=window + 1)


def cheques_return(state: State, beaten: Sequence[tuple[int, Seat]]) -> Effect:
    """Report that the cheques that did not win go back."""
    seats, cheques = split(beaten)
    return make_effect(state, "A4.2", "cheques_return", None, seats=seats, cheques=cheques)


def steals_cheque(state: State, seat: Seat, thief: int, cheque: int, payer: Seat) -> Effect:
    """Report that a lone thief takes the cheque just paid."""
    return make_effect(state, "A4.3", "steals_cheque", seat, thief=thief, cheque=cheque, from_seat=int(payer))


def thieves_clash(state: State, thieves: Sequence[tuple[int, Seat]]) -> Effect:
    """Report that several thieves obstruct each other."""
    seats, values = split(thieves)
    return make_effect(state, "A4.4", "thieves_clash", None, seats=seats, thieves=values, cheque=state.paid)


def finds_no_cheque(state: State, seat: Seat, thief: int) -> Effect:
    """Report that a lone thief finds no paid cheque."""
    return make_effect(state, "A4.5", "finds_no_cheque", seat, thief=thief)


def exhibitions_open(state: State) -> Effect:
    """Report that all exhibitions are revealed."""
    return exhibitions(state, "A6.1", "exhibitions_open", state.exhibitions)


def exhibitions_rank(state: State, ranked: Sequence[Seat]) -> Effect:
    """Report the order of the exhibitions, the best first."""
    shown = [state.exhibitions[seat] for seat in ranked]
    return make_effect(
        state,
        "A5.3",
        "exhibitions_rank",
        None,
        seats=numbers(ranked),
        sizes=tuple(size(objects) for objects in shown),
        oldest=tuple(id_of(state, oldest(objects)) for objects in shown),
    )


def pair_counts(state: State, castle: Castle, space: int) -> Effect:
    """Report the value pair at the leading pawn."""
    best, second = castle.pair
    return make_effect(state, "A6.3", "pair_counts", None, castle=castle.number, space=space, best=best, second=second)


def exhibitor_moves(state: State, seat: Seat, rank: int, shown: Objects, by: int) -> Effect:
    """Report that the owner of the best or second best exhibition moves."""
    return prize(state, "A6.2", "exhibitor_moves", seat, rank, shown, by)


def steals(state: State, seat: Seat, thief: int, loot: Sequence[tuple[Seat, Object]]) -> Effect:
    """Report that a thief takes one object from each exhibition."""
    victims = numbers(victim for victim, _ in loot)
    objects = tuple(id_of(state, taken) for _, taken in loot)
    return make_effect(state, "A6.4", "steals", seat, thief=thief, from_seats=victims, objects=objects)


def finds_nothing_left(state: State, seat: Seat, thief: int) -> Effect:
    """Report that a thief finds all exhibitions bare."""
    return make_effect(state, "A6.4", "finds_nothing_left", seat, thief=thief)


def finds_no_show(state: State, thieves: Sequence[tuple[int, Seat]]) -> Effect:
    """Report that the thieves find no exhibition."""
    seats, values = split(thieves)
    return make_effect(state, "A6.5", "finds_no_show", None, seats=seats, thieves=values)


def arrested(state: State, seat: Seat, thief: int, detectives: Sequence[Seat]) -> Effect:
    """Report that a thief enters cell 1 and those inside move up."""
    return make_effect(state, "A6.6", "arrested", seat, thief=thief, detectives=numbers(detectives), cell=1)


def freed(state: State, seat: Seat, thief: int) -> Effect:
    """Report that a thief is pushed out of the last cell."""
    return make_effect(state, "A7.3", "freed", seat, thief=thief)


def detective_moves(state: State, seat: Seat, place: int, level: Sequence[Seat]) -> Effect:
    """Report that a detective's owner moves by the place of their pawn."""
    there = state.pawns[seat]
    return make_effect(
        state,
        "A6.7",
        "detective_moves",
        seat,
        place=place,
        level=numbers(level),
        by=place,
        from_space=there - place,
        to_space=there,
    )


def detectives_idle(state: State, detectives: Sequence[Seat]) -> Effect:
    """Report that there is no thief to catch."""
    return make_effect(state, "A6.9", "detectives_idle", None, seats=numbers(detectives))


def game_stops(state: State, seat: Seat) -> Effect:
    """Report that a pawn reaches the banquet table and stops the game at once."""
    return make_effect(state, "A11.1", "game_stops", seat, space=state.pawns[seat])


def exhibits_return(state: State, returned: Sequence[Objects]) -> Effect:
    """Report that objects that were not stolen go back into the hands."""
    return exhibitions(state, "A6.10", "exhibits_return", returned)


def house_closes(state: State) -> Effect:
    """Report that both piles are empty."""
    return make_effect(state, "A4.8", "house_closes", None)


def cheques_gone(state: State) -> Effect:
    """Report that no hand holds a cheque."""
    return make_effect(state, "A9.2", "cheques_gone", None)


def round_ends(state: State) -> Effect:
    """Report that all players take their cards back."""
    return make_effect(state, "A3.5", "round_ends", None)


def banquet_reached(state: State, seats: Sequence[Seat]) -> Effect:
    """Report the pawns at the banquet table at the end of a round."""
    spaces = tuple(state.pawns[seat] for seat in seats)
    return make_effect(state, "A8.1", "banquet_reached", None, seats=numbers(seats), spaces=spaces)


def rounds_run_out(state: State) -> Effect:
    """Report that the last round that may be played is over."""
    return make_effect(state, "A8.5", "rounds_run_out", None)


def finals_open(state: State) -> Effect:
    """Report that the final exhibitions are revealed."""
    return exhibitions(state, "A8.2", "finals_open", state.finals)


def finalist_moves(state: State, seat: Seat, rank: int, shown: Objects, by: int) -> Effect:
    """Report that the owner of the best or second best final exhibition moves."""
    return prize(state, "A8.2", "finalist_moves", seat, rank, shown, by)


def game_ends(state: State, ranking: Sequence[Sequence[Seat]]) -> Effect:
    """Report the places."""
    return make_effect(state, "A8.3", "game_ends", None, **places(ranking))
