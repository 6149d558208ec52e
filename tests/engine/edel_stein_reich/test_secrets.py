"""E9: what is secret, and that all else is public."""

import random

import pytest

from engine.core.game import Memory
from engine.core.plain import canonical, to_plain
from engine.core.seats import Viewer, all_seats
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.choices import Action
from engine.edel_stein_reich.edition import read_shipped
from engine.edel_stein_reich.state import Stage, State, active
from tests.engine.edel_stein_reich.tables import (
    ADA,
    BEN,
    CARLA,
    a_table,
    kinds_of_asks,
    play,
    random_steps,
    random_stories,
    view,
)

SEATS = (2, 3, 4, 5)


def redeal(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return a state that differs in exactly what the viewer may not know."""
    top, rest = state.set_aside[:1], state.set_aside[1:]
    hidden = [*state.gem_pile, *rest]
    rng.shuffle(hidden)
    events = [*state.event_pile]
    rng.shuffle(events)
    return state._replace(
        gem_pile=tuple(hidden[: len(state.gem_pile)]),
        set_aside=(*top, *hidden[len(state.gem_pile) :]),
        event_pile=tuple(events),
        actions=_other_actions(state, viewer, rng),
    )


def _other_actions(state: State, viewer: Viewer, rng: random.Random) -> tuple[Action | None, ...]:
    """Another sealed action, where the viewer may not know it yet (E10.3)."""
    sealer = active(state)
    if state.is_open or sealer is None or sealer == viewer or not any(state.actions):
        return state.actions
    possible = [action for action in (Action.MONEY, Action.EVENT, Action.GEMS) if action not in state.guesses]
    if state.stage is not Stage.GUESS:
        # in the midst of a resolution the last guess has just been found right
        return state.actions
    return tuple(rng.choice(possible) if seat == sealer else None for seat in all_seats(2))


@pytest.mark.rule("E9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_states_that_differ_in_secrets_look_the_same(seats: int) -> None:
    rng = random.Random(7)
    differed = 0
    for story in random_stories(5, seats):
        for state in (story.before, *(step.state for step in story.steps[:-1:3])):
            for viewer in (None, *all_seats(seats)):
                other = redeal(state, viewer, rng)
                differed += other != state
                assert view(other, viewer) == view(state, viewer)
    assert differed > 100


@pytest.mark.rule("E9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_an_ask_holds_nothing_its_seat_may_not_know(seats: int) -> None:
    rng = random.Random(9)
    for story in random_stories(6, seats):
        asks = GAME.asks(story.state)
        for seat, ask in asks.items():
            others = GAME.asks(redeal(story.state, seat, rng))
            assert others.keys() == asks.keys()
            assert (others[seat], others[seat].choices) == (ask, ask.choices)


@pytest.mark.rule("E9.1", "E10.3")
def test_sealed_action_is_private_until_the_guessing_ends() -> None:
    table = a_table(2)
    for sealed in ("money", "event", "gems"):
        others = [action for action in ("money", "event", "gems") if action != sealed]
        story = play(table, sealed)
        for state in (story.state, play(story.state, f"guess {others[0]}").state):
            mine = view(state, ADA).mine
            assert mine is not None
            assert mine.action == sealed
            assert [seat.action for seat in view(state, ADA).seats] == [None, None]
            for viewer in (None, BEN):
                assert view(state, viewer).step is None
                assert [seat.action for seat in view(state, viewer).seats] == [None, None]
            his = view(state, BEN).mine
            assert his is not None
            assert his.action is None
        assert [effect.text for effect, _ in story.steps] == ["E10.2 seals round=1 seat=0"]


@pytest.mark.rule("E9.1", "E10.3")
def test_whatever_is_sealed_the_others_get_the_same_bytes() -> None:
    table = a_table(2)
    seen = {
        canonical([to_plain(view(play(table, sealed, "guess money").state, viewer)) for viewer in (None, BEN)])
        for sealed in ("event", "gems")
    }
    assert len(seen) == 1
    told = {play(table, sealed, "guess money").steps[0].effect.text for sealed in ("event", "gems")}
    assert told == {"E10.3 guesses_wrong round=1 seat=1 guess=money attempt=1"}


@pytest.mark.rule("E9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_face_down_cards_are_in_no_view(seats: int) -> None:
    """The views list all cards of the box once, always the same.

    Otherwise only open cards appear."""
    for step in random_steps(8, seats)[::5]:
        state = step.state
        for viewer in (None, *all_seats(seats)):
            data = to_plain(view(state, viewer))
            assert isinstance(data, dict)
            del data["gem_cards"], data["faces"]
            sent = canonical(data).decode()
            for card in (*state.gem_pile, *state.set_aside[1:]):
                assert f'"{read_shipped().gem_cards[card].id}"' not in sent
            for card in state.event_pile:
                assert f'"{read_shipped().event_cards[card].id}"' not in sent


@pytest.mark.rule("E9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_effects_are_public_and_name_only_cards_that_lie_open(seats: int) -> None:
    gem_cards, event_cards = read_shipped().gem_card_places, read_shipped().event_card_places
    for effect, state in random_steps(4, seats):
        assert effect.audience is None
        values = [value if isinstance(value, tuple) else (value,) for _, value in effect.details]
        details = [item for value in values for item in value if isinstance(item, str)]
        named = {gem_cards[item] for item in details if item in gem_cards}
        assert named.isdisjoint({*state.gem_pile, *state.set_aside[1:]})
        assert {event_cards[item] for item in details if item in event_cards}.isdisjoint(state.event_pile)


@pytest.mark.rule("E9.1", "E2.1")
def test_everything_else_is_in_the_public_view() -> None:
    table = a_table(
        3,
        holdings={ADA: "rr", BEN: "ryb", CARLA: ""},
        money={ADA: 12, CARLA: 7},
        cards={BEN: "certificate_1 per_gem_red"},
        gem_cards="ryy4 rb6 bb7",
        event="swap_1",
    )
    seen = view(table)
    assert [seat.gems for seat in seen.seats] == [*table.gems]
    assert [seat.money for seat in seen.seats] == [12, 0, 7]
    assert [[card.id for card in seat.cards] for seat in seen.seats] == [[], ["certificate_1", "per_gem_red"], []]
    assert [seat.gem_card and seat.gem_card.money for seat in seen.seats] == [4, 6, 7]
    assert seen.open_event is not None
    assert seen.open_event.id == "swap_1"
    assert (seen.supply, seen.gem_pile, seen.event_pile, seen.set_aside) == (table.supply, 21, 36, 6)
    assert (seen.round, seen.turn, seen.stage) == (1, 1, "action")
    story = play(table, "event | event | money", "bid red")
    bargain = view(story.state).negotiation
    assert bargain is not None
    assert bargain.bid == (1, 0, 0, 0)
    assert kinds_of_asks(story.state) == {ADA: "bid"}
    story = play(story.state, "accept", "open_card")
    seen = view(story.state)
    assert seen.event is not None
    assert (seen.event.id, seen.event.clause, seen.actor, seen.step) == ("swap_1", "E8.7", BEN, "event")
    story = play(story.state, "decline")
    assert [card.id for card in view(story.state).event_cards_under] == ["swap_1"]
    assert [card.id for card in view(story.state).discarded] == ["ryy4", "rb6", "bb7"]


@pytest.mark.rule("E9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_all_that_happened_may_be_shown_again(seats: int) -> None:
    assert GAME.memory(a_table(seats)) is Memory.ALL
