"""Unsound states: each is refused for its own reason, and would load unchecked."""

from collections.abc import Callable
from functools import cache

import pytest

from engine.adel_verpflichtet import GAME, state_check
from engine.adel_verpflichtet.choices import DETECTIVE, EXHIBIT, Location, cheque, thief
from engine.adel_verpflichtet.edition import read_shipped
from engine.adel_verpflichtet.state import Rules, Stage, State, Variant
from engine.core.errors import BadDumpError
from tests.engine.adel_verpflichtet.tables import ADA, BEN, CARLA, DORA, a_table, play
from tests.engine.damage import sentences

A, B, C = (read_shipped().set_of(ids.split()) for ids in ("A1598 A1621 A1655", "D1737 E1583 F1672", "C1571"))
EVERY_CASTLE = (Location.CASTLE,) * 3
AT_CASTLE = "castle | castle | castle"


@cache
def first_state() -> State:
    """Return three seats that choose where to go; Ada can exhibit twice."""
    return a_table(3, hands={ADA: "A1598 A1621 A1655 D1737 E1583 F1672 C1571", CARLA: "C1468"})


@cache
def chosen() -> State:
    """Return a table with Ada at the castle, the others at the auction house."""
    return play(first_state(), "castle | auction_house | auction_house").state


@cache
def buying() -> State:
    """Return a purchase of Ben with his 24; Carla's thief waits, Ada is to exhibit."""
    return play(chosen(), "exhibit | cheque 24 | thief 8").state


@cache
def showing() -> State:
    """Return a table at which Carla has the cheque and Ada is to exhibit."""
    first = buying().windows[0][0]
    return play(buying(), f"buy {read_shipped().ids(first)[0]}").state


@cache
def stealing() -> State:
    """Return a theft of Ada's bowls by Ben's thief, then Carla's."""
    return play(first_state(), AT_CASTLE, "exhibit | thief 9 | thief 8", "show A1598 A1621 A1655").state


@cache
def sold_out() -> State:
    """Return a table with the auction house closed."""
    return a_table(3, piles=("", ""))


@cache
def confrontation() -> State:
    """Return two seats at the auction house; the one with the higher cheque buys."""
    return play(a_table(2, variant="confrontation"), "cheque 25 | cheque 24").state


@cache
def stop_at_banquet() -> State:
    """Return a game of 1990 stopped by Ada's detective, without exhibitions."""
    state = a_table(3, pawns=(51, 0, 0), rules="1990")
    return play(state, AT_CASTLE, "detective | thief 9 | detective").state


def over() -> State:
    """Return a finished game after 200 rounds, with only Ada's exhibition."""
    state = a_table(3, number=200, hands={ADA: "A1598 A1621 A1655"})
    return play(state, AT_CASTLE, "detective | detective | detective").state


def hold(state: State, hand: int, on_show: int) -> State:
    """Return a table with this in Ada's hand and on show."""
    return state._replace(hands=(hand, *state.hands[1:]), exhibitions=(on_show, 0, 0), seen=state.seen | on_show)


def third_thief() -> State:
    """Return a theft of one object by the last of three thieves, unasked."""
    table = a_table(4, hands={ADA: "A1598 A1621 A1655"})
    state = play(table, f"{AT_CASTLE} | castle", "exhibit | thief 9 | thief 8 | thief 7", "show A1598 A1621 A1655")
    oldest, other, last = (read_shipped().bits[name] for name in ("A1598", "A1621", "A1655"))
    hands = [0, oldest, other, state.state.hands[DORA]]
    return state.state._replace(hands=tuple(hands), exhibitions=(last, 0, 0, 0), prowling=(7,))


def one_pile_left() -> State:
    """Return a table with the second pile in Carla's hand."""
    state = buying()
    first, second = state.windows
    return state._replace(windows=(first, ()), hands=(*state.hands[:2], state.hands[2] | sum(second)))


def unpaid() -> State:
    """Return a table with Ben's cheque in his hand, though his object was bought."""
    state = showing()
    return state._replace(paid=0, cheques=(state.cheques[ADA], (24, 14, 10, 2), (23, 17, 7, 3)))


