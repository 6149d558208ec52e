"""Unsound states: each fails to load for its own reason.

It would load without the check."""

from collections.abc import Callable
from functools import cache

import pytest

from engine.core.errors import BadDumpError
from engine.edel_stein_reich import GAME, state_check
from engine.edel_stein_reich.choices import Action
from engine.edel_stein_reich.edition import read_shipped
from engine.edel_stein_reich.gems import NO_GEMS, minus
from engine.edel_stein_reich.state import Negotiation, Stage, State
from tests.engine.damage import sentences
from tests.engine.edel_stein_reich.tables import ADA, ALL, BEN, CARLA, DORA, EMIL, a_table, gems, play

THREE = {ADA: "rb", BEN: "rr", CARLA: "y"}
FREELY = {ADA: "r", BEN: "rr", CARLA: "rrr"}


@cache
def first_state() -> State:
    """Return a state in which three seats choose an action."""
    return a_table(3, holdings=THREE, cards={CARLA: "sole_red"})


@cache
def bargaining() -> State:
    """Ada has bid her red gem for the event; Ben, who has two, is to answer."""
    return play(first_state(), "event | event | money", "bid red").state


@cache
def silent() -> State:
    """Nobody has opened yet; the word is with Ada."""
    return play(first_state(), "event | event | money").state


@cache
def source() -> State:
    """Ben is to take an event card."""
    return play(first_state(), "money | event | gems").state


@cache
def halving() -> State:
    """Ben has taken a card that halves all holdings."""
    return play(a_table(3, holdings=THREE, event="halve_1"), "money | event | gems", "open_card").state


@cache
def calling_back() -> State:
    """Carla says which gem of Ada goes back, then which of Ben."""
    table = a_table(3, holdings={**THREE, BEN: "rg"}, event="return_one_1")
    return play(table, "money | gems | event", "open_card", "return_one").state


@cache
def choosing_freely() -> State:
    """Ada, then Ben, then Carla choose freely, the event lapsed."""
    return play(a_table(5, holdings=FREELY), "free_choice | free_choice | free_choice | money | gems").state


@cache
def gem_bargain() -> State:
    """Return a negotiation over gems after Carla took the open event card."""
    table = a_table(4, holdings={ADA: "r", BEN: "rr"}, event="certificate_1")
    return play(table, "gems | gems | event | money", "open_card").state


@cache
def guessing() -> State:
    """Ada of two has sealed gems, and Ben has guessed money."""
    return play(a_table(2), "gems", "guess money").state


@cache
def second_guess_bargain() -> State:
    """Return a negotiation of two seats after Ben's right second guess.

    Ada had sealed an event."""
    return play(a_table(2), "event", "guess money", "guess event").state


@cache
def over() -> State:
    """After the last scoring."""
    return play(a_table(3, number=3, turn=8), "money | money | money").state


def bargain(**changes: object) -> State:
    """Return the negotiation with these changes."""
    state = bargaining()
    assert state.negotiation is not None
    fields = {**state.negotiation._asdict(), **changes}
    return state._replace(negotiation=Negotiation(**fields))


def holding(state: State, **letters: str) -> State:
    """Return the state with other holdings; the rest is in the supply."""
    held = {"ada": ADA, "ben": BEN, "carla": CARLA}
    after = list(state.gems)
    for name, written in letters.items():
        after[held[name]] = gems(written)
    supply = ALL
    for one in after:
        supply = minus(supply, one)
    return state._replace(gems=tuple(after), supply=supply)


def card(name: str) -> int:
    """Return an event card by its name."""
    return read_shipped().event_card_places[name]


def instead(state: State, taken: str) -> State:
    """Return the state with another event card under way.

    The former lies under the pile."""
    pile = tuple(other for other in state.event_pile if other != card(taken))
    assert len(pile) < len(state.event_pile)
    assert state.event is not None
    return state._replace(event=card(taken), event_pile=pile, under=(*state.under, state.event))


def laid(state: State, name: str) -> State:
    """Return the state with a card of the pile in front of Ada."""
    pile = tuple(other for other in state.event_pile if other != card(name))
    return state._replace(event_pile=pile, cards=((card(name),), *state.cards[1:]))


def close_event(state: State) -> State:
    """Return the state with its open event card under the pile."""
    assert state.open_event is not None
    return state._replace(open_event=None, under=(*state.under, state.open_event))


def open_event(state: State) -> State:
    """Return the state with an open event card from the pile."""
    top, *rest = state.event_pile
    return state._replace(open_event=top, event_pile=tuple(rest))


MONEY, EVENT, GEMS, FREE = Action

