"""Views of a room: for a seat, and for the public."""

import random

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.room import Room
from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.view import may_watch, view
from engine.core.plain import Plain, canonical, to_plain
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    GAME,
    JOIN_KEY,
    SEED,
    WATCH_KEY,
    a_game,
    a_purchase,
    a_room,
    all_sealed,
    end_grace_pause,
    events_of,
    game_of,
    holder,
    lift,
    motion,
    play_to_end,
    reveal,
    run_commands,
    seal,
    to_time,
)

VIEWERS: tuple[Viewer, ...] = (None, ADA, BEN, CARLA)


def dump_view(room: Room, viewer: Viewer) -> bytes:
    return canonical(to_plain(view(room, viewer)))


def random_game(people: int, rounds: int, seed: int = 7, **options: Plain) -> Room:
    """Return a game some rounds old, played at random."""
    rng = random.Random(seed)
    room = a_game(people, 0, SEED, GAME, **options)
    while room.phase == "playing" and game_of(room).game.round(game_of(room).state) <= rounds:
        play = game_of(room)
        chosen = {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
        room = end_grace_pause(all_sealed(room, chosen))
    return room


def states(room: Room, viewer: Viewer) -> list[str]:
    return [each.state for each in view(room, viewer).seats]


def test_a_view_has_the_parts_of_the_protocol() -> None:
    shown = to_plain(view(a_game(3), ADA, frozenset({ADA})))
    assert isinstance(shown, dict)
    own = {"ask", "plan", "plan_when", "nudged", "instructions", "devices"}
    talk = {"said", "watchers_said", "hears_watchers", "muted", "gallery"}
    assert shown.keys() == {"you", "room", "seats", *own, "table", "outcome", *talk}
    parts = {
        "room": {"code", "game", "phase", "round", "host", "options", "version", "seed_commitment"},
        "ask": {"ask", "kind", "choices", "complete", "default", "deadline", "sealed"},
    }
    for name, fields in parts.items():
        part = shown[name]
        assert isinstance(part, dict) and part.keys() >= fields
    seats = shown["seats"]
    assert isinstance(seats, list) and isinstance(seats[0], dict)
    assert seats[0].keys() >= {"seat", "name", "colour", "here", "bot", "state"}
    ended = to_plain(view(play_to_end(a_game(2)), None))
    assert isinstance(ended, dict) and isinstance(ended["outcome"], dict)
    assert ended["outcome"].keys() == {"ranking", "reason", "seed"}


def test_a_lobby_has_no_table_no_ask_and_no_outcome() -> None:
    shown = view(a_room(2), ADA)
    assert (shown.table, shown.ask, shown.outcome) == (None, None, None)
    assert [each.state for each in shown.seats] == ["idle", "idle"]
    assert shown.room.phase == "lobby"


def test_links_with_secrets_are_for_seats_alone() -> None:
    room = a_room(2, watchers="public")
    mine = view(room, BEN).room
    assert mine.join_link == f"/r/{room.code}/join/{JOIN_KEY}"
    assert mine.watch_link == f"/r/{room.code}/watch/{WATCH_KEY}"
    public = view(room, None).room
    assert (public.join_link, public.watch_link) == (None, None)


def test_a_room_without_watchers_has_no_watchers_link() -> None:
    assert view(a_room(2, watchers="none"), ADA).room.watch_link is None
    assert not may_watch(a_room(2, watchers="none"))
    assert may_watch(a_room(2, watchers="public")) and may_watch(a_room(2, watchers="delayed"))


def test_ask_lists_choice_texts_and_the_players_own_sealed_card() -> None:
    room = a_game(3)
    ask = view(run_commands(room, seal(room, ADA, "castle")), ADA).ask
    assert ask is not None
    assert (ask.ask, ask.kind, ask.choices, ask.complete) == (1, "location", ("castle", "auction_house"), True)
    assert (ask.default, ask.sealed, ask.deadline, ask.alone) == ("castle", "castle", None, False)


def test_who_owes_nothing_has_no_ask_and_is_idle() -> None:
    room = a_purchase()
    (buyer,) = game_of(room).asks
    other = next(seat for seat in (ADA, BEN, CARLA) if seat != buyer)
    assert view(room, other).ask is None
    assert states(room, other)[buyer] == "choosing"
    assert states(room, buyer)[other] == "idle"


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    ("tell", "others", "count"), [("who", "sealed", 1), ("count", "choosing", 1), ("nothing", "choosing", None)]
)
def test_room_shows_who_has_sealed_how_many_or_nothing(
    tell: str, others: str, count: int | None, viewer: Viewer
) -> None:
    room = a_game(3, tell=tell)
    room = run_commands(room, seal(room, BEN))
    assert states(room, viewer)[BEN] == ("sealed" if viewer == BEN else others)
    assert states(room, viewer)[CARLA] == "choosing"
    assert view(room, viewer).room.sealed == count


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("viewer", [None, ADA, CARLA])
@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
@pytest.mark.parametrize("options", [{}, {"grace": 2}, {"clock": {"mode": "hard"}}, {"watchers": "delayed"}])
def test_lifting_and_resealing_changes_no_other_view_or_version(
    viewer: Viewer, tell: str, options: dict[str, Plain]
) -> None:
    room = a_game(3, 0, SEED, GAME, **{"tell": tell, **options})
    room = run_commands(room, seal(room, BEN, "castle"))
    before = dump_view(room, viewer)
    for command in (lift(room, BEN), seal(room, BEN, "auction_house"), seal(room, BEN, "castle"), lift(room, BEN)):
        own = room.get_visible_version(BEN)
        room = run_commands(room, command, ms=1_000)
        assert dump_view(room, viewer) == before
        assert room.get_visible_version(BEN) == own + 1


