"""Texts outside templates and gettext calls: refusals, and texts on cards.

They are translated when they are shown."""

import json
from collections.abc import Iterator
from pathlib import Path

from app.rooms.chat.words import MESSAGE_SENTENCES, PHRASES, SIGNS
from app.rooms.model.name_likeness import NAME_RESERVED
from app.rooms.model.names import SENTENCES as NAME_SENTENCES
from app.rooms.model.refusals import NOT_STORED, SENTENCES
from app.rooms.player.notes import NOTES as OWN_NOTES
from app.rooms.player.notes import REFUSED_BACK
from app.rooms.saving.notes import NOTES
from engine.registry import GAMES

ROOT = Path(__file__).resolve().parents[1]


def plain_texts() -> Iterator[tuple[str, str, None]]:
    """Yield each text with its file, and no context."""
    for sentence in SENTENCES.values():
        yield "app/rooms/model/refusals.py", sentence, None
    yield "app/rooms/model/refusals.py", NOT_STORED, None
    for sentence in NAME_SENTENCES.values():
        yield "app/rooms/model/names.py", sentence, None
    for sentence in MESSAGE_SENTENCES.values():
        yield "app/rooms/chat/words.py", sentence, None
    yield "app/rooms/model/name_likeness.py", NAME_RESERVED, None
    yield "app/rooms/player/notes.py", OWN_NOTES[REFUSED_BACK], None
    yield "app/rooms/saving/notes.py", NOTES["nearly_full"], None
    for words in (PHRASES | SIGNS).values():
        yield "app/rooms/chat/words.py", words, None
    # a game whose components need no figures has no such file
    for path in (path for key in GAMES if (path := ROOT / "engine" / key / "edition.json").is_file()):
        for name in _names(json.loads(path.read_text(encoding="utf-8"))):
            yield path.relative_to(ROOT).as_posix(), name, None


def _names(part: object) -> Iterator[str]:
    """Yield the names of all things in an edition, except its own."""
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        if isinstance(inner, dict) and "year" in inner:
            yield inner["name"]
        else:
            yield from _names(inner)
