"""Decisions about chat.

It is allowed in every phase: it plays no card and reveals none."""

from app.rooms.chat.commands import (
    HearWatchers,
    Mute,
    React,
    Say,
    SayPhrase,
    SetVoiceLink,
    StartCall,
    TalkCommand,
    WatcherSay,
)
from app.rooms.chat.events import Muted, PhraseSaid, Reacted, Said, TalkEvent, VoiceLinkSet, WatcherSaid, WatchersHeard
from app.rooms.chat.words import PHRASES, SIGNS, read_message, voice_link
from app.rooms.model.ids import Millis
from app.rooms.model.name_likeness import NAME_RESERVED, are_alike, is_reserved
from app.rooms.model.names import read_name
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room

Events = tuple[TalkEvent, ...]


def decide(room: Room, command: TalkCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about chat."""
    match command:
        case Say():
            text = read_message(command.text)
            return text if isinstance(text, Refusal) else (Said(command.seat, text),)
        case SayPhrase():
            is_known = command.phrase in PHRASES
            return (PhraseSaid(command.seat, command.phrase),) if is_known else refuse("bad_field")
        case React():
            return react(room, command)
        case WatcherSay():
            return watcher_say(room, command)
        case Mute():
            return mute(room, command)
        case HearWatchers():
            occupant = room.occupant(command.seat)
            is_news = occupant is not None and occupant.hears_watchers is not command.is_heard
            return (WatchersHeard(command.seat, command.is_heard),) if is_news else ()
        case SetVoiceLink():
            return set_voice_link(room, command)
        case StartCall():
            return start_call(room, command)


def react(room: Room, command: React) -> Events | Refusal:
    """React with a sign. The reveal that it is about must be over."""
    if command.sign not in SIGNS:
        return refuse("bad_field")
    if command.ask is not None:
        revealed = room.play.history if room.play is not None else ()
        if all(reveal.ask != command.ask for reveal in revealed):
            return refuse("bad_field", "There was no reveal at that point.")
    return (Reacted(command.seat, command.sign, command.ask),)


def watcher_say(room: Room, command: WatcherSay) -> Events | Refusal:
    """Say something in the watchers' chat, under a name that nobody has at the table."""
    if room.options.watchers == "none" or not room.options.watchers_talk:
        return refuse("no_talk")
    shown = read_name(command.name)
    if isinstance(shown, Refusal):
        return shown
    if is_reserved(shown):
        return refuse("name_taken", NAME_RESERVED)
    if any(occupant is not None and are_alike(occupant.name, shown) for occupant in room.seats):
        return refuse("name_taken")
    text = read_message(command.text)
    return text if isinstance(text, Refusal) else (WatcherSaid(shown, text),)


def mute(room: Room, command: Mute) -> Events | Refusal:
    """Mute somebody who sits or has spoken here, or end that."""
    occupant = room.occupant(command.seat)
    if occupant is None or (command.name in occupant.muted) == command.is_muted:
        return ()
    if command.is_muted:
        if command.name == occupant.name:
            return refuse("bad_field", "You can't mute yourself.")
        seated = {other.name for other in room.seats if other is not None}
        if command.name not in seated | {line.name for line in room.chat}:
            return refuse("bad_field", "Nobody here has that name.")
    return (Muted(command.seat, command.name, command.is_muted),)


def set_voice_link(room: Room, command: SetVoiceLink) -> Events | Refusal:
    """Set the link to the table's voice channel, or remove it."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    link = voice_link(command.link) if command.link.strip() else ""
    if link is None:
        return refuse("bad_field", "That link won't work. It must start with https://, mumble:// or ts3server://.")
    return (VoiceLinkSet(link),) if link != room.voice else ()


def start_call(room: Room, command: StartCall) -> Events | Refusal:
    """Start a call that any seat may join. A table that has one keeps it."""
    if room.voice:
        return ()
    link = voice_link(command.call)
    return (VoiceLinkSet(link),) if link is not None else refuse("bad_field")