SPOILT: dict[str, Callable[[], State]] = {
    "A1.1 a pawn too few": lambda: first_state()._replace(pawns=(0, 0)),
    "A8.2 finals of two": lambda: first_state()._replace(finals=(0, 0)),
    "A2.1 a colour twice": lambda: first_state()._replace(
        table=first_state().table._replace(colours=("beige", "beige", "green"))
    ),
    "A9.1 a variant for three": lambda: first_state()._replace(
        table=first_state().table._replace(variant=Variant.SURPRISE)
    ),
    "A1.4 a lost hand": lambda: first_state()._replace(hands=(0, *first_state().hands[1:])),
    "A10.3 seen in the pile": lambda: first_state()._replace(seen=first_state().windows[0][0]),
    "A10.3 on show and unseen": lambda: stealing()._replace(seen=0),
    "A1.2 a lost cheque": lambda: first_state()._replace(cheques=((25, 16, 8), *first_state().cheques[1:])),
    "A1.2 cheques from the lowest": lambda: first_state()._replace(
        cheques=((1, 8, 16, 25), *first_state().cheques[1:])
    ),
    "A1.2 a lost thief": lambda: first_state()._replace(thieves=((10,), *first_state().thieves[1:])),
    "A1.2 another's thief": lambda: first_state()._replace(thieves=((9, 2), (10, 1), (8, 3))),
    "A1.2 caught twice": lambda: first_state()._replace(cells=(9, 9), thieves=((10, 1), (2,), (8, 3))),
    "A1.2 a stranger in the cells": lambda: first_state()._replace(cells=(7,)),
    "A7.1 four in three cells": lambda: first_state()._replace(cells=(1, 2, 3, 8), thieves=((10,), (9,), ())),
    "A8.5 no round": lambda: first_state()._replace(round=0),
    "A8.5 a round too many": lambda: first_state()._replace(round=201),
    "A8.1 at the banquet already": lambda: first_state()._replace(pawns=(52, 0, 0)),
    "A8.1 farther than anybody": lambda: stealing()._replace(pawns=(60, 0, 0)),
    "A8.1 a reason too early": lambda: first_state()._replace(reason="rounds"),
    "A4.1 a window covered": lambda: first_state()._replace(covered=1),
    "A4.8 closed with full piles": lambda: first_state()._replace(
        closed=True, stage=Stage.ACTION, locations=EVERY_CASTLE
    ),
    "A4.8 open with empty piles": lambda: sold_out()._replace(
        closed=False, stage=Stage.LOCATION, locations=(None,) * 3
    ),
    "A4.8 closed at the end": lambda: over()._replace(closed=True),
    "A3.5 a card too early": lambda: first_state()._replace(actions=(DETECTIVE, None, None)),
    "A3.5 a thief too early": lambda: chosen()._replace(prowling=(9,)),
    "A3.5 a location too late": lambda: over()._replace(locations=EVERY_CASTLE),
    "A3.1 somewhere too early": lambda: first_state()._replace(locations=(Location.CASTLE, None, None)),
    "A3.1 no stage of three": lambda: first_state()._replace(stage=Stage.LOCATION_ACTION),
    "A3.1 nowhere": lambda: chosen()._replace(locations=(Location.CASTLE, None, Location.CASTLE)),
    "A3.4 nothing to play": lambda: chosen()._replace(
        cheques=(chosen().cheques[ADA], (), chosen().cheques[CARLA]),
        till=(24, 14, 10, 2),
        cells=(9, 2),
        thieves=((10, 1), (), (8, 3)),
    ),
    "A9.2 alone at the castle": lambda: confrontation()._replace(
        locations=(Location.CASTLE, Location.AUCTION_HOUSE), actions=(DETECTIVE, cheque(24))
    ),
    "A3.2 a cheque at the castle": lambda: buying()._replace(actions=(cheque(25), cheque(24), thief(8))),
    "A3.2 a detective at the auction": lambda: buying()._replace(actions=(EXHIBIT, cheque(24), DETECTIVE)),
    "A3.2 another's cheque": lambda: buying()._replace(actions=(EXHIBIT, cheque(25), thief(8))),
    "A9.3 a pass with cards": lambda: buying()._replace(actions=(EXHIBIT, cheque(24), None)),
    "A4.1 one object to choose from": one_pile_left,
    "A4.1 nobody buys": lambda: buying()._replace(actions=(EXHIBIT, thief(9), thief(8))),
    "A4.0 thieves before the purchase": lambda: buying()._replace(prowling=(8,)),
    "A4.0 the castle open before the purchase": lambda: buying()._replace(castle_open=True),
    "A4.1 nothing paid": unpaid,
    "A4.3 not with the thief": lambda: showing()._replace(till=(24,), cheques=(*showing().cheques[:2], (23, 17, 7, 3))),
    "A6.1 a closed castle": lambda: showing()._replace(castle_open=False),
    "A6.4 a thief of the auction house": lambda: showing()._replace(prowling=(8,)),
    "A6.1 shown before all are sealed": lambda: hold(showing(), A | C, B),
    "A6.4 theft with nobody prowling": lambda: stealing()._replace(prowling=()),
    "A6.4 the later thief first": lambda: stealing()._replace(prowling=(9,)),
    "A6.1 a thief's exhibition": lambda: stealing()._replace(
        hands=(*stealing().hands[:2], 0), exhibitions=(A, 0, stealing().hands[CARLA]), seen=A | stealing().hands[CARLA]
    ),
    "A5.1 two on show": lambda: hold(stealing(), B | C | A & -A, A & ~(A & -A)),
    "A5.1 a gap on show": lambda: hold(stealing(), B | A & -A, A & ~(A & -A) | C),
    "A4.0 one object for the last thief": third_thief,
    "A8.2 a poorer final exhibition": lambda: over()._replace(finals=(0, 0, 0)),
    "A8.2 not moved by it": lambda: over()._replace(pawns=(0, 0, 0)),
    "A8.1 another reason": lambda: over()._replace(pawns=(60, 0, 0)),
    "A11.1 two at the banquet": lambda: stop_at_banquet()._replace(pawns=(60, 52, 0)),
    "A8.1 a theft after the end of 1990": lambda: stealing()._replace(
        table=stealing().table._replace(rules=Rules.OF_1990), pawns=(52, 0, 0)
    ),
    "A8.5 ended too early": lambda: over()._replace(round=100),
}


