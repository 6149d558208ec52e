"""Whether a room may be taken as a file. The file of a running game holds every hand: whoever has a hand in that game
has a voice, and more than half of them carry it. Where nothing is hidden, anybody who sits there may."""

from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.saving.events import SaveAgreed
from engine.core.seats import Seat

MOTION = "save"


def refusal(room: Room, seat: Seat) -> Refusal | None:
    """Why the seat may not take the room as a file now: of a running game only a host may, and only with the others'
    agreement."""
    if not is_running(room):
        return None
    if seat not in room.hosts:
        return refuse("not_host", "During a game, only a host can save the table.")
    return None if may_save(room) else refuse("not_agreed")


def agreement(room: Room, votes: frozenset[Seat]) -> tuple[SaveAgreed, ...]:
    """That the table agrees to its running game's being saved, if these voices make it so and it had not before."""
    return (SaveAgreed(room.asks_so_far),) if not is_agreed(room) and carries(room, votes) else ()


def voices(room: Room) -> tuple[Seat, ...]:
    """The seats of all who have a hand in the running game and are no bots. Who was removed or has left keeps theirs:
    else a host would be alone with everybody's cards by removing everybody."""
    return tuple(seat for seat in room.taken() if (who := room.occupant(seat)) is not None and who.bot is None)


def carries(room: Room, votes: frozenset[Seat]) -> bool:
    """Whether these voices are more than half of all."""
    all_voices = voices(room)
    return 2 * len(votes.intersection(all_voices)) > len(all_voices)


def is_agreed(room: Room) -> bool:
    """Whether the table has agreed, and nobody who is needed has thought better of it."""
    return room.is_save_agreed and carries(room, room.votes.get(MOTION, frozenset()))


def is_running(room: Room) -> bool:
    """Whether a game runs or rests, so that something is hidden."""
    return room.phase in ("playing", "paused")


def may_save(room: Room) -> bool:
    """Whether a host may take the room with its running game as a file. Whoever plays with bots alone asks nobody."""
    return is_agreed(room) or len(voices(room)) == 1
