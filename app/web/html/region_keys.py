"""Short cache keys of regions.

A region is rendered again only if its key has changed. A key holds only what one viewer may see, so it reveals nothing
beyond the view. Only the key of the waiting line holds what others do while cards are sealed. All other regions are
rendered without it (``make_stable_view``), so they cannot show it either."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.rooms.views.page_view import PageView
from app.rooms.views.view_types import RoomView, SeatPart
from app.rooms.votes import AGAIN
from app.web.games.highlights import find_most_laughed
from app.web.table.state import offline
from app.web.text.sentences import waiting_for

Key = tuple[Any, ...]


@dataclass(frozen=True)
class KeyInputs:
    """Inputs of the keys."""

    page: PageView
    seen: RoomView
    table: Key
    """Game, ask and phase for one viewer; the game's own views depend on nothing else."""
    people: Key
    """Players by seat, without what they are doing."""

    @cached_property
    def resting(self) -> Key:
        """Inputs of the keys of all regions that a reveal does not change (``AT_REST``)."""
        page, seen, room = self.page, self.seen, self.seen.room
        return (
            *(seen.you, room.phase, room.game, room.number, page.table_id if seen.outcome else "", self.people),
            *(_make_lobby_key(self), page.replay, seen.outcome, room.options, room.hosts, room.votes, room.against),
            *(room.saving, room.evening, room.dates, room.deal, _make_chat_key(self), _asking(self)),
            *(find_most_laughed(page.reactions), _make_gallery_key(self)),
        )

    @property
    def stable(self) -> Key:
        """Inputs of all keys but the waiting line's; while they stay, all these keys do."""
        return self.table, self.resting, self.seen.ask, self.seen.plan, self.seen.plan_when, _make_guesses_key(self)


def glance(page: PageView) -> KeyInputs:
    """Return the inputs of the page's keys."""
    seen, room = page.view, page.view.room
    asked = tuple(part.state != "idle" for part in seen.seats)
    viewer = (seen.you, page.person, page.hands, page.is_curtain, page.is_screen)
    table = (viewer, room.phase, room.game, room.number, page.table_id, page.players, asked)
    return KeyInputs(page, seen, table, tuple(map(_person, seen.seats)))


def _person(part: SeatPart) -> Key:
    return (
        *(part.seat, part.name, part.colour, part.crest, part.wishes),
        *(part.bot, part.stand_in, part.has_left, part.is_away, part.ran_out),
    )


def _links(at: KeyInputs) -> Key:
    room = at.seen.room
    return room.join_code, room.join_link, room.watch_link, room.is_locked, room.voice


def _asking(at: KeyInputs) -> Key:
    """Return the players who ask to come back, and the presence of their hosts."""
    room = at.seen.room
    return room.screens.asks, (room.askers, tuple(part.here for part in at.seen.seats)) if room.askers else ()


def _make_lobby_key(at: KeyInputs) -> Key:
    """Return the key of regions that show something only before the game.

    A screen shows the code of the table at any time."""
    seen, room = at.seen, at.seen.room
    if at.page.is_screen and room.phase != "lobby":
        return room.phase, room.game, _links(at)
    if room.phase != "lobby":
        return ()
    here = tuple(part.here for part in seen.seats)
    return seen.you, room.game, at.people, here, room.hosts, room.options, room.evening, _links(at), room.deal


def make_stage_key(at: KeyInputs) -> Key:
    """Return the key of the table's present action, the same for all viewers."""
    return at.table[1:], at.people, at.seen.outcome


def _make_end_key(at: KeyInputs) -> Key:
    seen, room = at.seen, at.seen.room
    if seen.outcome is None:
        return ()
    wished = seen.you in room.votes.get(AGAIN, ())
    laughs = find_most_laughed(at.page.reactions)
    return (
        at.table,
        at.people,
        seen.outcome,
        room.hosts,
        room.evening,
        room.options,
        room.deal,
        at.page.replay,
        wished,
        laughs,
    )


def _make_votes_key(at: KeyInputs) -> Key:
    room = at.seen.room
    return (
        at.seen.you,
        room.phase,
        room.number,
        # what is said of a known deal in its first round
        room.round < 2,
        at.people,
        room.hosts,
        room.votes,
        room.against,
        room.saving,
        _asking(at),
    )


def _make_dates_key(at: KeyInputs) -> Key:
    seen, room = at.seen, at.seen.room
    if room.phase not in ("lobby", "finished"):
        return ()
    return seen.you, room.phase, room.number, at.people, room.hosts, room.dates


