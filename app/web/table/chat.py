"""Chat as the page shows it: messages in the reader's language, grouped reactions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.rooms.chat.view import NOTES, SaidPart
from app.rooms.chat.words import PHRASES, SIGNS, voice_host
from app.rooms.model.reveal import Reveal
from app.rooms.saving.notes import OURS
from app.rooms.views.view_types import RoomView
from app.web.text.sentences import Speech


@dataclass(frozen=True, slots=True)
class ChatEntry:
    """Chat message at the table."""

    number: int
    seat: int | None
    """Seat of the author, if still at the table."""
    is_own: bool
    name: str
    text: str
    """The words; a phrase or a sign in the reader's language."""
    phrase: str | None
    sign: str | None
    round: int | None
    """Round of the reveal that it refers to, if still visible."""
    note: str = ""
    """Automatic note in English, with a place for the name; empty for messages."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Contents and settings of the chat."""

    entries: tuple[tuple[ChatEntry, ...], ...]
    """Messages in order; consecutive reactions form one entry."""
    phrases: tuple[tuple[str, str], ...]
    """Every phrase: key and words."""
    signs: tuple[tuple[str, str], ...]
    """All signs: key and name."""
    reveal: int | None
    """The last reveal of the game, which a reaction may be about."""
    others: tuple[tuple[str, bool], ...]
    """People whom the reader may mute, by name, and whether they are muted."""
    voice_host: str
    """Host of the voice link; empty without one."""
    has_watchers: bool
    """True if watchers may chat here."""
    reads_watchers: bool
    """True if the reader sees the watchers' messages."""
    mute_key: str
    """Value that changes with the reader's mute settings.

    Old messages that then appear are not new."""


def make_chat(seen: RoomView, reveals: Sequence[Reveal], speech: Speech) -> Chat:
    """Build the chat for one reader.

    ``reveals``: those visible to the reader."""
    rounds = {int(reveal.ask): reveal.round for reveal in reveals}
    lines = [_make_entry(said, rounds, speech, is_own=_is_own(said, seen)) for said in seen.said]
    options = seen.room.options
    has_watchers = options["watchers"] != "none" and options["watchers_talk"] is True
    say = speech.words.gettext
    return Chat(
        entries=tuple(_group_reactions(lines)),
        phrases=tuple((key, say(words)) for key, words in PHRASES.items()),
        signs=tuple((key, say(called)) for key, called in SIGNS.items()),
        reveal=reveals[-1].ask if reveals else None,
        others=_others(seen),
        voice_host=voice_host(seen.room.voice) if seen.room.voice else "",
        has_watchers=has_watchers,
        reads_watchers=has_watchers and seen.hears_watchers is not False,
        mute_key=_make_mute_key(seen),
    )


def _make_mute_key(seen: RoomView) -> str:
    """Return a value that changes with the reader's mute settings.

    Old messages that then appear are not new."""
    return f"{len(seen.muted)} {seen.hears_watchers}"


def _is_own(said: SaidPart, seen: RoomView) -> bool:
    return seen.you is not None and said.seat == seen.you and said.name != OURS


def _make_entry(said: SaidPart, rounds: dict[int, int], speech: Speech, *, is_own: bool) -> ChatEntry:
    # do not translate what people wrote
    is_ours = said.phrase in PHRASES or said.sign in SIGNS
    text = speech.words.gettext(said.text) if is_ours else said.text
    about = rounds.get(said.ask) if said.ask is not None else None
    note = NOTES.get(said.phrase or "", "")
    return ChatEntry(said.number, said.seat, is_own, said.name, text, said.phrase, said.sign, about, note)


def _group_reactions(lines: Iterable[ChatEntry]) -> Iterable[tuple[ChatEntry, ...]]:
    together: list[ChatEntry] = []
    for line in lines:
        if line.sign in SIGNS:
            together.append(line)
            continue
        if together:
            yield tuple(together)
            together = []
        yield (line,)
    if together:
        yield tuple(together)


def _others(seen: RoomView) -> tuple[tuple[str, bool], ...]:
    """List the other people at the table, then muted people who have left."""
    if seen.you is None:
        return ()
    people = [part.name for part in seen.seats if part.bot is None and part.seat != seen.you]
    gone = [name for name in seen.muted if name not in people]
    return tuple((name, name in seen.muted) for name in (*people, *gone))
