"""What a program is sent by version 2: all updates applied to the first view are the view of version 1, at any moment,
whatever came between; they are small, written once for all, and keep nothing alive."""

import gc
import json
import random
from collections.abc import Callable, Iterator
from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import invariant

from app.rooms import commands as c
from app.rooms.model.room import Room
from app.web.messages.answers import part_as_json
from app.web.messages.shared_view import SHARED, Basis, SharedDelta, Sharing
from app.web.sockets.delta_feed import DeltaFeed
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer
from engine.driver import MOST_TURNS
from tests.known import size_near
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    DORA,
    JOIN_KEY,
    NAMES,
    a_game,
    after,
    all_sealed,
    begin,
    game_of,
    holder,
    lift,
    opened,
    seal,
)
from tests.rooms.evening import Evening
from tests.rooms.test_any_evening import AnyEvening
from tests.web.keeping import Keeper, Keepers
from tests.whole import whole

HERE = frozenset({ADA, BEN, CARLA, DORA})
COUNTED = b'{"version":%d,"set":{"room.sealed":%d}}'
SEALED = b'{"version":%d,"set":{"seats.%d.state":"sealed","room.sealed":%d}}'


class AnyUpdates(AnyEvening):
    """Any evening, whose people look on through connections that are busy at times."""

    @invariant()
    def all_updates_together_are_the_view(self) -> None:
        if not hasattr(self, "keepers"):
            self.keepers = Keepers(random.Random(1))
        self.keepers.hear(self.evening.room, self.evening.now)


