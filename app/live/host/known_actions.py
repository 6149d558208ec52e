"""Past choices at a table, for bots that learn how each player plays."""

from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.views.log_view import list_visible_reveals
from engine.core.bots.past_actions import list_past_actions
from engine.core.game import PastAction
from engine.core.seats import Seat


def list_known_actions(room: Room, seat: Seat) -> tuple[PastAction, ...]:
    """Return the game's past choices that the seat's player may know, oldest first.

    Those of the seat's earlier players are left out: each plays in a way of their own."""
    play = room.play
    if play is None:
        return ()
    here = tuple([occupant.name if occupant is not None else "" for occupant in room.seats[: play.seats]])
    # everybody was told of all of them: they are the same for every bot that is asked at once
    return play.memo.once(play.history, ("past_actions", here), lambda: _collect_actions(room, play, seat, here))


def _collect_actions(room: Room, play: Play, seat: Seat, here: tuple[str, ...]) -> tuple[PastAction, ...]:
    known: list[PastAction] = []
    for reveal in list_visible_reveals(room, seat):
        names = reveal.names or here
        known += [
            action for action in list_past_actions(play.game, reveal.effects) if names[action.seat] == here[action.seat]
        ]
    return tuple(known)
