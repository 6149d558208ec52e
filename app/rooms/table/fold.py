"""The fold of how the table is set up and agreed upon: hosts, places, locks, votes, time given."""

from dataclasses import replace

from app.rooms import facts as f
from app.rooms.model.ids import Millis
from app.rooms.model.room import Occupant, Room, Save
from app.rooms.play.clocks import overdue
from app.rooms.play.fold import BrokenJournal, running
from app.rooms.saving.decide import MOTION
from engine import registry
from engine.core.seats import Seat

SAVES_KEPT = 8
"""How many of those who took the room as a file it holds; the journal keeps all."""

TableFact = (
    f.HostPassed
    | f.HostAdded
    | f.HostGone
    | f.SeatsSwapped
    | f.RoomLocked
    | f.JoinKeyChanged
    | f.WentAway
    | f.VoteCast
    | f.SaveAgreed
    | f.TableSaved
    | f.GameAborted
    | f.BackToLobby
    | f.TimeGiven
)


def set_up(room: Room, fact: TableFact, at: Millis) -> Room:
    """The room after such a fact. Raises BrokenJournal."""
    match fact:
        case f.HostPassed(seat):
            return replace(room, hosts=(seat,))
        case f.HostAdded(seat):
            return replace(room, hosts=(*room.hosts, seat))
        case f.HostGone(seat):
            return replace(room, hosts=tuple(host for host in room.hosts if host != seat))
        case f.RoomLocked(is_locked):
            return replace(room, is_locked=is_locked)
        case f.JoinKeyChanged(key, code, watch_key):
            changed = replace(room, join_key=key, join_code=code or room.join_code)
            return changed if watch_key is None else _watched_by(changed, watch_key)
        case f.WentAway(seat, is_away):
            return with_occupant(room, seat, replace(occupant_of(room, seat), is_away=is_away))
        case f.SeatsSwapped(one, other):
            return _swapped(room, one, other)
        case f.BackToLobby(game):
            return _in_lobby(room, game)
        case f.TableSaved(seat):
            return _saved(room, seat, at)
    return _in_game(room, fact, at)


def _in_game(room: Room, fact: f.VoteCast | f.SaveAgreed | f.GameAborted | f.TimeGiven, at: Millis) -> Room:
    match fact:
        case f.VoteCast(seat, motion, is_for):
            votes = room.votes.get(motion, frozenset())
            votes = votes | {seat} if is_for else votes - {seat}
            return replace(room, votes={**room.votes, motion: votes})
        case f.SaveAgreed(ask):
            if ask != running(room).ask:
                raise BrokenJournal(f"a table agreed to be saved at ask {ask}, which is not open")
            return replace(room, is_save_agreed=True)
        case f.GameAborted():
            return replace(room, phase="finished", votes={}, is_save_agreed=False, paused_at=None)
        case f.TimeGiven(seat, span):
            play = running(room)
            if not 0 <= seat < play.seats:
                raise BrokenJournal(f"seat {seat} has no bank")
            bank = Millis(play.banks[seat] + overdue(room, seat, at) + span)
            banks = (*play.banks[:seat], bank, *play.banks[seat + 1 :])
            return replace(room, play=replace(play, banks=banks, ran_out=play.ran_out - {seat}))


def occupant_of(room: Room, seat: Seat) -> Occupant:
    """Who sits there. Raises BrokenJournal."""
    occupant = room.occupant(seat)
    if occupant is None:
        raise BrokenJournal(f"nobody sits on seat {seat}")
    return occupant


def with_occupant(room: Room, seat: Seat, occupant: Occupant | None) -> Room:
    """The room with that occupant on the seat; links to a seat that nobody holds are void. Raises BrokenJournal."""
    if not 0 <= seat < len(room.seats):
        raise BrokenJournal(f"there is no seat {seat}")
    links = (
        room.links
        if occupant is not None and occupant.devices
        else tuple(link for link in room.links if link.seat != seat)
    )
    return replace(room, seats=(*room.seats[:seat], occupant, *room.seats[seat + 1 :]), links=links)


def _watched_by(room: Room, key: str) -> Room:
    """The room with that key for watchers; what was shown of games by the old one is still shown."""
    over = room.games_so_far - (room.phase in ("playing", "paused"))
    return replace(room, watch_key=key, watch_keys_before=(*room.watch_keys_before, (over, room.watch_key)))


def without_voice(room: Room, seat: Seat) -> Room:
    """The room without what whoever sat there was for: another player has said nothing yet."""
    if not any(seat in seats for seats in room.votes.values()):
        return room
    return replace(room, votes={motion: seats - {seat} for motion, seats in room.votes.items()})


def without_agreement(room: Room) -> Room:
    """The room in which nobody has agreed to its being saved, once it was or once the cards are other ones."""
    if not room.is_save_agreed:
        return room
    return replace(room, votes={**room.votes, MOTION: frozenset()}, is_save_agreed=False)


def _saved(room: Room, seat: Seat, at: Millis) -> Room:
    game = room.games_so_far if room.phase in ("playing", "paused") else 0
    saves = (*room.saves, Save(occupant_of(room, seat).name, at, game))[-SAVES_KEPT:]
    return replace(without_agreement(room), saves=saves)


def _swapped(room: Room, one: Seat, other: Seat) -> Room:
    """Both occupants on each other's seat, with everything that is theirs by the seat's number."""
    if room.phase != "lobby" or not all(0 <= seat < len(room.seats) for seat in (one, other)):
        raise BrokenJournal(f"seats {one} and {other} cannot change places")
    to = {one: other, other: one}
    seats = tuple(room.seats[to.get(Seat(seat), Seat(seat))] for seat in range(len(room.seats)))
    return replace(
        room,
        seats=seats,
        hosts=tuple(to.get(host, host) for host in room.hosts),
        links=tuple(replace(link, seat=to.get(link.seat, link.seat)) for link in room.links),
        chat=tuple(replace(line, seat=to.get(line.seat, line.seat)) for line in room.chat),
    )


def _in_lobby(room: Room, key: str) -> Room:
    """The lobby of another game: options of the room stay, those of the former game go."""
    game = registry.find(key)
    size = max(game.table_sizes)
    seats = tuple(None if who is None or who.has_left else replace(who, stand_in=None) for who in room.seats)
    if any(who is not None for who in seats[size:]):
        raise BrokenJournal(f"{key} has {size} seats")
    if game.key != room.game.key:
        # orders are words of a game
        seats = tuple(who and replace(who, orders=()) for who in seats)
    own = room.options.game if game.key == room.game.key else tuple((each.key, each.default) for each in game.options)
    return replace(
        room,
        game=game,
        options=replace(room.options, game=own),
        seats=(*seats[:size], *(None,) * (size - len(seats))),
        phase="lobby",
        play=None,
        votes={},
        is_save_agreed=False,
    )
