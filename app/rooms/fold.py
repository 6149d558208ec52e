"""The fold: a room and one more entry of its journal make the next room. Loading, following and replaying are this
one function."""

from collections.abc import Iterable
from dataclasses import replace

from app.rooms import facts as f
from app.rooms.audience import Audience, audience
from app.rooms.late import is_told_late
from app.rooms.model.ids import AskNumber, Millis, Version
from app.rooms.model.options import read_options
from app.rooms.model.room import Occupant, ReturnLink, Room
from app.rooms.own.fold import OwnFact, own, with_device
from app.rooms.play.fold import BrokenJournal, PlayFact, begun, clocked, ended, moved, played, running
from app.rooms.table.fold import TableFact, occupant_of, set_up, with_occupant, without_agreement, without_voice
from app.rooms.talk.fold import CHAT_KEPT, TalkFact, talked
from engine import registry

__all__ = ["CHAT_KEPT", "BrokenJournal", "fold", "step"]


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
        return _opened(entry.fact, entry.at)
    if room is None or entry.version != room.version + 1:
        raise BrokenJournal(f"version {entry.version} follows {room.version if room else 0}")
    told, is_late = audience(room, entry.fact), is_told_late(room, entry.fact)
    after = replace(_after(room, entry.fact, entry.at), version=entry.version, at=max(room.at, entry.at))
    return _counted(after, told, is_late)


def _opened(fact: f.RoomOpened, at: Millis) -> Room:
    game = registry.find(fact.game)
    return Room(
        code=fact.code,
        game=game,
        join_code=fact.code,
        join_key=fact.join_key,
        watch_key=fact.watch_key,
        options=read_options(game.options, {}),
        seats=(None,) * max(game.table_sizes),
        version=Version(1),
        at=at,
        asks_so_far=AskNumber(0),
        public_facts=1,
    )


def _counted(room: Room, told: Audience, is_late: bool) -> Room:
    # with the end of a game everything is told
    untold = room.untold if room.phase in ("playing", "paused") else 0
    if told == "everybody":
        return replace(room, public_facts=room.public_facts + 1, untold=untold + is_late)
    occupant = occupant_of(room, told)
    return with_occupant(room, told, replace(occupant, private_facts=occupant.private_facts + 1))


def _after(room: Room, fact: f.Fact, at: Millis) -> Room:
    match fact:
        case f.GameBegun():
            return begun(room, fact, at)
        case f.GameFinished():
            return ended(room)
        case f.Paused():
            return replace(room, phase="paused", paused_at=at)
        case f.Resumed():
            away = Millis(max(0, at - room.paused_at)) if room.paused_at is not None else Millis(0)
            return replace(room, phase="playing", paused_at=None, play=moved(running(room), away))
        case f.OutageCredited(span):
            return replace(room, play=moved(running(room), span), credited_at=at)
        case f.OptionsChanged(options):
            return clocked(room, read_options(room.game.options, options), at)
        case f.RoomOpened():
            raise BrokenJournal("a room opened twice")
    if isinstance(fact, PlayFact):
        return played(without_agreement(room) if isinstance(fact, f.Revealed) else room, fact, at)
    if isinstance(fact, TalkFact):
        return talked(room, fact)
    return set_up(room, fact, at) if isinstance(fact, TableFact) else _seating(room, fact, at)


SeatFact = f.SeatTaken | f.SeatLeft | f.SeatRemoved | f.ReturnLinkMade | f.StandInSet | OwnFact


def _seating(room: Room, fact: SeatFact, at: Millis) -> Room:
    match fact:
        case f.SeatTaken(seat, name, holder, bot, kind):
            occupant = Occupant(name, bot=bot)
            occupant = with_device(occupant, holder, kind, at) if holder else occupant
            return with_occupant(without_voice(room, seat), seat, occupant)
        case f.SeatLeft(seat) | f.SeatRemoved(seat) if room.phase == "lobby":
            return with_occupant(room, seat, None)
        case f.SeatLeft(seat) | f.SeatRemoved(seat):
            # the name stays beside what the seat did in the game
            gone = replace(occupant_of(room, seat), devices=(), has_left=True)
            return with_occupant(without_voice(room, seat), seat, gone)
        case f.ReturnLinkMade(seat, link, until):
            others = tuple(old for old in room.links if old.seat != seat)
            return replace(room, links=(*others, ReturnLink(seat, link, until)))
        case f.StandInSet(seat, level):
            return with_occupant(room, seat, replace(occupant_of(room, seat), stand_in=level))
    return own(room, fact, at)
