"""Questions about a deal that two tables share: is it waiting, is it closed."""

from app.rooms.deals.events import DealTaken
from app.rooms.model.room import Room


def is_deal_waiting(room: Room) -> bool:
    """Return whether the room's next game has the shared cards."""
    shared = room.shared
    return shared is not None and not shared.number and not shared.is_opened


def is_hidden(room: Room) -> bool:
    """Return whether the journal holds cards that are still to be played.

    Nobody saves the room until then."""
    return room.shared is not None and not room.shared.is_opened


def is_game_closed(room: Room, number: int) -> bool:
    """Return whether the other table may still play that finished game's cards."""
    shared = room.shared
    return shared is not None and is_closed(room) and shared.is_over and shared.number == number


def is_closed(room: Room) -> bool:
    """Return whether another table has the same cards and may still play them.

    Until then nobody watches, and nobody gets past games, seeds or records."""
    return room.shared is not None and room.shared.table is not None and not room.shared.is_opened


def take_offer(first: Room) -> DealTaken | None:
    """Return the event by which a new room takes the cards that a table offers."""
    shared = first.shared
    return DealTaken(first.code, shared.seed, shared.edition) if shared is not None else None
