"""Fold of events about chat."""

from app.rooms.chat.events import Muted, PhraseSaid, Reacted, Said, TalkEvent, VoiceLinkSet, WatcherSaid, WatchersHeard
from app.rooms.chat.words import PHRASES, SIGNS, voice_link
from app.rooms.model.changes import CHAT_KEPT, occupant_of, with_late_numbers, with_message, with_occupant
from app.rooms.model.ids import Millis
from app.rooms.model.reveal import Reaction
from app.rooms.model.room import ChatMessage, Room
from app.rooms.model.values import replace
from app.rooms.model.watching.messages import WatcherMessage

REACTIONS_KEPT = 300
"""Reactions that a game holds for its replay. The journal keeps all."""


def fold(room: Room, event: TalkEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    match event:
        case Said(seat, text):
            return with_message(room, ChatMessage(0, seat, occupant_of(room, seat).name, text))
        case PhraseSaid(seat, phrase):
            words = PHRASES.get(phrase, phrase)
            return with_message(room, ChatMessage(0, seat, occupant_of(room, seat).name, words, phrase=phrase))
        case Reacted(seat, sign, ask):
            name, called = occupant_of(room, seat).name, SIGNS.get(sign, sign)
            room = with_message(room, ChatMessage(0, seat, name, called, sign=sign, ask=ask))
            return room if ask is None else _with_reaction(room, Reaction(ask, seat, name, sign))
        case WatcherSaid(name, text):
            room = with_late_numbers(room)
            watcher = WatcherMessage(room.lines_so_far + 1, name, text, room.late_lines_so_far + 1)
            lines, late = (*room.watchers_chat, watcher)[-CHAT_KEPT:], watcher.late_number
            return replace(room, watchers_chat=lines, lines_so_far=watcher.number, late_lines_so_far=late)
        case Muted(seat, name, is_muted):
            occupant = occupant_of(room, seat)
            muted = occupant.muted | {name} if is_muted else occupant.muted - {name}
            return with_occupant(room, seat, replace(occupant, muted=muted))
        case WatchersHeard(seat, is_heard):
            return with_occupant(room, seat, replace(occupant_of(room, seat), hears_watchers=is_heard))
        case VoiceLinkSet(link):
            # a room file comes from outside, so its links are checked like typed ones
            return replace(room, voice=voice_link(link) or "")


def _with_reaction(room: Room, reaction: Reaction) -> Room:
    """Return the room whose game has one more reaction to a reveal."""
    play = room.play
    if play is None:
        return room
    return replace(room, play=replace(play, reactions=(*play.reactions, reaction)[-REACTIONS_KEPT:]))
