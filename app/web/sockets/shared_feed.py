"""What the feeds of programs have in common: the view as the program has it by now, of which most is shared with all
who look at the room, and what was opened since."""

from collections.abc import Iterable
from itertools import takewhile
from operator import is_

from app.live.host.requests import Done
from app.rooms.late import as_seen
from app.rooms.model.ids import Digest
from app.rooms.model.opening import Opening
from app.rooms.model.play import Play, SealedChoice
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.views.log_view import told
from app.rooms.views.view import own_inputs
from app.web.messages.answers import answered, dumped, happened
from app.web.messages.own_view import ToldView, told_next, told_view
from app.web.messages.shared_view import SHARED, Shared, Sharing
from engine.core.seats import Seat, Viewer


class SharedFeed:
    """A connection of a program. ``device`` is the token's digest that speaks on it; what is ``shared`` it shares with
    all others that have the same."""

    __slots__ = ("_card", "_device", "_inputs", "_shared", "_sharing", "_told", "_told_up_to", "_version")

    def __init__(self, device: Digest | None = None, shared: Shared = SHARED) -> None:
        self._device = device
        self._shared = shared
        self._sharing: Sharing | None = None
        self._told: ToldView | None = None
        """The view as the program has it by now."""
        self._version = 0
        self._card: SealedChoice | None = None
        """The viewer's own."""
        self._inputs: tuple[object, ...] = ()
        """What the viewer's own parts followed from, but for the cards."""
        self._told_up_to = 0

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> bytes:
        """The answer as the protocol writes it."""
        return dumped(answered(id, answer, room, viewer))

    def _looks(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> ToldView:
        """The view as it is now, which the program has from now on; the very same one if nothing has changed."""
        if self._sharing is None:
            self._sharing = self._shared.of(room.code, viewer)
        old, shared = self._told, self._sharing.view(room, viewer, here)
        inputs, was = own_inputs(room, viewer), self._inputs
        card = room.play.sealed.get(viewer) if room.play is not None and viewer is not None else None
        is_card_new, self._card, self._inputs = card is not self._card, card, inputs
        if old is not None and old.own.you == viewer and all(map(is_, inputs, was)):
            self._told = told_next(old, shared, room, is_card_new)
        else:
            self._told = told_view(shared, room, viewer, self._device)
        return self._told

    def _openings(self, room: Room, viewer: Viewer) -> bytes:
        """What was opened since this was asked last, as it stands in a list of JSON."""
        play, after = as_seen(room, viewer).play, self._told_up_to
        if play is None or not play.history or play.history[-1].ask <= after:
            return b""
        self._told_up_to = play.history[-1].ask
        # once for all who are told the same since the same opening
        what = ("told to all", after, room.phase == "finished")
        for_all = play.memo.once(play.history, what, lambda: _told_to_all(play, told(room, viewer, after), after))
        return for_all if for_all is not None else _written(play, told(room, viewer, after))


def _told_to_all(play: Play, openings: Iterable[Opening], after: int) -> bytes | None:
    """These openings, as they stand in a list; None if what came after that ask is not the same to everybody."""
    new = takewhile(lambda opening: opening.ask > after, reversed(play.history))
    is_for_all = all([one.audience is None for opening in new for one in opening.happenings])
    return _written(play, openings) if is_for_all else None


def _written(play: Play, openings: Iterable[Opening]) -> bytes:
    return b",".join([happened(play.memo, each.ask, one) for each in openings for one in each.happenings])
