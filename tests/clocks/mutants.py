"""Clocks with one fault each, which some evening must detect."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from app.journal.store import Store
from app.live.heartbeat import Heartbeat
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
    """Mutant that records the end of a player's time twice."""

    def _decide_batch(self, requests: list[Request], is_owner: bool, now: Millis) -> Batch:
        batch = super()._decide_batch(requests, is_owner, now)
        last = batch.entries[-1] if batch.entries else None
        if last is not None and isinstance(last.event, e.RanOut):
            batch.entries.append(replace(last, version=Version(last.version + 1)))
            batch.room = step(batch.room, batch.entries[-1])
        return batch


class ForgetsWhoSleeps(RoomManager):
    """Mutant that wakes no room after a restart."""

    async def _wake(self, until: Millis) -> None:
        """Wake no room."""


class KeepsTheOutage(RoomManager):
    """Mutant that gives no time back after an outage."""

    def __init__(self, store: Store, now: Callable[[], Millis], *others: Any, **named: Any) -> None:
        super().__init__(store, now, *others, **named)
        self._heartbeat = Heartbeat(store, now, self._keep)

    async def _keep(self, outage: Millis, span: Millis) -> Millis:
        """Give nothing back."""
        return self._now()


def run_bank_until_all_seal(play: Play, per_ask: Millis, seat: Seat) -> Millis:
    """Charge the bank until everybody has sealed (mutant)."""
    last = max((card.at for card in play.sealed.values()), default=play.opened_at)
    late = {one: SealedChoice(card.choice, card.by, last) for one, card in play.sealed.items()}
    return bank_after(replace(play, sealed=late), per_ask, seat)


def charge_nothing(play: Play, per_ask: Millis, seat: Seat) -> Millis:
    """Charge nothing at all, also not for a change (mutant)."""
    return play.banks[seat]


def shift_nothing(play: Play, span: Millis) -> Play:
    """Move nothing for a pause or an outage (mutant)."""
    return play


def keep_reveal_time(play: Play, span: Millis) -> Play:
    """Do not move the time of the reveal (mutant)."""
    return replace(play, opened_at=Millis(play.opened_at + span))


def count_from_expiry(room: Room, seat: Seat, at: Millis) -> Millis:
    """Count given time from the expiry (mutant)."""
    return Millis(0)


def strike_early(room: Room, seat: Seat) -> Millis | None:
    """Strike one second early (mutant)."""
    until = deadline(room, seat)
    return Millis(until - 1_000) if until is not None else None


def announce_lifted(room: Room, seat: Seat) -> Millis | None:
    """Announce the expiry of a player who lifted a card (mutant)."""
    return deadline(room, seat)


async def list_nothing(neighbour: Neighbour, before: Millis) -> tuple[RoomCode, ...]:
    """Take over no room of a dead process (mutant)."""
    return ()


def patch_with(target: str, value: object) -> Mutant:
    """Return the mutant with this value in that place."""
    return lambda patch: patch.setattr(target, value)


def announce_lifted_everywhere(patch: pytest.MonkeyPatch) -> None:
    """Patch all places that ask when the table acts."""
    for place in ("app.rooms.model.clocks", "app.rooms.sealing.decide", "app.live.host.due_commands"):
        patch.setattr(f"{place}.expires_at", announce_lifted)


MUTANTS: Mapping[str, Mutant] = {
    "a clock that is fast": patch_with("app.live.manager.RoomHost", RingsEarly),
    "a deadline that comes early": patch_with("app.rooms.model.clocks.deadline", strike_early),
    "time that runs out twice": patch_with("app.live.manager.RoomHost", SaysItTwice),
    "deadlines that are lost at a restart": patch_with("tests.live.process.RoomManager", ForgetsWhoSleeps),
    "an outage that is not given back": patch_with("tests.live.process.RoomManager", KeepsTheOutage),
    "a clock that strikes before it knows of an outage": patch_with("tests.live.process.RoomManager", NeverDoubts),
    "a bank that runs on after the seal": patch_with("app.rooms.sealing.fold.bank_after", run_bank_until_all_seal),
    "a bank that nothing is charged to": patch_with("app.rooms.sealing.fold.bank_after", charge_nothing),
    "rest and outage that cost time": patch_with("app.rooms.play.fold._shift_times", shift_nothing),
    "a rest that does not move the reveal": patch_with("app.rooms.play.fold._shift_times", keep_reveal_time),
    "given time that is used up already": patch_with("app.rooms.play.fold.overdue", count_from_expiry),
    "a dead process that nobody takes over from": patch_with("tests.clocks.board.Neighbour.take_due", list_nothing),
    "a clock that tells of a lifted card": announce_lifted_everywhere,
}
