"""What the page says of what was said: lines in the reader's own words, reactions folded together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.rooms.model.reveal import Reveal
from app.rooms.saving.notes import OURS
from app.rooms.talk.view import NOTES, SaidPart
from app.rooms.talk.words import PHRASES, SIGNS, voice_host
from app.rooms.views.view_types import RoomView
from app.web.text.sentences import Speech


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A line of the table."""

    number: int
    seat: int | None
    """Where its speaker sits, if they are still here."""
    is_own: bool
    name: str
    text: str
    """The words; a phrase or a sign in the reader's language."""
    phrase: str | None
    sign: str | None
    round: int | None
    """The round of the reveal it is about, as far as that is still told of."""
    note: str = ""
    """What the chat notes by itself, in English and with a place for the name; empty for what was said."""


@dataclass(frozen=True, slots=True)
class Talk:
    """All that the chat shows besides what people wrote."""

    entries: tuple[tuple[TalkLine, ...], ...]
    """The lines in order; reactions that follow upon each other are one entry, any other line is one by itself."""
    newest: int
    """The number of the newest line of somebody else that calls for attention."""
    phrases: tuple[tuple[str, str], ...]
    """Every phrase: key and words."""
    signs: tuple[tuple[str, str], ...]
    """Every sign: key and what it is called."""
    reveal: int | None
    """The last reveal of the game, which a reaction may be about."""
    others: tuple[tuple[str, bool], ...]
    """Whom the reader may mute, by name, and whether they are."""
    voice_host: str
    """Where the voice link leads; empty where there is none."""
    has_watchers: bool
    """Whether watchers may talk here."""
    reads_watchers: bool
    """Whether the reader sees what they say."""
    wishes: str
    """Changes when the reader wishes to read other people than before: old lines that then appear are no news."""


def talk(seen: RoomView, reveals: Sequence[Reveal], speech: Speech) -> Talk:
    """What is said, for one reader. ``reveals`` are those the reader is told of."""
    rounds = {int(reveal.ask): reveal.round for reveal in reveals}
    lines = [_line(said, rounds, speech, is_own=_is_own(said, seen)) for said in seen.said]
    options = seen.room.options
    has_watchers = options["watchers"] != "none" and options["watchers_talk"] is True
    say = speech.words.gettext
    return Talk(
        entries=tuple(_entries(lines)),
        newest=newest(seen),
        phrases=tuple((key, say(words)) for key, words in PHRASES.items()),
        signs=tuple((key, say(called)) for key, called in SIGNS.items()),
        reveal=reveals[-1].ask if reveals else None,
        others=_others(seen),
        voice_host=voice_host(seen.room.voice) if seen.room.voice else "",
        has_watchers=has_watchers,
        reads_watchers=has_watchers and seen.hears_watchers is not False,
        wishes=wishes(seen),
    )


def newest(seen: RoomView) -> int:
    """The number of the newest line of somebody else that calls for attention; 0 for none."""
    others = [line.number for line in seen.said if not _is_own(line, seen)]
    if seen.you is None:
        others += [line.number for line in seen.watchers_said]
    return max(others, default=0)


def wishes(seen: RoomView) -> str:
    """Changes when the reader wishes to read other people than before: old lines that then appear are no news."""
    return f"{len(seen.muted)} {seen.hears_watchers}"


def _is_own(said: SaidPart, seen: RoomView) -> bool:
    return seen.you is not None and said.seat == seen.you and said.name != OURS


def _line(said: SaidPart, rounds: dict[int, int], speech: Speech, *, is_own: bool) -> TalkLine:
    # what people wrote themselves is nobody's to translate
    is_ours = said.phrase in PHRASES or said.sign in SIGNS
    text = speech.words.gettext(said.text) if is_ours else said.text
    about = rounds.get(said.ask) if said.ask is not None else None
    note = NOTES.get(said.phrase or "", "")
    return TalkLine(said.number, said.seat, is_own, said.name, text, said.phrase, said.sign, about, note)


def _entries(lines: Iterable[TalkLine]) -> Iterable[tuple[TalkLine, ...]]:
    together: list[TalkLine] = []
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
    """The other people at the table, then who was muted and is gone."""
    if seen.you is None:
        return ()
    people = [part.name for part in seen.seats if part.bot is None and part.seat != seen.you]
    gone = [name for name in seen.muted if name not in people]
    return tuple((name, name in seen.muted) for name in (*people, *gone))
