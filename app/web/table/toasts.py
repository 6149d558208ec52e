"""Toasts: short sentences about the latest events, different for each viewer.

They repeat what the page shows or what is public. Only connected pages get them: a new or returning page sees no old
ones. Some last as long as they are true."""

from collections.abc import Iterable

from app.rooms.model.identity import Mark
from app.rooms.views.page_view import PageView
from app.rooms.views.view_types import RoomView, SeatPart
from app.web.table.state import doing
from app.web.table.toast_words import Toast, ToastWords, topic
from app.web.table.votes import clock_span
from app.web.text.sentences import Speech
from engine.core.seats import Seat

FAR_APART_S = 3_600
"""Time for a choice, in seconds, from which nobody is expected to stay connected."""


class Toaster:
    """Source of one page's toasts while it is connected."""

    def __init__(self, speech: Speech) -> None:
        self._words = ToastWords(speech)
        self._heard: int | None = None
        """Number of the latest announcement; None before the first message."""
        self._is_new = True
        self._here: frozenset[Seat] = frozenset()
        self._lost: dict[Seat, int] = {}
        """Seats that have lost the connection since, each with a number of its own."""
        self._losses = 0

    def mark_delivered(self, number: int) -> None:
        """Mark announcements up to that number as delivered, as the page reports."""
        self._heard = number

    def take_toasts(self, page: PageView) -> tuple[tuple[Toast, ...], tuple[Toast, ...]]:
        """Return the toasts that are new since the last call, and the lasting toasts."""
        heard, self._heard = self._heard, page.announcements[-1].number if page.announcements else 0
        self._watch(page.view, is_first=self._is_new)
        self._is_new = False
        return () if heard is None else tuple(self._list_announcements(page, heard)), tuple(self._standing(page))

    def _list_announcements(self, page: PageView, heard: int) -> Iterable[Toast]:
        latest = {topic(each): each for each in page.announcements if each.number > heard}
        toasts = (
            self._words.make_announcement_toast(page, each)
            for each in sorted(latest.values(), key=lambda each: each.number)
        )
        return (toast for toast in toasts if toast is not None)

    def _standing(self, page: PageView) -> Iterable[Toast]:
        seen = page.view
        parts = {part.seat: part for part in seen.seats}
        if seen.you is not None:
            if seen.nudged is not None and seen.nudged[0] in parts:
                yield self._words.make_nudge_toast(parts[seen.nudged[0]], seen.nudged[1])
            for part, wish in _list_wishes(seen):
                yield self._words.make_wish_toast(part, wish)
            # one at a time: each lasts until the table has acted
            late = next((part for part in seen.seats if _is_late(part, seen)), None)
            if late is not None:
                yield self._words.make_timeout_toast(page, late)
        for seat, number in self._lost.items():
            yield self._words.make_lost_toast(parts[seat], number)

    def _watch(self, seen: RoomView, *, is_first: bool) -> None:
        """Update who has disconnected without being away, and who is back."""
        missing = {part.seat for part in seen.seats if _is_missing(part, seen)}
        self._lost = {seat: number for seat, number in self._lost.items() if seat in missing}
        for seat in () if is_first else sorted(missing & self._here):
            self._losses += 1
            self._lost[seat] = self._losses
        self._here = frozenset(part.seat for part in seen.seats if part.here)


def _list_wishes(seen: RoomView) -> Iterable[tuple[SeatPart, Mark]]:
    """Return who would like the viewer's colour or crest, which can be exchanged now."""
    own = {mark for part in seen.seats if part.seat == seen.you for mark in (part.colour, part.crest)}
    wishes = ((part, wish) for part in seen.seats for wish in part.wishes if wish in own)
    return wishes if seen.room.phase == "lobby" else ()


def _is_late(part: SeatPart, seen: RoomView) -> bool:
    """Return whether the page shows that another player's time ran out."""
    is_played = part.bot is not None or part.stand_in is not None or part.has_left
    return part.seat != seen.you and not is_played and doing(part, seen.room.phase) == "late"


def _is_missing(part: SeatPart, seen: RoomView) -> bool:
    """Return whether another player is missing in a running game without notice."""
    is_game_of_days = clock_span(seen.room.options) >= FAR_APART_S
    is_told = part.is_away or part.has_left or part.stand_in is not None
    return seen.room.phase == "playing" and not (is_game_of_days or is_told or part.here or part.seat == seen.you)
