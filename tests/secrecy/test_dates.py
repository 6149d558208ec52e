"""Dates of the next evening: watchers learn no proposal and no answer."""

import pytest

from app.rooms import commands as c
from app.rooms.model.dates import DAY_MS
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.rooms.builders import ADA, BEN, CARLA, START, a_game, a_room, run_commands
from tests.secrecy.feeds import SERVERS, decode

HERE = frozenset({ADA, BEN, CARLA})
ZONE = "Pacific/Chatham"
"""A zone that no page names by itself."""

AT = Millis(START // 60_000 * 60_000 + 3 * DAY_MS)


def hear(room: Room, viewer: Seat | None, feed: str) -> str:
    """Return the first message of a connection to the room."""
    return decode(SERVERS[feed]()().update(room, viewer, HERE)) or ""


def has_date(message: str) -> bool:
    return ZONE in message or str(AT) in message or "(Pacific/Chatham)" in message


@pytest.mark.parametrize("feed", SERVERS)
@pytest.mark.parametrize("watchers", ["public", "delayed"])
def test_no_proposal_and_no_answer_reaches_a_watcher(game: str, feed: str, watchers: str) -> None:
    for before in (a_room(3, game=game, watchers=watchers), a_game(3, game=game, watchers=watchers)):
        proposed = run_commands(before, c.ProposeDate(BEN, AT, ZONE))
        no, yes = (run_commands(proposed, c.AnswerDate(CARLA, 1, can_come)) for can_come in (False, True))
        assert not has_date(hear(proposed, None, feed))
        assert hear(no, None, feed) == hear(yes, None, feed)
        fixed = [run_commands(room, c.FixDate(ADA, 1)) for room in (no, yes)]
        assert hear(fixed[0], None, feed) == hear(fixed[1], None, feed)


@pytest.mark.parametrize("feed", SERVERS)
def test_seats_read_the_proposals(game: str, feed: str) -> None:
    proposed = run_commands(a_room(3, game=game), c.ProposeDate(BEN, AT, ZONE))
    assert has_date(hear(proposed, CARLA, feed))
