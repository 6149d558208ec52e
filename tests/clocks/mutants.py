"""Clocks that go wrong, each in one way: an evening that lets one of them pass proves nothing."""

from collections.abc import Callable, Mapping

import pytest

from app.live.host.batch import Batch
from app.live.host.host import RoomHost
from app.live.host.requests import Request
from app.live.manager import RoomManager
from app.rooms import events as e
from app.rooms.fold import step
from app.rooms.model.clocks import bank_after, deadline
from app.rooms.model.ids import Millis, RoomCode, Version
from app.rooms.model.play import Play, SealedChoice
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine.core.seats import Seat
from tests.clocks.board import Neighbour
from tests.live.mutants import NeverDoubts, RingsEarly

Mutant = Callable[[pytest.MonkeyPatch], None]


class SaysItTwice(RoomHost):
    """Writes down twice that somebody's time ran out."""

    def _decide_batch(self, requests: list[Request], is_owner: bool, now: Millis) -> Batch:
        batch = super()._decide_batch(requests, is_owner, now)
        last = batch.entries[-1] if batch.entries else None
        if last is not None and isinstance(last.event, e.RanOut):
            batch.entries.append(replace(last, version=Version(last.version + 1)))
            batch.room = step(batch.room, batch.entries[-1])
        return batch


class ForgetsWhoSleeps(RoomManager):
    """Wakes no room after a restart: whoever comes by finds that nothing has struck."""

    async def _wake(self, until: Millis) -> None:
        """Nobody."""


class KeepsTheOutage(RoomManager):
    """Gives nothing back."""

    async def _give_back(self, outage: Millis, span: Millis) -> None:
        """Nothing."""


def runs_on(play: Play, per_ask: Millis, seat: Seat) -> Millis:
    """The bank runs until everybody has sealed."""
    last = max((card.at for card in play.sealed.values()), default=play.opened_at)
    late = {one: SealedChoice(card.choice, card.by, last) for one, card in play.sealed.items()}
    return bank_after(replace(play, sealed=late), per_ask, seat)


def is_free(play: Play, per_ask: Millis, seat: Seat) -> Millis:
    """A change of mind costs nothing that the first card did not cost: nothing at all is charged."""
    return play.banks[seat]


def stays(play: Play, span: Millis) -> Play:
    """Neither rest nor outage moves anything."""
    return play


def forgets_the_cards(play: Play, span: Millis) -> Play:
    """The moment of the reveal is left where it was."""
    return replace(play, opened_at=Millis(play.opened_at + span))


def is_late_anyway(room: Room, seat: Seat, at: Millis) -> Millis:
    """Time that is given counts from when it ran out."""
    return Millis(0)


def comes_early(room: Room, seat: Seat) -> Millis | None:
    """A second is left."""
    until = deadline(room, seat)
    return Millis(until - 1_000) if until is not None else None


def told_of_lifted(room: Room, seat: Seat) -> Millis | None:
    """Whoever lifted a card is told of to all when their time is up."""
    return deadline(room, seat)


async def nothing_due(neighbour: Neighbour, before: Millis) -> tuple[RoomCode, ...]:
    """A process takes over nothing from one that died."""
    return ()


def put(target: str, value: object) -> Mutant:
    """The mutant that has this in that place."""
    return lambda patch: patch.setattr(target, value)


def lifted_is_told(patch: pytest.MonkeyPatch) -> None:
    """In all places that ask when the table acts."""
    for place in ("app.rooms.model.clocks", "app.rooms.sealing.decide", "app.live.host.due_commands"):
        patch.setattr(f"{place}.expires_at", told_of_lifted)


MUTANTS: Mapping[str, Mutant] = {
    "a clock that is fast": put("app.live.manager.RoomHost", RingsEarly),
    "a deadline that comes early": put("app.rooms.model.clocks.deadline", comes_early),
    "time that runs out twice": put("app.live.manager.RoomHost", SaysItTwice),
    "deadlines that are lost at a restart": put("tests.live.process.RoomManager", ForgetsWhoSleeps),
    "an outage that is not given back": put("tests.live.process.RoomManager", KeepsTheOutage),
    "a clock that strikes before it knows of an outage": put("tests.live.process.RoomManager", NeverDoubts),
    "a bank that runs on after the seal": put("app.rooms.sealing.fold.bank_after", runs_on),
    "a bank that nothing is charged to": put("app.rooms.sealing.fold.bank_after", is_free),
    "rest and outage that cost time": put("app.rooms.play.fold._moved", stays),
    "a rest that does not move the reveal": put("app.rooms.play.fold._moved", forgets_the_cards),
    "given time that is used up already": put("app.rooms.play.fold.overdue", is_late_anyway),
    "a dead process that nobody takes over from": put("tests.clocks.board.Neighbour.take_due", nothing_due),
    "a clock that tells of a lifted card": lifted_is_told,
}
