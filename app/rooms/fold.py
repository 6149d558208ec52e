"""The fold: a room and one more entry of its journal make the next room. Loading, following and replaying are this
one function."""

from collections.abc import Iterable
from dataclasses import replace

from app.rooms import facts as f
from app.rooms.audience import Audience, audience
from app.rooms.fold_play import BrokenJournal, begun, moved, played, running
from app.rooms.ids import AskNumber, Millis, Version
from app.rooms.options import read_options
from app.rooms.room import Line, Occupant, ReturnLink, Room
from engine import registry
from engine.core.seats import Seat

__all__ = ["CHAT_KEPT", "BrokenJournal", "fold", "step"]

CHAT_KEPT = 200


def fold(room: Room | None, entries: Iterable[f.Entry]) -> Room | None:
    """The room after these entries. Raises BrokenJournal."""
    for entry in entries:
        room = step(room, entry)
    return room


def step(room: Room | None, entry: f.Entry) -> Room:
    """The room after one more entry. Raises BrokenJournal."""
    if isinstance(entry.fact, f.RoomOpened):
        if room is not None or entry.version != 1:
            raise BrokenJournal(f"a room opened twice, at version {entry.version}")
        return _opened(entry.fact)
    if room is None or entry.version != room.version + 1:
        raise BrokenJournal(f"version {entry.version} follows {room.version if room else 0}")
    told = audience(room, entry.fact)
    return _counted(replace(_after(room, entry.fact, entry.at), version=entry.version), told)


def _opened(fact: f.RoomOpened) -> Room:
    game = registry.find(fact.game)
    return Room(
        code=fact.code,
        game=game,
        join_key=fact.join_key,
        watch_key=fact.watch_key,
        options=read_options(game.options, {}),
        seats=(None,) * max(game.table_sizes),
        version=Version(1),
        asks_so_far=AskNumber(0),
        public_facts=1,
    )


def _counted(room: Room, told: Audience) -> Room:
    if told == "everybody":
        return replace(room, public_facts=room.public_facts + 1)
    occupant = _occupant(room, told)
    return _with(room, told, replace(occupant, private_facts=occupant.private_facts + 1))


def _after(room: Room, fact: f.Fact, at: Millis) -> Room:
    match fact:
        case f.GameBegun():
            return begun(room, fact, at)
        case f.ChoiceSealed() | f.ChoiceLifted() | f.AllSealed() | f.OpeningHeld() | f.Revealed() | f.RanOut():
            return played(room, fact, at)
        case f.GameFinished():
            return replace(room, phase="finished")
        case f.Paused():
            return replace(room, phase="paused", paused_at=at)
        case f.Resumed():
            away = Millis(max(0, at - room.paused_at)) if room.paused_at is not None else Millis(0)
            return replace(room, phase="playing", paused_at=None, play=moved(running(room), away))
        case f.OutageCredited(span):
            return replace(room, play=moved(running(room), span))
        case f.OptionsChanged(options):
            return replace(room, options=read_options(room.game.options, options))
        case f.Said(seat, text):
            line = Line(room.lines_so_far + 1, seat, _occupant(room, seat).name, text)
            return replace(room, chat=(*room.chat, line)[-CHAT_KEPT:], lines_so_far=line.number)
        case f.RoomOpened():
            raise BrokenJournal("a room opened twice")
    return _seating(room, fact)


SeatFact = f.SeatTaken | f.SeatLeft | f.HostPassed | f.ReturnLinkMade | f.DeviceAdded | f.StandInSet


def _seating(room: Room, fact: SeatFact) -> Room:
    match fact:
        case f.SeatTaken(seat, name, holder, bot):
            return _with(room, seat, Occupant(name, (holder,) if holder else (), bot))
        case f.SeatLeft(seat) if room.phase == "lobby":
            return _with(room, seat, None)
        case f.SeatLeft(seat):
            # the name stays beside what the seat did in the game
            return _with(room, seat, replace(_occupant(room, seat), holders=(), has_left=True))
        case f.HostPassed(seat):
            return replace(room, host=seat)
        case f.ReturnLinkMade(seat, link, until):
            others = tuple(old for old in room.links if old.seat != seat)
            return replace(room, links=(*others, ReturnLink(seat, link, until)))
        case f.DeviceAdded(seat, holder, link):
            occupant = _occupant(room, seat)
            left = tuple(old for old in room.links if old.link != link)
            return _with(replace(room, links=left), seat, replace(occupant, holders=(*occupant.holders, holder)))
        case f.StandInSet(seat, level):
            return _with(room, seat, replace(_occupant(room, seat), stand_in=level))


def _occupant(room: Room, seat: Seat) -> Occupant:
    occupant = room.occupant(seat)
    if occupant is None:
        raise BrokenJournal(f"nobody sits on seat {seat}")
    return occupant


def _with(room: Room, seat: Seat, occupant: Occupant | None) -> Room:
    if not 0 <= seat < len(room.seats):
        raise BrokenJournal(f"there is no seat {seat}")
    links = (
        room.links
        if occupant is not None and occupant.holders
        else tuple(link for link in room.links if link.seat != seat)
    )
    return replace(room, seats=(*room.seats[:seat], occupant, *room.seats[seat + 1 :]), links=links)
