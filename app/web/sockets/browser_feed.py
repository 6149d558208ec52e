"""The messages of a browser: the regions that changed for this connection, and for an opening the film that leads to
them.

The first message holds what its page does not show already, by the marks it came with (``marks``). The regions of a
message are the end state; the film's steps carry only what each of them moves. So a client that skips the film, or
never plays it, shows the right table. A region is sent as what changed in it (``patches``): the end state against what
the last message ended in, a step of the film against the step before it. A region that this connection was not sent yet
comes whole, and the first step that moves it is written against that."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from types import MappingProxyType

from app.live.host.requests import Done
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.page_view import FilmStep, PageView, film, page_view
from app.web.cache import LastDrawn
from app.web.html.marks import key_of, mark
from app.web.html.patches import changed
from app.web.html.regions import Regions
from app.web.messages.answers import answered, dumped, timed
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer


class BrowserFeed:
    """One browser connection's messages. ``base_url`` is what absolute links begin with, ``device`` the
    digest of the token that the browser showed, ``marks`` what it says its page shows."""

    def __init__(
        self,
        regions: Regions,
        base_url: str,
        device: Digest | None = None,
        marks: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._device = device
        self._regions = regions
        self._base_url = base_url
        self._marks: Mapping[str, str] | None = marks
        """Until the first message."""
        self._key = key_of(device)
        self._shown: Mapping[str, str] = {}
        self._unsent: AbstractSet[str] = frozenset()
        """The regions that the page came with: the browser has no text of them that a patch could be for."""
        self._ask = 0
        self._drawn = LastDrawn()

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> str | None:
        """The message that brings this connection up to date; None if it would say nothing new. The first one is sent
        in any case: it says what time it is."""
        page = page_view(room, viewer, here, self._device)
        whole = self._regions.whole(page, self._base_url, self._drawn)
        ask, marks, self._marks = room.play.ask if room.play else 0, self._marks, None
        if marks is not None:
            self._shown = {id: html for id, html in whole.items() if marks and marks.get(id) == mark(self._key, html)}
            self._unsent = frozenset(self._shown)
        is_next = marks is None and ask == self._ask + 1
        steps, touched = self._film(page, film(room, viewer), whole) if is_next else ([], set[str]())
        regions: dict[str, Plain] = {
            id: changed(None if id in self._unsent else self._shown.get(id), html)
            for id, html in whole.items()
            if self._shown.get(id) != html or id in touched
        }
        self._shown, self._ask, self._unsent = whole, ask, self._unsent - regions.keys()
        if marks is None and not regions:
            return None
        message: dict[str, Plain] = {"version": room.seen(viewer), **timed(now), "regions": regions}
        message["marks"] = [mark(self._key, whole[id]) for id in regions]
        return dumped(message | ({"film": steps} if steps else {}))

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> str:
        """The answer to this connection's command, in its own language."""
        if isinstance(answer, Refusal):
            answer = replace(answer, say=self._regions.speech.refusal(answer))
        return dumped(answered(id, answer, room, viewer))

    def _film(
        self, page: PageView, opened: Iterable[FilmStep], whole: Mapping[str, str]
    ) -> tuple[list[Plain], set[str]]:
        """The steps for this connection, and the regions that the message has to hold besides: those they leave
        otherwise than the last message did, and those whose steps are written against the end."""
        shown, written = dict(self._shown), {**self._shown, **{id: whole[id] for id in self._unsent & whole.keys()}}
        steps: list[Plain] = []
        moves: set[str] = set()
        for frame in self._regions.film(page, opened):
            moved = {id: html for id, html in frame.regions.items() if shown.get(id) != html}
            changes: dict[str, Plain] = {id: changed(written.get(id), html) for id, html in moved.items()}
            shown |= moved
            written |= moved
            moves |= moved.keys() & self._unsent
            about: dict[str, Plain] = {"say": frame.say, "clause": frame.clause}
            steps.append(about | {"seat": frame.seat, "weight": frame.weight, "regions": changes})
        return steps, moves | {id for id, html in shown.items() if self._shown[id] != html}
