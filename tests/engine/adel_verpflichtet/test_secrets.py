"""Secrets (A10)."""

import random
from collections.abc import Iterator

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.choices import DETECTIVE, Action, Location, cheque, thief
from engine.adel_verpflichtet.objects import each
from engine.adel_verpflichtet.state import Stage, State
from engine.core.game import Memory
from engine.core.plain import canonical, to_plain
from engine.core.seats import Seat, Viewer, all_seats
from tests.engine.adel_verpflichtet.tables import (
    ADA,
    BEN,
    CARLA,
    Options,
    a_table,
    ids,
    play,
    random_steps,
    random_stories,
    view,
)

TABLES: list[tuple[int, Options]] = [
    (2, {"variant": "surprise", "open_memory": True}),
    (2, {"variant": "confrontation", "open_memory": False}),
    (4, {"open_memory": True}),
    (5, {"open_memory": False}),
]


def moments(seed: int, seats: int, options: Options) -> Iterator[State]:
    """Return every seventh moment of a random game, and the last.

    Moments during a resolution are included."""
    states = [step.state for step in random_steps(seed, seats, options)]
    yield from states[::7]
    yield states[-1]


def change_hidden(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return a state that differs in everything the viewer may not know.

    It differs in nothing else."""
    over = state.stage is Stage.OVER
    open_memory = state.table.open_memory or over
    others = [seat for seat in all_seats(len(state.pawns)) if seat != viewer and not over]
    hands = list(state.hands)
    fixed = [hands[seat] & state.seen if open_memory else 0 for seat in others]
    sizes = [hands[seat].bit_count() - known.bit_count() for seat, known in zip(others, fixed, strict=True)]
    tops = [0 if number == state.covered else 1 for number in range(2)]
    piles = [pile[top:] for pile, top in zip(state.windows, tops, strict=True)]
    pool = [thing for pile in piles for thing in pile]
    if not open_memory:
        shuffled_seen = [thing for seat in others for thing in each(hands[seat] & state.seen)]
        rng.shuffle(shuffled_seen)
        for place, seat in enumerate(others):
            count = min((hands[seat] & state.seen).bit_count(), sizes[place])
            fixed[place] = sum(shuffled_seen.pop() for _ in range(count))
            sizes[place] -= count
    unseen = [thing for seat in others for thing in each(hands[seat] & ~state.seen)]
    pool += unseen
    rng.shuffle(pool)
    for seat, known, count in zip(others, fixed, sizes, strict=True):
        hands[seat] = known | sum(pool.pop() for _ in range(count))
    cheques = list(state.cheques)
    if not open_memory:
        purse = [value for seat in others for value in cheques[seat]]
        rng.shuffle(purse)
        for seat in others:
            cheques[seat] = tuple(sorted((purse.pop() for _ in cheques[seat]), reverse=True))
    windows = []
    for pile, top, hidden in zip(state.windows, tops, piles, strict=True):
        windows.append((*pile[:top], *(pool.pop() for _ in hidden)))
    return state._replace(
        hands=tuple(hands),
        windows=(windows[0], windows[1]),
        cheques=tuple(cheques),
        actions=tuple(_other_action(state, Seat(seat), viewer, rng) for seat in range(len(state.pawns))),
    )


def _other_action(state: State, seat: Seat, viewer: Viewer, rng: random.Random) -> Action | None:
    """Return another committed action at the castle that the viewer may not know.

    See A4.0."""
    action = state.actions[seat]
    if not action or state.castle_open or state.locations[seat] is not Location.CASTLE or seat == viewer:
        return action
    return rng.choice([DETECTIVE, *map(thief, state.thieves[seat])])


@pytest.mark.rule("A10.2", "A10.3", "A2.2", "A4.0")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_views_do_not_depend_on_hidden_state(seats: int, options: Options) -> None:
    rng = random.Random(7)
    differed = 0
    for state in moments(5, seats, options):
        for viewer in (None, *all_seats(seats)):
            other = change_hidden(state, viewer, rng)
            differed += other != state
            assert view(other, viewer) == view(state, viewer)
    assert differed > 20


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_an_ask_holds_nothing_its_seat_may_not_know(seats: int, options: Options) -> None:
    rng = random.Random(9)
    for story in random_stories(6, seats, options):
        asks = GAME.asks(story.state)
        for seat, ask in asks.items():
            others = GAME.asks(change_hidden(story.state, seat, rng))
            assert others.keys() == asks.keys()
            assert (others[seat], others[seat].choices) == (ask, ask.choices)


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_no_byte_of_a_view_names_a_hidden_object(seats: int, options: Options) -> None:
    for state in moments(8, seats, options):
        edition = state.table.edition
        for viewer in (None, *all_seats(seats)):
            hidden = sum(thing for pile in state.windows for thing in pile[1:])
            for seat in all_seats(seats):
                if seat != viewer and state.stage is not Stage.OVER:
                    hidden |= state.hands[seat] & ~(state.seen if state.table.open_memory else 0)
            sent = canonical(to_plain(view(state, viewer))).decode()
            hidden &= ~sum(state.finals)
            assert [name for name in edition.ids(hidden) if name in sent] == []


@pytest.mark.rule("A10.1", "A10.2")
def test_effects_name_only_objects_everybody_has_seen() -> None:
    for seats, options in TABLES:
        for effect, state in random_steps(4, seats, options):
            face_up = sum(pile[0] for pile in state.windows if pile)
            shown = state.table.edition.ids(state.seen | face_up | sum(state.finals))
            details = [item for _, value in effect.details for item in (value if isinstance(value, tuple) else [value])]
            assert {item for item in details if item in state.table.edition.bits} <= set(shown)
            assert effect.audience is None


@pytest.mark.rule("A10.1")
def test_everything_public_is_in_the_public_view() -> None:
    hands = {ADA: "A1598 A1621 A1655 B1534", BEN: "F1672"}
    table = a_table(3, hands=hands, cells=(9,), cheques={CARLA: (17, 7, 3)}, pawns=(3, 5, 0))
    story = play(table, "castle | castle | auction_house", "exhibit | thief 2 | thief 8")
    seen = view(story.state)
    assert seen.till == (23,)
    assert [cell and cell.value for cell in seen.cells] == [9, None, None]
    assert [seat.space for seat in seen.seats] == [3, 5, 0]
    assert [seat.location for seat in seen.seats] == ["castle", "castle", "auction_house"]
    assert [seat.action and (seat.action.card, seat.action.value) for seat in seen.seats] == [
        ("exhibit", 0),
        ("thief", 2),
        ("thief", 8),
    ]
    assert [window.pile for window in seen.windows] == [20, 20]
    assert [seat.hand for seat in seen.seats] == [4, 1, 0]
    assert [seat.cheques for seat in seen.seats] == [4, 4, 3]
    story = play(story.state, "show A1598 A1621 A1655")
    assert ids(view(story.state).seats[ADA].exhibition) == "A1598 A1621 A1655"
    assert story.the("exhibitions_open").audience is None
    story = play(story.state, "steal A1655")
    assert story.the("steals").audience is None


@pytest.mark.rule("A10.2")
def test_no_seat_sees_the_size_of_a_sealed_exhibition() -> None:
    table = a_table(3, hands={ADA: "A1598 A1621 A1655 A1689", BEN: "B1534 B1602 B1660"})
    story = play(table, "castle | castle | castle", "exhibit | exhibit | detective")
    for viewer in (None, ADA, BEN, CARLA):
        assert [seat.hand for seat in view(story.state, viewer).seats] == [4, 3, 0]
        assert [seat.exhibition for seat in view(story.state, viewer).seats] == [(), (), ()]


@pytest.mark.rule("A10.2")
def test_only_the_own_seat_gets_its_hand() -> None:
    table = a_table(3, hands={ADA: "A1598", BEN: "B1534 C1468"})
    for viewer, mine in ((ADA, "A1598"), (BEN, "B1534 C1468")):
        seen = view(table, viewer)
        assert seen.mine is not None
        assert ids(seen.mine.objects) == mine
        assert seen.mine.cheques == table.cheques[viewer]
    assert view(table).mine is None


@pytest.mark.rule("A10.3", "A4.9")
def test_open_memory_shows_known_objects_in_hands() -> None:
    table = a_table(4, hands={ADA: "A1598 A1621 A1655 F1948", BEN: "B1534"}, piles=("C1468", "E1583 F1672"))
    story = play(table, "castle | castle | auction_house | castle", "exhibit | thief 9 | cheque 23 | detective")
    story = play(story.state, "buy C1468", "show A1598 A1621 A1655", "steal A1655")
    seats = view(story.state).seats
    assert [ids(seat.known_objects or ()) for seat in seats] == ["A1598 A1621", "A1655", "C1468", ""]
    assert [seat.known_cheques for seat in seats][:3] == [(25, 16, 8, 1), (24, 14, 10, 2), (17, 7, 3)]
    assert GAME.memory(story.state) is Memory.ALL


@pytest.mark.rule("A10.3")
def test_without_open_memory_known_objects_are_not_sent() -> None:
    table = a_table(3, hands={ADA: "A1598 A1621 A1655"}, seen="A1598", open_memory=False)
    for viewer in (None, ADA, BEN):
        for seat in view(table, viewer).seats:
            assert (seat.known_cheques, seat.known_objects) == (None, None)
    assert GAME.memory(table) is Memory.LAST_ROUND
    over = random_steps(2, 3, {"open_memory": False})[-1].state
    assert all(seat.known_objects is not None and seat.objects is not None for seat in view(over).seats)
    assert GAME.memory(over) is Memory.ALL


@pytest.mark.rule("A10.3")
def test_open_memory_is_an_option_on_by_default() -> None:
    (option,) = (option for option in GAME.options if option.key == "open_memory")
    assert option.default is True
    assert option.seats == GAME.table_sizes


@pytest.mark.rule("A10.2", "A10.3")
def test_others_cheques_are_shown_with_open_memory_only() -> None:
    one = {ADA: (25, 16, 8, 1), BEN: (24, 14, 10, 2)}
    other = {ADA: (24, 16, 8, 1), BEN: (25, 14, 10, 2)}
    for open_memory in (True, False):
        tables = [a_table(3, cheques=cheques, open_memory=open_memory) for cheques in (one, other)]
        assert (view(tables[0], CARLA) == view(tables[1], CARLA)) is not open_memory
        assert view(tables[0], ADA) != view(tables[1], ADA)
        assert cheque(25) in GAME.asks(play(tables[0], "auction_house | castle | castle").state)[ADA]
