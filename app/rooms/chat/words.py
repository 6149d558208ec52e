"""Words of the chat: checks of messages, phrases for one tap, voice links.

Events hold the keys. The words are English here, for programs; pages translate them."""

import re

from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.text.characters import Fault, fault_of_length, read_text, strip_invisible

MAX_SAY_CHARACTERS = 500
MAX_SAY_BYTES = 3_900
MAX_SAY_TYPED = 1_300
"""Most typed characters that are read, with spaces and invisible ones.

Three bytes each fit into a frame of 4096."""

MESSAGE_SENTENCES: dict[Fault, str] = {
    Fault.EMPTY: "Write a message first.",
    Fault.UNSEEN: "Nobody could see that message. Write something in it.",
    Fault.LONG: "A message can have up to 500 characters. Send it in parts.",
    Fault.HEAVY: "That message takes up too much space. Send it in parts.",
    Fault.CONTROL: "There are control characters in that message. Type it by hand instead of pasting it.",
    Fault.TURNED: "Something in that message turns the writing around. Type it by hand instead of pasting it.",
    Fault.HIDDEN: "Something in that message can't be seen. Type it by hand instead of pasting it.",
    Fault.STACKED: "Too many accents stand on one letter of that message. Use fewer.",
    Fault.UNKNOWN: "One character in that message can't be shown. Leave it out.",
}
"""Sentences for players who write such a message."""

PHRASES: dict[str, str] = {
    "bluffed": "Well bluffed!",
    "played": "Well played!",
    "knew": "I knew it!",
    "thinking": "Thinking…",
    "hurry": "Your move!",
    "back_soon": "Back in five minutes.",
    "luck": "Good luck, everyone!",
    "thanks": "Thank you.",
    "another": "Another game?",
    "good_night": "Good night!",
}
"""Phrases by key, in the order in which they are offered. Keys never change."""

SIGNS: dict[str, str] = {
    "applause": "Applause",
    "laugh": "Laughter",
    "gasp": "A gasp",
    "tear": "A tear",
    "hat": "Hats off",
    "eye": "I saw that coming",
}
"""Names of reactions by key. Keys never change."""

VOICE_SCHEMES = ("https", "mumble", "ts3server")
MAX_VOICE_CHARACTERS = 300

_HOST = r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])"
_VOICE = re.compile(
    rf"(?P<scheme>{'|'.join(VOICE_SCHEMES)})://(?P<host>{_HOST})(?::[0-9]{{1,5}})?"
    r"(?P<rest>[/?#][A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*)?",
    re.IGNORECASE,
)
"""Pattern of a voice link without spaces, user part or lookalike letters.

So a reader sees the real host."""


_FOREIGN = re.compile(r"[^\x00-\x7f\s]+")


def voice_link(text: str) -> str | None:
    """Return the link with scheme and host in small letters; None if not allowed."""
    found = _read(_encode_link(strip_invisible(text).strip(" \t\r\n\u00a0<>")))
    if found is None:
        return None
    end = found.end("host")
    return found.string[:end].lower() + found.string[end:]


def voice_host(link: str) -> str:
    """Return the host of a voice link. Raises ValueError for any other text."""
    found = _read(link)
    if found is None:
        raise ValueError("no voice link")
    return found["host"]


def _encode_link(link: str) -> str:
    """Return the link with letters behind the host encoded as browsers do.

    Channels may have names in any language."""
    begin, slashes, rest = link.partition("://")
    host, slash, path = rest.partition("/")
    return begin + slashes + host + slash + _FOREIGN.sub(lambda found: _percent_encode(found[0]), path)


def _percent_encode(letters: str) -> str:
    return "".join(f"%{byte:02X}" for byte in letters.encode("utf-8", "replace"))


def _read(text: str) -> re.Match[str] | None:
    return _VOICE.fullmatch(text) if len(text) <= MAX_VOICE_CHARACTERS else None


def read_message(text: str) -> str | Refusal:
    """Return the chat message as displayed, or its refusal."""
    shown = read_text(text, is_name=False) if len(text) <= MAX_SAY_TYPED else Fault.LONG
    fault = shown if isinstance(shown, Fault) else fault_of_length(shown, MAX_SAY_CHARACTERS, MAX_SAY_BYTES)
    return refuse("bad_field", MESSAGE_SENTENCES[fault]) if fault is not None else str(shown)


def normalize_message(text: str) -> str | None:
    """Return the chat message as displayed; None if it is invalid."""
    shown = read_message(text)
    return None if isinstance(shown, Refusal) else shown
