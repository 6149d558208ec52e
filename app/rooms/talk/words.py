"""What a line of chat may be, what can be said with one tap, and which links to a voice channel are taken.

Facts hold the keys. The words are English here, for programs; pages say them in each reader's own language."""

import re

from app.rooms.model.names import is_clean

MAX_SAY_CHARACTERS = 500
MAX_SAY_BYTES = 2_000

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
"""Every phrase by its key, in the order in which they are offered. Keys are for ever."""

SIGNS: dict[str, str] = {
    "applause": "Applause",
    "laugh": "Laughter",
    "gasp": "A gasp",
    "tear": "A tear",
    "hat": "Hats off",
    "eye": "I saw that coming",
}
"""Every reaction by its key, with what it is called. Keys are for ever."""

VOICE_SCHEMES = ("https", "mumble", "ts3server")
MAX_VOICE_CHARACTERS = 300

_HOST = r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])"
_VOICE = re.compile(
    rf"(?P<scheme>{'|'.join(VOICE_SCHEMES)})://(?P<host>{_HOST})(?::[0-9]{{1,5}})?"
    r"(?P<rest>[/?#][A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*)?",
    re.IGNORECASE,
)
"""No blanks, no user before the host, no letters that look like others: what stands there is where it leads."""


def voice_link(text: str) -> str | None:
    """The link with scheme and host in small letters; None if it is none that may be shown."""
    found = _read(text.strip())
    if found is None:
        return None
    end = found.end("host")
    return found.string[:end].lower() + found.string[end:]


def voice_host(link: str) -> str:
    """Where such a link leads, without what follows. Raises ValueError for a text that is no such link."""
    found = _read(link)
    if found is None:
        raise ValueError("no voice link")
    return found["host"]


def _read(text: str) -> re.Match[str] | None:
    return _VOICE.fullmatch(text) if len(text) <= MAX_VOICE_CHARACTERS else None


def said(text: str) -> str | None:
    """The line of chat as it is shown; None if it is empty, too long or holds what is no text."""
    shown = " ".join(text.split())
    if not shown or len(shown) > MAX_SAY_CHARACTERS or not is_clean(shown) or len(shown.encode()) > MAX_SAY_BYTES:
        return None
    return shown
