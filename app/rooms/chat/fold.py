"""Fold of events about chat."""

from app.rooms.chat.events import Muted, PhraseSaid, Reacted, Said, TalkEvent, VoiceLinkSet, WatcherSaid, WatchersHeard
from app.rooms.chat.words import PHRASES, SIGNS, voice_link
from app.rooms.model.changes import CHAT_KEPT, occupant_of, with_message, with_occupant
from app.rooms.model.ids import Millis
from app.rooms.model.room import ChatMessage, Room, WatcherMessage
from app.rooms.model.values import replace


def fold(room: Room, event: TalkEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    match event:
        case Said(seat, text):
            return with_message(room, ChatMessage(0, seat, occupant_of(room, seat).name, text))
        case PhraseSaid(seat, phrase):
            words = PHRASES.get(phrase, phrase)
            return with_message(room, ChatMessage(0, seat, occupant_of(room, seat).name, words, phrase=phrase))
        case Reacted(seat, sign, ask):
            called = SIGNS.get(sign, sign)
            return with_message(room, ChatMessage(0, seat, occupant_of(room, seat).name, called, sign=sign, ask=ask))
        case WatcherSaid(name, text):
            watcher = WatcherMessage(room.lines_so_far + 1, name, text)
            lines = (*room.watchers_chat, watcher)[-CHAT_KEPT:]
            return replace(room, watchers_chat=lines, lines_so_far=watcher.number)
        case Muted(seat, name, is_muted):
            occupant = occupant_of(room, seat)
            muted = occupant.muted | {name} if is_muted else occupant.muted - {name}
            return with_occupant(room, seat, replace(occupant, muted=muted))
        case WatchersHeard(seat, is_heard):
            return with_occupant(room, seat, replace(occupant_of(room, seat), hears_watchers=is_heard))
        case VoiceLinkSet(link):
            # a room file comes from outside, so its links are checked like typed ones
            return replace(room, voice=voice_link(link) or "")