def _make_prompt_key(at: KeyInputs) -> Key:
    seen, room = at.seen, at.seen.room
    if not at.page.table_id or room.phase == "finished":
        return ()
    planned = (seen.plan, seen.plan_when)
    return at.table, at.people, seen.ask, planned, room.options, at.page.per_ask_until


def _make_hands_key(at: KeyInputs) -> Key:
    """Return the key of what is said about a shared device."""
    return at.page.hands and (at.seen.you, at.people, at.page.hands)


def _make_guesses_key(at: KeyInputs) -> Key:
    """Return the key of the watchers' question, with this very watcher's guess."""
    seen = at.seen
    is_running = seen.room.phase in ("playing", "paused")
    if seen.you is not None or at.page.is_curtain or not is_running:
        return ()
    return at.people, seen.room.options["watchers"], seen.gallery


def _make_gallery_key(at: KeyInputs) -> Key:
    seen = at.seen
    if seen.room.phase not in ("lobby", "finished") or not seen.gallery.scores:
        return ()
    return seen.room.phase, seen.gallery.scores


def _make_hand_key(at: KeyInputs) -> Key:
    return at.table, at.people


def _make_log_key(at: KeyInputs) -> Key:
    return at.table, at.people


def _make_chat_key(at: KeyInputs) -> Key:
    seen, room = at.seen, at.seen.room
    about = {line.ask for line in seen.said if line.ask is not None}
    rounds = tuple((each.ask, each.round) for each in at.page.reveals if each.ask in about) if about else ()
    return (
        *(seen.you, room.phase, at.people, room.hosts, room.options, room.voice, rounds, bool(at.page.reveals)),
        *(seen.said, seen.watchers_said, seen.hears_watchers, seen.muted),
    )


def make_waiting_key(at: KeyInputs) -> Key:
    """Return the key of the waiting line.

    It is the same for all viewers who get the same line."""
    seen, room = at.seen, at.seen.room
    is_watching = seen.you is None and not at.page.is_curtain
    if is_watching and at.page.table_id and room.phase in ("playing", "paused"):
        return ("watching", room.options["watchers"])
    if is_watching or not at.page.table_id or room.phase != "playing":
        return ()
    waiting, opens = waiting_for(seen), room.reveal_at is not None
    others = None if waiting is None else tuple(seat for seat in waiting if seat != seen.you)
    is_mine = waiting is not None and seen.you in waiting
    owes = room.is_held and seen.ask is not None and seen.ask.sealed is None
    gone = offline(seen).intersection(others or ())
    sealed = room.sealed if waiting is None else None
    return opens, room.is_held, owes, others, gone, is_mine, sealed, at.people, at.page.is_curtain


AT_REST = ("doorway", "chairs", "options", "start", "end", "gallery", "dates", "votes", "chat")
"""Regions that a reveal does not change, except a game's last one."""

OF_PRESENCE = ("doorway", "chairs", "options", "start", "votes")
"""Regions that may show presence, which no room version counts.

The waiting line shows it too."""

KEYS: Mapping[str, Callable[[KeyInputs], Key]] = {
    "doorway": _make_lobby_key,
    "chairs": _make_lobby_key,
    "options": _make_lobby_key,
    "start": _make_lobby_key,
    "end": _make_end_key,
    "dates": _make_dates_key,
    "votes": _make_votes_key,
    "prompt": _make_prompt_key,
    "hand": _make_hand_key,
    "hands": _make_hands_key,
    "guesses": _make_guesses_key,
    "gallery": _make_gallery_key,
    "log": _make_log_key,
    "chat": _make_chat_key,
}
"""Key functions by region id.

They cover all regions that a page has once and that messages bring, but for the waiting line."""


def make_seat_key(at: KeyInputs, seat: int) -> Key:
    """Return the key of a seat's own region, the same for all but its player.

    For a table with a picture the page counts the seat's pieces, so the key leaves them out."""
    seats = getattr(at.page.table, "seats", ())
    facts = seats[seat] if seat < len(seats) else None
    counted = facts if at.page.scene is None else facts is None
    return seat == at.seen.you, at.seen.room.game, at.page.table is None, at.people, counted


def make_seats_key(at: KeyInputs) -> Key:
    """Return one key of all seats' regions, for a table with a picture or none yet."""
    return at.seen.you, at.seen.room.game, at.page.table is None, at.people, at.page.players


def make_board_key(at: KeyInputs) -> Key:
    """Return the key of a part of the game's board, the same for all viewers."""
    return at.table[1:], at.people