AnyUpdates.TestCase.settings = settings(
    max_examples=whole(20, 4),
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
test_any_updates = AnyUpdates.TestCase


def an_evening(rng: random.Random, game: str, tell: str, watchers: str) -> Evening:
    """A game that is about to be played at random."""
    own = {option.key: rng.choice(option.values) for option in registry.find(game).options}
    clock: dict[str, Plain] = {"mode": rng.choice(["off", "gentle"]), "bank": 1, "per_ask": 1}
    evening = Evening(game, tell=tell, watchers=watchers, grace=rng.choice([0, 1]), bot_pace=0.5, clock=clock, **own)
    size = size_near(game, rng.randint(2, 5))
    people = rng.randint(2, size)
    for name in NAMES[1:people]:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    for number in range(people, size):
        evening.does(c.SeatBot(Seat(0), Seat(number), "normal"))
    assert evening.does(begin(rng.randbytes(32).hex(), game))
    return evening


ROOMS = tuple(product(["who", "count", "nothing"], ["public", "delayed"]))
"""What rooms tell of sealed cards, and what their watchers see."""


@pytest.mark.parametrize(("tell", "watchers"), whole(ROOMS, (ROOMS[0], ROOMS[3], ROOMS[4])))
def test_in_whole_games_all_updates_together_are_the_view(game: str, tell: str, watchers: str) -> None:
    rng = random.Random(f"{game} {tell} {watchers}")
    evening, keepers = an_evening(rng, game, tell, watchers), Keepers(rng)
    while evening.room.phase == "playing":
        ask = game_of(evening.room).ask
        for seat in rng.sample(evening.room.people(), len(evening.room.people())):
            if evening.is_asking:
                evening.does(c.Seal(seat, ask, evening.choice(seat, rng.randrange(1000))))
            if rng.random() < 0.2:
                evening.does(c.Lift(seat, ask))
            if rng.random() < 0.1:
                said: list[c.Command] = [c.Say(seat, "hm"), c.Mute(seat, NAMES[0], True), c.Nudge(seat, Seat(0))]
                evening.does(rng.choice(said))
            keepers.hear(evening.room, evening.now)
        evening.now = type(evening.now)(evening.now + rng.choice([300, 1500, 5000]))
        evening.rings()
        keepers.hear(evening.room, evening.now, busy=0.7)
        assert evening.room.asks_so_far <= MOST_TURNS, f"{game} has not come to its end"
    evening.does(c.SetUpAnew(Seat(0), rng.choice(sorted(registry.GAMES))))
    evening.does(begin(rng.randbytes(32).hex(), evening.room.game.key))
    keepers.hear(evening.room, evening.now, busy=0)
    assert len(keepers.kept) == len(evening.room.people()) + 1


@pytest.mark.parametrize(
    ("place", "mutant"),
    [
        ("shared_view._room_but_for_seals", lambda room: room.code),
        ("shared_view._play_but_for_seals", lambda play: play.number),
        ("shared_view.Sharing.delta", lambda sharing, old, new: SharedDelta(new, new)),
        ("shared_view.Basis.__eq__", lambda one, other: True),
        ("own_view.with_own_cards", lambda parts, room: parts),
        ("own_view._of_ask", lambda was, now: []),
        ("own_view.others", lambda path, was, now: []),
        ("own_view.is_other", lambda one, other: False),
    ],
)
def test_an_update_that_leaves_something_out_is_found_out(place: str, mutant: Callable[..., object]) -> None:
    with patch(f"app.web.messages.{place}", mutant), pytest.raises(AssertionError):
        test_in_whole_games_all_updates_together_are_the_view("adel_verpflichtet", "who", "public")


def all_of_ones_own_changes() -> None:
    """What is a player's own changes, and no card, while a connection of each version hears of each step. Raises
    AssertionError when one of them is not told."""
    evening = Evening("adel_verpflichtet", watchers="public", watchers_talk=True)
    evening.does(c.TakeSeat(NAMES[1], holder(NAMES[1]), JOIN_KEY))
    evening.does(begin("00" * 32, "adel_verpflichtet"))
    steps: list[c.Command] = [
        c.Say(ADA, "hm"),
        c.WatcherSay("Zoe", "hm"),
        c.HearWatchers(BEN, True),
        c.Mute(BEN, NAMES[0], True),
        c.GiveOrders(BEN, tuple(evening.room.game.orders)[:1]),
    ]
    keeper = Keeper(holder(NAMES[1]))
    keeper.hears(evening.room, BEN, HERE)
    for step in steps:
        assert evening.does(step)
        keeper.hears(evening.room, BEN, HERE)


def test_what_is_ones_own_and_no_card_is_told_when_it_changes() -> None:
    all_of_ones_own_changes()


def test_an_update_that_keeps_what_is_ones_own_is_found_out() -> None:
    with patch("app.web.sockets.shared_feed.own_inputs", lambda room, viewer: ()), pytest.raises(AssertionError):
        all_of_ones_own_changes()


def sent(*course: Room, viewer: Viewer) -> list[bytes | None]:
    """What a connection of the viewer is sent from the first of these rooms on."""
    feed = DeltaFeed()
    return [feed.update(room, viewer, HERE) for room in course][1:]


@pytest.mark.parametrize("viewer", [ADA, None])
def test_that_somebody_has_sealed_is_told_in_some_sixty_bytes(game: str, viewer: Viewer) -> None:
    before = a_game(4, game=game, watchers="public")
    one = after(before, seal(before, CARLA))
    two = after(one, seal(one, BEN))
    version = before.seen(viewer)
    assert sent(before, one, two, viewer=viewer) == [SEALED % (version + 1, 2, 1), SEALED % (version + 2, 1, 2)]
    both = b'{"version":%d,"set":{"seats.1.state":"sealed","seats.2.state":"sealed","room.sealed":2}}'
    assert sent(before, two, viewer=viewer) == [both % (version + 2)], "what happened together is told together"
    assert len(SEALED % (version + 1, 2, 1)) < 65


def test_where_the_room_tells_how_many_that_alone_is_told(game: str) -> None:
    before = a_game(4, game=game, tell="count")
    version = before.seen(ADA)
    sealed = COUNTED % (version + 1, 1)
    assert sent(before, after(before, seal(before, BEN)), viewer=ADA) == [sealed]
    quiet = a_game(4, game=game, tell="nothing")
    assert sent(quiet, after(quiet, seal(quiet, BEN)), viewer=ADA) == [None]


def test_of_ones_own_ask_choices_are_told_once(game: str) -> None:
    before = a_game(3, game=game)
    feed = DeltaFeed()
    feed.update(before, ADA, HERE)
    sealed = after(before, seal(before, ADA))
    told = json.loads(feed.update(sealed, ADA, HERE) or "")["set"]
    assert {path for path in told if path.startswith("ask")} == {"ask.sealed"}
    told = json.loads(feed.update(opened(all_sealed(sealed)), ADA, HERE) or "")["set"]
    assert told["ask"]["choices"]


def test_of_an_opening_what_nobody_knows_yet_is_told_and_what_all_know_is_not(game: str) -> None:
    before = a_game(4, game=game, watchers="public")
    messages = {viewer: sent(before, opened(all_sealed(before)), viewer=viewer)[0] for viewer in (ADA, BEN, None)}
    for viewer, message in messages.items():
        told = json.loads(message or "")
        assert told["happenings"]
        assert not {"table", "seats", "said", "devices", "room.options"} & told["set"].keys(), viewer


@pytest.fixture
def written() -> Iterator[list[bytes]]:
    """What is written as JSON meanwhile, once for all or once for one."""
    found: list[bytes] = []

    def noted(data: object) -> bytes:
        found.append(part_as_json(data))
        return found[-1]

    with patch("app.web.messages.shared_view.part_as_json", noted):
        yield found


def test_what_all_see_alike_is_written_once_however_many_look_on(game: str, written: list[bytes]) -> None:
    before = a_game(4, game=game, watchers="public")
    sealed = after(before, seal(before, BEN))
    counts = []
    for people in (1, 20):
        feeds = [DeltaFeed() for _ in range(people)]
        for feed in feeds:
            feed.update(before, ADA, HERE)
        written.clear()
        assert len({feed.update(sealed, ADA, HERE) for feed in feeds}) == 1
        counts.append(len(written))
        del feeds, feed
    assert counts == [2, 2], "the state of the seat, and how many"


def test_what_is_shared_goes_with_who_shares_it_and_a_game_leaves_nothing_behind(game: str) -> None:
    """Without the collector: nothing refers in a circle. What comes to be meanwhile stays among the youngest."""
    gc.collect()
    gc.disable()
    try:
        room, keeper = a_game(4, game=game), Keeper()
        code, rng = room.code, random.Random(2)
        most = 0
        for _ in range(whole(40, 12)):
            keeper.hears(room, ADA, HERE)
            if room.phase != "playing":
                break
            play = game_of(room)
            chosen = {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
            room = opened(all_sealed(room, chosen))
            del play
            most = max(most, sum(isinstance(each, Sharing) for each in gc.get_objects(0)))
        assert most == 1
        assert sum(isinstance(each, Basis) for each in gc.get_objects(0)) <= 2
        shared = SHARED.of(code, ADA)
        assert shared.view(room, ADA, HERE) is not None
        del keeper, shared
        assert [each for each in gc.get_objects(0) if isinstance(each, Sharing | Basis)] == []
    finally:
        gc.enable()


def test_a_private_change_writes_nothing_for_others(game: str) -> None:
    before = a_game(4, game=game, grace=2)
    sealed = after(before, seal(before, BEN))
    lifted = after(sealed, lift(sealed, BEN))
    assert sent(sealed, lifted, viewer=ADA) == [None]
    own = json.loads(sent(sealed, lifted, viewer=BEN)[0] or "")
    assert own["set"] == {"seats.1.state": "choosing", "ask.sealed": None}