def test_a_lifted_card_is_open_to_its_owner() -> None:
    room = a_game(3)
    room = run_commands(room, seal(room, BEN), lift(room, BEN))
    assert states(room, BEN)[BEN] == "choosing"
    ask = view(room, BEN).ask
    assert ask is not None and ask.sealed is None


def test_return_links_and_devices_are_nobody_elses_business() -> None:
    room = a_game(3)
    before = dump_view(room, ADA)
    room = run_commands(
        room, c.MakeReturnLink(BEN, holder("link"), to_time(1_000)), c.AddDevice(holder("link"), holder("phone"))
    )
    assert dump_view(room, ADA) == before


def test_the_grace_pause_is_seen_by_all() -> None:
    room = all_sealed(a_game(3, grace=2))
    assert {view(room, viewer).room.reveal_at for viewer in VIEWERS} == {to_time(2_000)}
    held = run_commands(run_commands(room, lift(room, BEN)), reveal(room), ms=2_000)
    assert {(view(held, viewer).room.reveal_at, view(held, viewer).room.is_held) for viewer in VIEWERS} == {
        (None, True)
    }


def test_who_is_here_is_seen_and_bots_always_are() -> None:
    room = a_game(2, bots=1)
    assert [each.here for each in view(room, ADA, frozenset({BEN})).seats] == [False, True, True]


@pytest.mark.rule("A10.1")
def test_only_a_seat_itself_sees_its_hand() -> None:
    room = a_game(3)
    hand = {each.id for each in view(room, ADA).table.mine.objects}
    assert len(hand) == 4
    for viewer in (None, BEN, CARLA):
        assert not any(name.encode() in dump_view(room, viewer) for name in hand)


def test_watchers_see_the_table_without_hands() -> None:
    room = random_game(3, rounds=4, watchers="public")
    assert view(room, None).table.mine is None
    assert view(room, None).ask is None


def test_delayed_watchers_see_the_table_one_reveal_late() -> None:
    room = random_game(3, rounds=3, watchers="delayed")
    before = view(room, None).table
    while len(game_of(room).asks) < 2:
        room = end_grace_pause(all_sealed(room))
    now = game_of(room).game.view(game_of(room).state, None)
    assert view(room, None).table != now
    room = end_grace_pause(all_sealed(room))
    assert view(room, None).table == now != before
    assert [each.ask for each in list_visible_reveals(room, None)] == list(range(1, game_of(room).ask - 1))


def test_delayed_watchers_see_a_finished_game_whole() -> None:
    room = play_to_end(a_game(2, watchers="delayed"))
    assert view(room, None).outcome == view(room, ADA).outcome is not None
    assert list_visible_reveals(room, None) == list_visible_reveals(room, ADA)


@pytest.mark.rule("A10.3")
def test_with_open_memory_all_that_happened_is_told() -> None:
    room = random_game(3, rounds=4, open_memory=True)
    assert {each.round for each in list_visible_reveals(room, ADA)} >= {1, 2, 3, 4}
    assert list_visible_reveals(room, ADA, after_ask=3) == tuple(
        each for each in list_visible_reveals(room, ADA) if each.ask > 3
    )


@pytest.mark.rule("A10.3")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_running_game_without_open_memory_shows_only_the_last_round(viewer: Viewer) -> None:
    room = random_game(3, rounds=4, open_memory=False)
    play = game_of(room)
    assert play.game.round(play.state) == 5
    assert {each.round for each in list_visible_reveals(room, viewer)} == {4}
    while play.game.round(play.state) == 5 and len(play.history) == len(game_of(room).history):
        room = end_grace_pause(all_sealed(room))
    assert {each.round for each in list_visible_reveals(room, viewer)} <= {4, 5}
    assert {each.round for each in list_visible_reveals(play_to_end(room), viewer)} >= {1, 2, 3}


@pytest.mark.rule("A10.3")
def test_view_without_open_memory_lists_no_objects_shown_earlier() -> None:
    room = random_game(3, rounds=6, open_memory=False)
    for viewer in VIEWERS:
        assert all(each.known_objects is None for each in view(room, viewer).table.seats)
        assert all(each.known_cheques is None for each in view(room, viewer).table.seats)


def test_nothing_is_told_before_the_first_game() -> None:
    assert list_visible_reveals(a_room(2), ADA) == ()


def test_viewer_without_a_seat_at_the_table_sees_public_view() -> None:
    room = a_game(2)
    assert view(room, Seat(4)).table == view(room, None).table
    assert view(room, Seat(4)).ask is None


def test_everything_about_the_table_is_told_to_all() -> None:
    room = run_commands(a_game(3), c.GoAway(BEN, True), motion(ADA), c.ShareHost(ADA, BEN, True), c.Lock(ADA, True))
    for viewer in (None, ADA, CARLA):
        shown = view(room, viewer).room
        assert (shown.hosts, shown.votes, shown.is_locked) == ((ADA, BEN), {"end": (ADA,)}, True)
    assert isinstance(events_of(room, c.GoAway(BEN, False))[0], e.WentAway)
