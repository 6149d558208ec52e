"""Agreement of a table to save its running game as a file.

The file of a running game holds every hand. So everybody with a hand in that game has a vote, and more than half
carry it. Without a running game nothing is hidden, and anybody at the table may save."""

from app.rooms.deals.sealing import is_hidden
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.saving.events import SaveAgreed
from engine.core.seats import Seat

MOTION = "save"


def refusal(room: Room, seat: Seat) -> Refusal | None:
    """Return why the seat may not save the room now, else None.

    Nobody may while another table has the same cards. During a game only a host may, with the others' agreement."""
    if is_hidden(room):
        return refuse("deal_closed")
    if not is_running(room):
        return None
    if seat not in room.hosts:
        return refuse("not_host", "During a game, only a host can save the table.")
    return None if may_save(room) else refuse("not_agreed")


def agreement(room: Room, votes: frozenset[Seat]) -> tuple[SaveAgreed, ...]:
    """Return the agreement to save the running game, if these votes newly carry it."""
    return (SaveAgreed(room.asks_so_far),) if not is_agreed(room) and is_majority(room, votes) else ()


def list_voters(room: Room) -> tuple[Seat, ...]:
    """Return the seats of all people with a hand in the running game.

    Removed players and players who left keep their votes. Otherwise a host could remove everybody and then read all
    cards."""
    return tuple(seat for seat in room.list_taken() if (who := room.occupant(seat)) is not None and who.bot is None)


def is_majority(room: Room, votes: frozenset[Seat]) -> bool:
    """Return whether these votes are more than half of all."""
    all_voices = list_voters(room)
    return 2 * len(votes.intersection(all_voices)) > len(all_voices)


def is_agreed(room: Room) -> bool:
    """Return whether the table has agreed and the votes still hold."""
    return room.is_save_agreed and is_majority(room, room.votes.get(MOTION, frozenset()))


def is_running(room: Room) -> bool:
    """Return whether a game runs or is paused, so that something is hidden."""
    return room.phase in ("playing", "paused")


def may_save(room: Room) -> bool:
    """Return whether a host may save the room with its running game.

    A person who plays with bots alone needs no agreement."""
    return is_agreed(room) or len(list_voters(room)) == 1
