"""What a connection is sent from one moment to the next: nothing at all, or a message of some length. Nothing of it may
hang on what its viewer must not know."""

import itertools
import random
from unittest.mock import patch

import pytest

from app.rooms import commands as c
from app.rooms.model.ids import Millis
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.views.sights import sight
from app.web.sockets.program_feed import ProgramFeed
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA, BEN, CARLA, DORA, GAME, after, game_of, lift, revealed, seal
from tests.secrecy.hidden import Nothing, exchanged, hidden
from tests.secrecy.test_lines import some_tables, texts

HERE = frozenset({ADA, BEN, CARLA, DORA})
OTHERS: tuple[Viewer, ...] = (BEN, CARLA, None)
NOW = Millis(1_790_000_000_000)


def timed(viewer: Viewer, *course: Room) -> list[bytes | None]:
    """What a connection of the viewer is sent from the first of these rooms on, with the time that it is."""
    feed = ProgramFeed()
    return [feed.update(room, viewer, HERE, NOW) for room in course][1:]


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_of_a_sealed_card_others_are_sent_the_same_bytes_whatever_it_is(game: str, tell: str) -> None:
    for before in some_tables(game, reveals=6, watchers="public", tell=tell):
        for viewer in OTHERS:
            told = {timed(viewer, before, after(before, seal(before, ADA, text)))[0] for text in texts(before, ADA)}
            assert len(told) == 1
            (message,) = told
            assert (message is None) is (tell == "nothing")
        own = {timed(ADA, before, after(before, seal(before, ADA, text)))[0] for text in texts(before, ADA)}
        assert len(own) == len(texts(before, ADA)), "to its owner it is told, else this would compare nothing"


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_of_a_card_changed_lifted_or_laid_again_others_are_sent_nothing_at_all(game: str, tell: str) -> None:
    before = next(some_tables(game, watchers="public", tell=tell, grace=2))
    course = [after(before, seal(before, ADA, texts(before, ADA)[0]))]
    course.append(after(course[-1], seal(course[-1], ADA, texts(before, ADA)[-1])))
    course.append(after(course[-1], lift(course[-1], ADA)))
    course.append(after(course[-1], seal(course[-1], ADA)))
    for viewer in OTHERS:
        assert timed(viewer, *course) == [None, None, None]
    assert None not in timed(ADA, *course)


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_what_is_told_next_does_not_tell_that_a_card_was_changed_before(game: str, tell: str) -> None:
    """Neither by its bytes nor by whether it says what time it is."""
    before = next(some_tables(game, watchers="public", tell=tell, grace=2))
    sealed = after(before, seal(before, ADA))
    changed = after(sealed, lift(sealed, ADA), seal(sealed, ADA))
    for viewer in OTHERS:
        for more in ([seal(before, BEN)], [c.Say(BEN, "hm")], [seal(before, BEN), seal(before, CARLA)]):
            one, other = (after(room, *more) for room in (sealed, changed))
            assert timed(viewer, sealed, one) == timed(viewer, sealed, other) == timed(viewer, changed, other)
            assert timed(viewer, sealed, one) == timed(viewer, sealed, changed, other)[1:]


def test_a_reveal_tells_nothing_of_the_order_in_which_cards_were_sealed(game: str) -> None:
    before = next(some_tables(game, watchers="public", grace=2))
    told: dict[Viewer, set[tuple[bytes | None, ...]]] = {viewer: set() for viewer in (ADA, *OTHERS)}
    for order in itertools.permutations(game_of(before).asks):
        sealed = before
        for seat in order:
            sealed = after(sealed, seal(sealed, seat))
        for viewer, messages in told.items():
            messages.add(tuple(timed(viewer, before, sealed, revealed(sealed))))
    assert {len(messages) for messages in told.values()} == {1}


def test_all_that_is_hidden_exchanged_no_connection_is_sent_anything(game: str) -> None:
    """Of a room of which nothing else changed there is nothing to tell."""
    rng, exchanges = random.Random(5), 0
    for before in some_tables(game, watchers="public"):
        room = after(before, seal(before, ADA, texts(before, ADA)[-1]))
        for viewer in OTHERS:
            other = exchanged(room, viewer, rng)
            assert timed(viewer, room, other) == [None], f"{viewer} could read what was exchanged"
            exchanges += other != room
    assert exchanges or isinstance(hidden(game), Nothing)


class TellsOfEveryEvent(ProgramFeed):
    """A mutant: there is an update, if an empty one, whenever anything happened."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """Or nothing is in it."""
        return super().update(room, viewer, here, now) or b'{"version":%d}' % room.seen(viewer)


def of_ada(play: Play, perspective: Viewer) -> object:
    """A mutant of what everybody sees of the table: what Ada sees."""
    return sight(play, ADA)


def test_a_feed_that_tells_more_than_what_changed_is_found_out(game: str) -> None:
    with patch(f"{__name__}.ProgramFeed", TellsOfEveryEvent), pytest.raises(AssertionError):
        test_of_a_card_changed_lifted_or_laid_again_others_are_sent_nothing_at_all(game, "who")


def test_what_all_share_made_of_what_one_sees_is_found_out() -> None:
    """Adel verpflichtet alone has hands."""
    with patch("app.web.messages.answers.sight", of_ada), pytest.raises(AssertionError, match="exchanged"):
        test_all_that_is_hidden_exchanged_no_connection_is_sent_anything(GAME)