SPOILT: dict[str, Callable[[], State]] = {
    "E2.1 a purse too few": lambda: first_state()._replace(money=(0, 0)),
    "E2.1 a colour twice": lambda: first_state()._replace(
        table=first_state().table._replace(colours=("beige", "beige", "green"))
    ),
    "E2.1 a queue of strangers": lambda: calling_back()._replace(queue=(ADA, EMIL)),
    "E2.1 a stranger who carries out": lambda: source()._replace(actor=DORA),
    "E10.1 a starting seat of three": lambda: first_state()._replace(table=first_state().table._replace(starter=ADA)),
    "E10.1 a beginning seat of three": lambda: first_state()._replace(opener=ADA),
    "E6.1 lost gems": lambda: first_state()._replace(supply=NO_GEMS),
    "E1.1 a lost gem card": lambda: first_state()._replace(gem_pile=first_state().gem_pile[1:]),
    "E1.1 a lost event card": lambda: first_state()._replace(event_pile=first_state().event_pile[1:]),
    "E8 an immediate card in front": lambda: laid(first_state(), "halve_1"),
    "E3.1 no round": lambda: first_state()._replace(round=0),
    "E3.1 a turn too many": lambda: first_state()._replace(turn=9),
    "E6.1 riches": lambda: first_state()._replace(money=(10**6, 0, 0)),
    "E4.5 never shuffled": lambda: first_state()._replace(shuffles=0),
    "E4.5 always shuffled": lambda: first_state()._replace(shuffles=4),
    "E2.2 one set aside too few": lambda: first_state()._replace(
        set_aside=first_state().set_aside[1:], spent=first_state().set_aside[:1]
    ),
    "E3.2 no gem card": lambda: first_state()._replace(
        gem_cards=(None, *first_state().gem_cards[1:]), spent=(first_state().gem_cards[0] or 0,)
    ),
    "E3.1 another turn": lambda: first_state()._replace(turn=2),
    "E4.2 an actor too early": lambda: first_state()._replace(actor=ADA),
    "E4.2 nobody carries out": lambda: source()._replace(actor=None),
    "E5.1 no negotiation": lambda: bargaining()._replace(negotiation=None),
    "E5.1 a negotiation too late": lambda: source()._replace(negotiation=bargaining().negotiation),
    "E4.2 no card carried out": lambda: source()._replace(stage=Stage.EVENT),
    "E4.4 nobody chooses": lambda: choosing_freely()._replace(queue=()),
    "E4.4 a queue too early": lambda: first_state()._replace(queue=(ADA,)),
    "E3.2 in the midst": lambda: first_state()._replace(stage=Stage.RESOLVING),
    "E3.2 an action of the turn before": lambda: first_state()._replace(step=GEMS),
    "E3.2 no open event": lambda: close_event(first_state()),
    "E4.2 an open event though one was taken": lambda: open_event(gem_bargain()),
    "E10.3 three guess": lambda: first_state()._replace(stage=Stage.GUESS),
    "E10.2 nothing sealed": lambda: guessing()._replace(actions=(None, None)),
    "E10.3 a right guess": lambda: guessing()._replace(guesses=(GEMS,)),
    "E10.3 three guesses": lambda: guessing()._replace(guesses=(MONEY, EVENT)),
    "E1.2 a free choice of three": lambda: bargaining()._replace(actions=(EVENT, EVENT, FREE)),
    "E1.2 a seat without action": lambda: bargaining()._replace(actions=(EVENT, EVENT, None)),
    "E10.2 both chose": lambda: second_guess_bargain()._replace(actions=(EVENT, EVENT)),
    "E10.3 the same guess twice": lambda: second_guess_bargain()._replace(guesses=(EVENT, EVENT)),
    "E10.3 found out at once": lambda: second_guess_bargain()._replace(guesses=(EVENT, MONEY)),
    "E3.2 sealed while it is carried out": lambda: bargaining()._replace(is_open=False),
    "E3.2 what nobody chose": lambda: bargaining()._replace(step=GEMS),
    "E3.3 three want it": lambda: bargaining()._replace(actions=(EVENT, EVENT, EVENT)),
    "E4.2 another carries it out": lambda: source()._replace(actor=ADA),
    "E4.4 who did not choose to": lambda: choosing_freely()._replace(queue=(ADA, DORA)),
    "E4.4 the rich first": lambda: choosing_freely()._replace(queue=(BEN, ADA, CARLA)),
    "E4.4 a seat twice": lambda: choosing_freely()._replace(queue=(ADA, ADA)),
    "E4.4 nothing to choose": lambda: holding(
        choosing_freely()._replace(actions=(FREE, MONEY, MONEY, MONEY, GEMS), queue=(ADA,)), ada=""
    ),
    "E5.1 one seat twice": lambda: bargain(opener=BEN, other=BEN),
    "E5.1 the rich opens": lambda: bargain(opener=BEN, other=ADA),
    "E5.1 one wants it": lambda: bargaining()._replace(actions=(EVENT, MONEY, MONEY)),
    "E5.1 the word is elsewhere": lambda: bargain(turn=CARLA),
    "E5.7 the other opens": lambda: bargain(bid=None),
    "E5.7 no gem to open with": lambda: holding(silent(), ada=""),
    "E5.2 a bid of nothing": lambda: bargain(bid=NO_GEMS),
    "E5.2 gems one has not": lambda: bargain(bid=gems("y")),
    "E5.2 a bid after a pass": lambda: bargain(passed=True),
    "E5.6 nothing to raise with": lambda: holding(bargain(bid=gems("rb"), turn=ADA), ada="r", ben="rb"),
    "E8 nothing to do": lambda: instead(halving(), "certificate_2"),
    "E8 nothing would change": lambda: holding(halving(), ada="r", ben="r", carla="r"),
    "E8.8 a card that says nothing of it": lambda: instead(calling_back(), "halve_1"),
    "E8.8 the owner loses too": lambda: calling_back()._replace(queue=(ADA, CARLA)),
    "E8.8 a seat twice": lambda: calling_back()._replace(queue=(ADA, ADA)),
    "E8.8 nothing to choose from": lambda: holding(calling_back(), ada="bb"),
    "E8.8 nothing to lose": lambda: holding(calling_back(), ben=""),
    "E7.8 an end too early": lambda: over()._replace(round=2),
    "E7.6 a card after the end": lambda: laid(over(), "sole_red"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_state_without_waiting_table_does_not_load(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
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


MOMENTS = (
    first_state,
    bargaining,
    silent,
    source,
    halving,
    calling_back,
    choosing_freely,
    gem_bargain,
    guessing,
    second_guess_bargain,
)


@pytest.mark.parametrize("moment", [*MOMENTS, over])
def test_the_moments_before_they_are_spoilt_are_sound(moment: Callable[[], State]) -> None:
    state = moment()
    assert state_check.fault(state) is None
    assert GAME.load(GAME.dump(state)) == state
