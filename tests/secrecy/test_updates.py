"""Updates of a connection: no message, or a message of some length.

Neither may depend on what the viewer must not know."""

import itertools
import random
from unittest.mock import patch

import pytest

from app.rooms import commands as c
from app.rooms.model.ids import Millis
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.views.view_cache import find_view
from app.web.sockets.program_feed import ProgramFeed
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA, BEN, CARLA, DORA, GAME, end_grace_pause, game_of, lift, run_commands, seal
from tests.secrecy.hidden import Nothing, exchange_secrets, get_hidden
from tests.secrecy.test_lines import list_choice_texts, play_tables

HERE = frozenset({ADA, BEN, CARLA, DORA})
OTHERS: tuple[Viewer, ...] = (BEN, CARLA, None)
NOW = Millis(1_790_000_000_000)


def record_updates(viewer: Viewer, *course: Room) -> list[bytes | None]:
    """Return a viewer's updates over these rooms, with the time."""
    feed = ProgramFeed()
    return [feed.update(room, viewer, HERE, NOW) for room in course][1:]


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_update_after_a_seal_does_not_depend_on_the_card(game: str, tell: str) -> None:
    for before in play_tables(game, reveals=6, watchers="public", tell=tell):
        for viewer in OTHERS:
            told = {
                record_updates(viewer, before, run_commands(before, seal(before, ADA, text)))[0]
                for text in list_choice_texts(before, ADA)
            }
            assert len(told) == 1
            (message,) = told
            assert (message is None) is (tell == "nothing")
        own = {
            record_updates(ADA, before, run_commands(before, seal(before, ADA, text)))[0]
            for text in list_choice_texts(before, ADA)
        }
        assert len(own) == len(list_choice_texts(before, ADA)), (
            "to its owner it is told, else this would compare nothing"
        )


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_changes_of_a_sealed_card_send_no_update(game: str, tell: str) -> None:
    before = next(play_tables(game, watchers="public", tell=tell, grace=2))
    course = [run_commands(before, seal(before, ADA, list_choice_texts(before, ADA)[0]))]
    course.append(run_commands(course[-1], seal(course[-1], ADA, list_choice_texts(before, ADA)[-1])))
    course.append(run_commands(course[-1], lift(course[-1], ADA)))
    course.append(run_commands(course[-1], seal(course[-1], ADA)))
    for viewer in OTHERS:
        assert record_updates(viewer, *course) == [None, None, None]
    assert None not in record_updates(ADA, *course)


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_next_update_does_not_tell_of_a_change(game: str, tell: str) -> None:
    """Neither its bytes nor the presence of the time tell it."""
    before = next(play_tables(game, watchers="public", tell=tell, grace=2))
    sealed = run_commands(before, seal(before, ADA))
    changed = run_commands(sealed, lift(sealed, ADA), seal(sealed, ADA))
    for viewer in OTHERS:
        for more in ([seal(before, BEN)], [c.Say(BEN, "hm")], [seal(before, BEN), seal(before, CARLA)]):
            one, other = (run_commands(room, *more) for room in (sealed, changed))
            assert (
                record_updates(viewer, sealed, one)
                == record_updates(viewer, sealed, other)
                == record_updates(viewer, changed, other)
            )
            assert record_updates(viewer, sealed, one) == record_updates(viewer, sealed, changed, other)[1:]


def test_reveal_does_not_tell_the_order_of_seals(game: str) -> None:
    before = next(play_tables(game, watchers="public", grace=2))
    told: dict[Viewer, set[tuple[bytes | None, ...]]] = {viewer: set() for viewer in (ADA, *OTHERS)}
    for order in itertools.permutations(game_of(before).asks):
        sealed = before
        for seat in order:
            sealed = run_commands(sealed, seal(sealed, seat))
        for viewer, messages in told.items():
            messages.add(tuple(record_updates(viewer, before, sealed, end_grace_pause(sealed))))
    assert {len(messages) for messages in told.values()} == {1}


def test_exchange_of_hidden_things_sends_no_update(game: str) -> None:
    """A room without another change has nothing to send."""
    rng, exchanges = random.Random(5), 0
    for before in play_tables(game, watchers="public"):
        room = run_commands(before, seal(before, ADA, list_choice_texts(before, ADA)[-1]))
        for viewer in OTHERS:
            other = exchange_secrets(room, viewer, rng)
            assert record_updates(viewer, room, other) == [None], f"{viewer} could read what was exchanged"
            exchanges += other != room
    assert exchanges or isinstance(get_hidden(game), Nothing)


class TellsOfEveryEvent(ProgramFeed):
    """Mutant that sends an update, even an empty one, after every event."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """Return an update, which may be empty."""
        return super().update(room, viewer, here, now) or b'{"version":%d}' % room.get_visible_version(viewer)


def view_as_ada(play: Play, perspective: Viewer) -> object:
    """Return Ada's view as everybody's (mutant)."""
    return find_view(play, ADA)


def test_feed_that_updates_too_often_is_detected(game: str) -> None:
    with patch(f"{__name__}.ProgramFeed", TellsOfEveryEvent), pytest.raises(AssertionError):
        test_changes_of_a_sealed_card_send_no_update(game, "who")


def test_shared_part_made_from_one_view_is_detected() -> None:
    """Only Adel verpflichtet has hands."""
    with patch("app.web.messages.answers.find_view", view_as_ada), pytest.raises(AssertionError, match="exchanged"):
        test_exchange_of_hidden_things_sends_no_update(GAME)
