"""Refusals: answers that change nothing. Each has a code for programs and a sentence for players."""

import math
from dataclasses import dataclass

SENTENCES: dict[str, str] = {
    "not_json": "That was no JSON object.",
    "unknown_command": "The table knows no such command.",
    "bad_field": "Something in that message is not as it should be.",
    "wrong_origin": "That request did not come from a page of this server.",
    "no_such_room": "There is no such room, or the link is no longer good.",
    "no_seat": "You hold no seat in this room.",
    "not_host": "Only the host can do that.",
    "room_full": "All seats are taken.",
    "locked": "The table is locked. Ask somebody who sits there to let you in.",
    "name_taken": "Somebody at this table has that name, or one that looks like it.",
    "too_few": "There are too few players to begin.",
    "not_begun": "The game has not begun.",
    "already_begun": "The game is running: that can be changed before it begins or after it has ended.",
    "ask_is_over": "Those cards have been opened already.",
    "not_asked": "You have nothing to choose just now.",
    "choice_not_legal": "That is not possible here.",
    "nothing_to_lift": "You have no sealed card to take back.",
    "paused": "The table is resting. Resume it first.",
    "not_agreed": "The others have not agreed yet that the table is saved.",
    "game_is_here": "The game in this file still runs at a table of this server, which has to end or delete it first.",
    "link_used": "That link has been used or has run out. Ask for a new one.",
    "id_used": "That id was used for another command.",
    "too_fast": "Too fast. Wait a moment.",
    "too_large": "That message is too large.",
    "game_over": "The game has ended.",
    "no_talk": "The watchers do not talk at this table.",
    "room_damaged": "This room is damaged and locked. Whoever runs the server has to mend it; trying again does not.",
    "try_again": "The server could not save that just now. Nothing is lost; it will be tried again.",
}
"""Every refusal code with its sentence."""


def counted(one: str, many: str) -> tuple[str, str]:
    """The two texts themselves: marks a sentence that is translated by a number."""
    return one, many


WAITS = (
    (5400, 3600, counted("Too fast. Wait %(count)d hour.", "Too fast. Wait %(count)d hours.")),
    (90, 60, counted("Too fast. Wait %(count)d minute.", "Too fast. Wait %(count)d minutes.")),
    (0, 1, counted("Too fast. Wait %(count)d second.", "Too fast. Wait %(count)d seconds.")),
)
"""How long to wait is said: of more than so many seconds, in units of so many, by that sentence."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer to a command that was not carried out. Raises ValueError for a code without a sentence in
    ``SENTENCES``."""

    code: str
    say: str
    wait: float = 0.0
    """After how many seconds to ask again, where the sentence says so."""

    def __post_init__(self) -> None:
        if self.code not in SENTENCES:
            raise ValueError(f"no refusal code {self.code!r}")


def refuse(code: str, say: str | None = None) -> Refusal:
    """The refusal of that code, with its own sentence or a closer one."""
    return Refusal(code, say or SENTENCES[code])


def wait_for(wait: float) -> Refusal:
    """The refusal of whoever is to ask again after so many seconds, which its sentence says, rounded up."""
    (one, many), count = in_units(wait)
    return Refusal("too_fast", (one if count == 1 else many) % {"count": count}, wait)


def in_units(wait: float) -> tuple[tuple[str, str], int]:
    """The sentence that says so many seconds, and how many of its unit they are, never too few."""
    unit, said = next((unit, said) for above, unit, said in WAITS if wait > above or not above)
    return said, max(1, math.ceil(wait / unit))


def bad_field(error: Exception) -> Refusal:
    """The refusal of a value that the engine or the room's options do not know, in the error's words."""
    text = str(error)
    return refuse("bad_field", f"{text[:1].upper()}{text[1:]}.")


def no_game(phase: str) -> Refusal:
    """To what is asked of a running game in a room where none runs; ``phase`` is the room's."""
    return refuse("game_over" if phase == "finished" else "not_begun")
