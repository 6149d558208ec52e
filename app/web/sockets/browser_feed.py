"""The messages of a browser: the regions that changed for this connection, and for an opening the film that leads to
them.

The regions of a message are the end state; the film's steps carry only what each of them moves. So a client that skips
the film, or never plays it, shows the right table. A region is sent as what changed in it (``patches``): the end state
against what the last message ended in, a step of the film against the step before it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from app.live.host.requests import Done
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.page_view import FilmStep, PageView, film, page_view
from app.web.cache import LastDrawn
from app.web.html.patches import changed
from app.web.html.regions import Regions
from app.web.messages.answers import answered, dumped, timed
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer


class BrowserFeed:
    """One browser connection's messages. ``base_url`` is what absolute links begin with, ``device`` the
    digest of the token that the browser showed."""

    def __init__(self, regions: Regions, base_url: str, device: Digest | None = None) -> None:
        self._device = device
        self._regions = regions
        self._base_url = base_url
        self._shown: Mapping[str, str] = {}
        self._ask = 0
        self._drawn = LastDrawn()

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> str | None:
        """The message that brings this connection up to date; None if it would say nothing new."""
        page = page_view(room, viewer, here, self._device)
        whole = self._regions.whole(page, self._base_url, self._drawn)
        ask = room.play.ask if room.play else 0
        is_next = bool(self._shown) and ask == self._ask + 1
        steps, touched = self._film(page, film(room, viewer)) if is_next else ([], set[str]())
        regions: dict[str, Plain] = {
            id: changed(self._shown.get(id), html)
            for id, html in whole.items()
            if self._shown.get(id) != html or id in touched
        }
        self._shown, self._ask = whole, ask
        if not regions:
            return None
        message: dict[str, Plain] = {"version": room.seen(viewer), **timed(now), "regions": regions}
        return dumped(message | ({"film": steps} if steps else {}))

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> str:
        """The answer to this connection's command, in its own language."""
        if isinstance(answer, Refusal):
            answer = replace(answer, say=self._regions.speech.refusal(answer))
        return dumped(answered(id, answer, room, viewer))

    def _film(self, page: PageView, opened: Iterable[FilmStep]) -> tuple[list[Plain], set[str]]:
        """The steps for this connection, and the regions they leave otherwise than the last message did."""
        shown = dict(self._shown)
        steps: list[Plain] = []
        for frame in self._regions.film(page, opened):
            moved: dict[str, Plain] = {
                id: changed(shown.get(id), html) for id, html in frame.regions.items() if shown.get(id) != html
            }
            shown |= frame.regions
            about: dict[str, Plain] = {"say": frame.say, "clause": frame.clause}
            steps.append(about | {"seat": frame.seat, "weight": frame.weight, "regions": moved})
        return steps, {id for id, html in shown.items() if self._shown[id] != html}
