"""Own seat in a player's menu: instructions for a stand-in, and devices."""

from dataclasses import dataclass
from datetime import UTC, datetime

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Millis
from app.rooms.views.view_types import RoomView
from app.web.games.presenter import Presenter
from app.web.text.sentences import Speech
from engine import registry


@dataclass(frozen=True, slots=True)
class InstructionRow:
    """An instruction that can be given."""

    key: str
    title: str
    is_given: bool


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device of the viewer's seat."""

    number: int
    kind: DeviceKind
    first: str
    """First use, to the hour, in UTC: ``2026-11-21T18:00``."""
    last: str
    is_this: bool


def list_instruction_rows(seen: RoomView, presenter: Presenter, speech: Speech) -> tuple[InstructionRow, ...]:
    """List the game's instructions; those that the viewer has given are ticked.

    Empty for a watcher, or if the game has none."""
    known = registry.find(seen.room.game).instructions if seen.you is not None else {}
    titles = presenter.instruction_words(speech) if known else {}
    return tuple(InstructionRow(key, titles[key], key in seen.instructions) for key in known)


def device_rows(seen: RoomView) -> tuple[DeviceRow, ...]:
    """List the devices: the viewer's own first, then those used last."""
    rows = sorted(seen.devices, key=lambda each: (not each.is_this, -each.last_seen, each.device))
    return tuple(
        DeviceRow(each.device, each.kind, _hour(each.first_seen), _hour(each.last_seen), each.is_this) for each in rows
    )


def _hour(at: Millis) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M")
