"""What each region is about, as short keys: a region is drawn anew only when its key is another one.

A key is made of what one viewer may see and of nothing else, so it is no way around the view. What others do while
cards are sealed is in none of them but that of the line that says whom the table waits for: all other regions are drawn
without it (``make_stable_view``), so they cannot show it either."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.rooms.views.page_view import PageView
from app.rooms.views.view_types import RoomView, SeatPart
from app.rooms.votes import AGAIN
from app.web.table.state import offline
from app.web.text.sentences import waiting_for

Key = tuple[Any, ...]


@dataclass(frozen=True)
class Glance:
    """What keys are made of."""

    page: PageView
    seen: RoomView
    table: Key
    """Which game at which ask, and whether it goes on: all that the game's own views hang on, for one viewer."""
    people: Key
    """Who sits there, as far as it is not said by how they are doing."""

    @cached_property
    def resting(self) -> Key:
        """What the keys of all regions are made of that a reveal does not change (``AT_REST``)."""
        page, seen, room = self.page, self.seen, self.seen.room
        return (
            *(seen.you, room.phase, room.game, room.number, page.table_id if seen.outcome else "", self.people),
            *(_in_lobby(self), page.replay, seen.outcome, room.options, room.hosts, room.votes, room.against),
            *(room.saving, room.evening, _chat(self), _asking(self)),
        )

    @property
    def stable(self) -> Key:
        """What all keys but that of the line of waiting are made of: while it stays, all of them do."""
        return self.table, self.resting, self.seen.ask, self.seen.plan, self.seen.plan_when


def glance(page: PageView) -> Glance:
    """What the page shows, at a glance."""
    seen, room = page.view, page.view.room
    asked = tuple(part.state != "idle" for part in seen.seats)
    table = ((seen.you, page.person), room.phase, room.game, room.number, page.table_id, page.players, asked)
    return Glance(page, seen, table, tuple(map(_person, seen.seats)))


def _person(part: SeatPart) -> Key:
    return part.seat, part.name, part.colour, part.bot, part.stand_in, part.has_left, part.is_away, part.ran_out


def _links(at: Glance) -> Key:
    room = at.seen.room
    return room.join_code, room.join_link, room.watch_link, room.is_locked, room.voice


def _asking(at: Glance) -> Key:
    """Who asks to come back, and which hosts are there to answer."""
    room = at.seen.room
    return (room.askers, tuple(part.here for part in at.seen.seats)) if room.askers else ()


def _in_lobby(at: Glance) -> Key:
    """Of what shows something before the game alone."""
    seen, room = at.seen, at.seen.room
    if room.phase != "lobby":
        return ()
    here = tuple(part.here for part in seen.seats)
    return seen.you, room.game, at.people, here, room.hosts, room.options, room.evening, _links(at)


def of_stage(at: Glance) -> Key:
    """The key of what the table is doing: the same for all."""
    return at.table[1:], at.people, at.seen.outcome


def _end(at: Glance) -> Key:
    seen, room = at.seen, at.seen.room
    if seen.outcome is None:
        return ()
    wished = seen.you in room.votes.get(AGAIN, ())
    return at.table, at.people, seen.outcome, room.hosts, room.evening, room.options, at.page.replay, wished


def _votes(at: Glance) -> Key:
    room = at.seen.room
    return (
        at.seen.you,
        room.phase,
        room.number,
        at.people,
        room.hosts,
        room.votes,
        room.against,
        room.saving,
        _asking(at),
    )


def _prompt(at: Glance) -> Key:
    seen, room = at.seen, at.seen.room
    if not at.page.table_id or room.phase == "finished":
        return ()
    planned = (seen.plan, seen.plan_when)
    return at.table, at.people, seen.ask, planned, room.options, at.page.per_ask_until


def _hand(at: Glance) -> Key:
    return at.table, at.people


def _log(at: Glance) -> Key:
    return at.table, at.people


def _chat(at: Glance) -> Key:
    seen, room = at.seen, at.seen.room
    about = {line.ask for line in seen.said if line.ask is not None}
    rounds = tuple((each.ask, each.round) for each in at.page.reveals if each.ask in about) if about else ()
    return (
        *(seen.you, room.phase, at.people, room.hosts, room.options, room.voice, rounds, bool(at.page.reveals)),
        *(seen.said, seen.watchers_said, seen.hears_watchers, seen.muted),
    )


def of_waiting(at: Glance) -> Key:
    """The key of the line that says whom the table waits for: the same for all who are told the same."""
    seen, room = at.seen, at.seen.room
    if seen.you is None and at.page.table_id and room.phase in ("playing", "paused"):
        return ("watching", room.options["watchers"])
    if seen.you is None or not at.page.table_id or room.phase != "playing":
        return ()
    waiting, opens = waiting_for(seen), room.reveal_at is not None
    others = None if waiting is None else tuple(seat for seat in waiting if seat != seen.you)
    is_mine = waiting is not None and seen.you in waiting
    owes = room.is_held and seen.ask is not None and seen.ask.sealed is None
    gone = offline(seen).intersection(others or ())
    return opens, room.is_held, owes, others, gone, is_mine, room.sealed if waiting is None else None, at.people


AT_REST = ("doorway", "chairs", "options", "start", "end", "votes", "chat")
"""The regions that a reveal does not change, but for the last one of a game."""

OF_PRESENCE = ("doorway", "chairs", "options", "start", "votes")
"""The regions that may show who is here, which no version of the room counts; the line of waiting does too."""

KEYS: Mapping[str, Callable[[Glance], Key]] = {
    "doorway": _in_lobby,
    "chairs": _in_lobby,
    "options": _in_lobby,
    "start": _in_lobby,
    "end": _end,
    "votes": _votes,
    "prompt": _prompt,
    "hand": _hand,
    "log": _log,
    "chat": _chat,
}
"""What is drawn calmly, by its id: all that a page has once and is sent, but for the line of waiting."""


def of_seat(at: Glance, seat: int) -> Key:
    """The key of a seat's own region, the same for all but its player. What the seat has is counted on the page where
    the table is a picture."""
    seats = getattr(at.page.table, "seats", ())
    facts = seats[seat] if seat < len(seats) else None
    counted = facts if at.page.scene is None else facts is None
    return seat == at.seen.you, at.seen.room.game, at.page.table is None, at.people, counted


def of_seats(at: Glance) -> Key:
    """The keys of all seats' regions in one, where the table is a picture or there is none yet."""
    return at.seen.you, at.seen.room.game, at.page.table is None, at.people, at.page.players


def of_board(at: Glance) -> Key:
    """The key of a part of the game's board, the same for everybody."""
    return at.table[1:], at.people