@pytest.mark.parametrize("name", SPOILT)
def test_an_unsound_state_does_not_load(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = SPOILT[name]()
    found = state_check.fault(state)
    assert found is not None
    assert found.split(":")[0] == name.split(maxsplit=1)[0]
    data = GAME.dump(state)
    with pytest.raises(BadDumpError, match=name.split(maxsplit=1)[0]):
        GAME.load(data)
    monkeypatch.setattr(state_check, "fault", lambda _: None)
    assert GAME.load(data) == state, "it is this check that refuses it"


def test_every_check_is_shown_here() -> None:
    assert {state_check.fault(spoilt()) for spoilt in SPOILT.values()} == sentences(state_check)


@pytest.mark.parametrize(
    "moment", [first_state, chosen, buying, showing, stealing, sold_out, confrontation, over, stop_at_banquet]
)
def test_the_moments_before_they_are_spoilt_are_sound(moment: Callable[[], State]) -> None:
    state = moment()
    assert state_check.fault(state) is None
    assert GAME.load(GAME.dump(state)) == state


@pytest.mark.rule("A7.1", "A9.3", "A4.8")
def test_rare_moments_are_sound() -> None:
    full = a_table(3, cells=(10, 1, 9))
    passing = play(a_table(2, variant="confrontation", cheques={BEN: ()}, cells=(9, 2)), "cheque 25").state
    last = play(a_table(2, piles=("A1598", "")), "auction_house cheque 25 | auction_house thief 9").state
    for state in (full, passing, last):
        assert state_check.fault(state) is None
    assert passing.actions[BEN] is None
    assert last.closed
