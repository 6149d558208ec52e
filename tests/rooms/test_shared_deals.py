"""Deal that two tables share: offered, paired, given up, opened."""

import pytest

from app.live.shared_deals import LATE_START_MS, LONGEST_WAIT_MS, OPENING_MS, may_open
from app.rooms import commands as c
from app.rooms.deals.events import DealTaken
from app.rooms.deals.sealing import is_closed
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.play import SharedDeal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.view import may_watch, view
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CODE,
    GAME,
    JOIN_KEY,
    SEED,
    WATCH_KEY,
    a_game,
    a_room,
    begin,
    events_of,
    game_of,
    get_refusal_code,
    holder,
    play_to_end,
    run_commands,
    to_time,
)

KEY, OTHER, SHARED = "the-key-of-the-offered-deal", RoomCode("R2D2TCN4"), "ab" * 32
PAIR, OPEN = c.PairDeal(KEY, OTHER), c.OpenDeal()


def offer(seat: Seat = ADA) -> c.OfferDeal:
    """Return the command that offers the next game's cards."""
    return c.OfferDeal(seat, KEY, SHARED, registry.find(GAME).edition())


def a_pair() -> tuple[Room, Room]:
    """Return two lobbies that share a deal."""
    first = run_commands(a_room(2, grace=0, bot_pace=0), offer(), PAIR)
    taken = DealTaken(CODE, SHARED, registry.find(GAME).edition())
    options: dict[str, Plain] = {"grace": 0, "bot_pace": 0}
    opened = c.OpenRoom(OTHER, GAME, "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY, options, offered=taken)
    second = run_commands(None, opened)
    return first, run_commands(second, c.TakeSeat("Ben", holder("Ben"), JOIN_KEY))


def shared_of(room: Room) -> SharedDeal:
    """Return the room's shared deal."""
    assert room.shared is not None
    return room.shared


def test_both_tables_have_the_same_cards() -> None:
    first, second = (run_commands(room, begin()) for room in a_pair())
    assert game_of(first).seed == game_of(second).seed == SHARED
    assert [view(room, ADA).room.dealt_from for room in (first, second)] == ["table", "table"]
    assert [game_of(room).state for room in (first, second)] == [game_of(first).state] * 2


def test_only_a_host_offers_and_before_the_game() -> None:
    assert get_refusal_code(a_room(2), offer(BEN)) == "not_host"
    assert get_refusal_code(a_game(2), offer()) == "already_begun"
    assert events_of(run_commands(a_room(2), offer()), offer()) == ()


def test_only_seats_learn_the_link() -> None:
    room = run_commands(a_room(2, watchers="public"), offer())
    assert view(room, BEN).room.deal.link == f"/r/{CODE}/deal/{KEY}"
    assert view(room, None).room.deal.link is None


def test_game_and_its_rules_are_fixed_while_cards_wait() -> None:
    first, _ = a_pair()
    assert get_refusal_code(first, c.ChooseOptions(ADA, {"open_memory": False})) == "already_begun"
    assert get_refusal_code(first, c.SetUpAnew(ADA, "edel_stein_reich")) == "already_begun"
    assert get_refusal_code(first, begin(open_memory=False)) == "already_begun"
    assert run_commands(first, c.ChooseOptions(ADA, {"grace": 5})).options.grace


def test_link_pairs_one_table_and_not_after_the_end() -> None:
    first, _ = a_pair()
    assert get_refusal_code(first, c.PairDeal(KEY, RoomCode("M4WD7TCN"))) == "no_such_room"
    assert get_refusal_code(run_commands(a_room(2), offer()), c.PairDeal("wrong" * 5, OTHER)) == "no_such_room"
    alone = play_to_end(run_commands(a_room(2, grace=0, bot_pace=0), offer(), begin()))
    assert get_refusal_code(alone, PAIR) == "no_such_room"
    assert not is_closed(alone)


def test_given_up_cards_are_dealt_to_nobody() -> None:
    first, _ = a_pair()
    assert get_refusal_code(first, c.WithdrawDeal(BEN)) == "not_host"
    first = run_commands(first, c.WithdrawDeal(ADA), begin())
    assert game_of(first).seed == SEED
    assert game_of(first).deal.dealt_from == ""


def test_nobody_watches_until_the_deal_is_open() -> None:
    first = run_commands(a_pair()[0], c.ChooseOptions(ADA, {"watchers": "public"}), begin())
    assert not may_watch(first)
    over = play_to_end(first)
    assert view(over, ADA).room.deal.state == "closed"
    opened = run_commands(over, OPEN)
    assert may_watch(opened)
    assert view(opened, ADA).room.deal.state == "open"


def test_running_table_refuses_to_open_its_deal() -> None:
    first = run_commands(a_pair()[0], begin())
    assert get_refusal_code(first, OPEN) == "already_begun"
    ended = run_commands(first, c.Vote(ADA, "end", is_for=True, seed=SEED, edition=None))
    ended = run_commands(ended, c.Vote(BEN, "end", is_for=True, seed=SEED, edition=None))
    assert shared_of(ended).is_over
    assert run_commands(ended, OPEN).shared == replace(shared_of(ended), is_opened=True)


@pytest.mark.parametrize(
    ("other", "after", "opens"),
    [
        ("waits", LATE_START_MS, False),
        ("waits", LATE_START_MS + 1, True),
        ("plays", LONGEST_WAIT_MS, False),
        ("plays", LONGEST_WAIT_MS + 1, True),
        ("is over", 0, True),
        ("is gone", OPENING_MS, False),
        ("is gone", OPENING_MS + 1, True),
    ],
)
def test_finished_table_opens_when_other_is_done(other: str, after: int, opens: bool) -> None:
    first, second = a_pair()
    over = play_to_end(run_commands(first, begin()))
    rooms = {"waits": second, "plays": run_commands(second, begin()), "is gone": None}
    room = rooms[other] if other in rooms else play_to_end(run_commands(second, begin()))
    ends = shared_of(over).over_at or to_time(0)
    assert may_open(shared_of(over), room, CODE, Millis(max(ends, shared_of(over).since) + after)) is opens


def test_playing_table_never_opens() -> None:
    first, second = a_pair()
    playing, late = run_commands(first, begin()), to_time(2 * LONGEST_WAIT_MS)
    for other in (None, second, play_to_end(run_commands(second, begin()))):
        assert not may_open(shared_of(playing), other, CODE, late)
