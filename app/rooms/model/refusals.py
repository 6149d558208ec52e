"""Refusals: answers that change nothing.

Each has a code for programs and a sentence for players."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from app.rooms.model.options import BadSpanError

NOT_STORED = "The server can't save that. Please use other words or numbers."
"""Sentence for a request that the database refuses, and would refuse again."""

SENTENCES: dict[str, str] = {
    "not_json": "That wasn't a JSON object.",
    "unknown_command": "That can't be done here.",
    "bad_field": "Something in that request isn't right. Please try again.",
    "no_cookies": "Your browser doesn't keep cookies for this site, and a seat needs one. Allow cookies here, reload "
    "this page and press the button again.",
    "no_word": "You need a password to open a table here. Ask whoever runs this server.",
    "wrong_origin": "That request came from another site. Reload the page and try again.",
    "no_such_room": "No table found. Check the code, or ask for a new link.",
    "no_seat": "You don't have a seat at this table.",
    "not_host": "Only the host can do that.",
    "room_full": "All seats are taken.",
    "locked": "The table is locked. Ask the host to let you in.",
    "name_taken": "Someone here already has that name, or one very like it.",
    "too_few": "Not enough players to start.",
    "not_begun": "The game hasn't started yet.",
    "already_begun": "You can't change that during a game.",
    "ask_is_over": "Too late: the game has moved on.",
    "not_asked": "It isn't your turn to choose.",
    "choice_not_legal": "You can't choose that now.",
    "nothing_to_lift": "You have nothing sealed to take back.",
    "paused": "The game is paused. Resume it first.",
    "deal_closed": "A second table still plays with these cards. They stay closed until both games are over.",
    "not_agreed": "The others haven't agreed to save the table yet.",
    "game_is_here": "The game in this file is still running at a table on this server. End that game or delete that "
    "table first.",
    "link_used": "That link has been used or has expired. Ask for a new one.",
    "superseded": "You've chosen something else since.",
    "id_used": "That id has already been used for another command.",
    "too_fast": "Too many tries. Please try again later.",
    "used_up": "You've done a great deal at this table today. Chat, plans and changes are back tomorrow; you can still "
    "choose when you're asked.",
    "no_space": "This table's space is used up. A running game can be finished; for more, start a new table.",
    "too_large": "That's too large to send.",
    "game_over": "The game is over.",
    "no_talk": "The watchers' chat is off at this table.",
    "room_damaged": "This table is damaged and locked. Whoever runs the server has to repair it; trying again "
    "won't help.",
    "try_again": "The server couldn't save that just now. Nothing is lost; it will try again.",
}
"""Sentences by refusal code."""


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """Mark two texts as a sentence that is translated by a number; return both."""
    return one, many


What = Literal["tries", "chat", "tables", "history"]
"""Kinds of excess: requests, chat messages, new tables, or pages about past games."""

TRIES_S = mark_plural(
    "Too many tries. Try again in %(count)d second.", "Too many tries. Try again in %(count)d seconds."
)
TRIES_M = mark_plural(
    "Too many tries. Try again in %(count)d minute.", "Too many tries. Try again in %(count)d minutes."
)
TRIES_H = mark_plural(
    "Too many tries. Try again in about %(count)d hour.", "Too many tries. Try again in about %(count)d hours."
)
CHAT_S = mark_plural(
    "You're writing too fast. Try again in %(count)d second.",
    "You're writing too fast. Try again in %(count)d seconds.",
)
TABLES_M = mark_plural(
    "You've started a lot of tables. Try again in %(count)d minute.",
    "You've started a lot of tables. Try again in %(count)d minutes.",
)
TABLES_H = mark_plural(
    "You've started a lot of tables. Try again in about %(count)d hour.",
    "You've started a lot of tables. Try again in about %(count)d hours.",
)
HISTORY_S = mark_plural(
    "You've looked back at games a lot. Try again in %(count)d second.",
    "You've looked back at games a lot. Try again in %(count)d seconds.",
)
HISTORY_M = mark_plural(
    "You've looked back at games a lot. Try again in %(count)d minute.",
    "You've looked back at games a lot. Try again in %(count)d minutes.",
)

WAITS: Mapping[What, tuple[tuple[float, int, tuple[str, str]], ...]] = {
    "tries": ((5400, 3600, TRIES_H), (90, 60, TRIES_M), (0, 1, TRIES_S)),
    "chat": ((0, 1, CHAT_S),),
    "tables": ((5400, 3600, TABLES_H), (0, 60, TABLES_M)),
    "history": ((90, 60, HISTORY_M), (0, 1, HISTORY_S)),
}
"""Sentences for a wait: (more than this many seconds, seconds per unit, sentence)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Answer to a command that was not carried out.

    Raises ValueError for a code without a sentence in ``SENTENCES``."""

    code: str
    say: str
    wait: float = 0.0
    """Seconds until the next try, if the sentence says so."""
    what: What = "tries"
    """Kind of excess, if the player has to wait."""

    def __post_init__(self) -> None:
        if self.code not in SENTENCES:
            raise ValueError(f"no refusal code {self.code!r}")


def refuse(code: str, say: str | None = None) -> Refusal:
    """Return the refusal of that code, with its own sentence or a closer one."""
    return Refusal(code, say or SENTENCES[code])


def wait_for(wait: float, what: What = "tries") -> Refusal:
    """Return the refusal that names a wait in seconds, rounded up."""
    (one, many), count = select_wait_sentence(wait, what)
    return Refusal("too_fast", (one if count == 1 else many) % {"count": count}, wait, what)


def select_wait_sentence(wait: float, what: What) -> tuple[tuple[str, str], int]:
    """Return the sentence for a wait and the number of its units, rounded up."""
    unit, said = next((unit, said) for above, unit, said in WAITS[what] if wait > above or not above)
    return said, max(1, math.ceil(wait / unit))


REVEALED = refuse("ask_is_over", "Too late: the cards have been revealed.")
"""Refusal for an ask of several players that is over."""

DECIDED = refuse("ask_is_over", "Too late: that has been decided.")
"""Refusal for an ask of one player that is over."""

SPANS: Mapping[str, Refusal] = {
    "grace": refuse("bad_field", "The time to change your mind can be 0 to 30 seconds."),
    "bot_pace": refuse("bad_field", "The bots' speed can be 0 to 30 seconds."),
    "clock.per_ask": refuse("bad_field", "The time per choice can be 0 seconds to 30 days."),
    "clock.bank": refuse("bad_field", "The reserve time can be 0 seconds to 30 days."),
}
"""Refusals of lengths of time out of range, by option."""


def bad_options(error: Exception) -> Refusal:
    """Return the refusal of options.

    It has a sentence for times out of range, else the error's words."""
    return SPANS[error.key] if isinstance(error, BadSpanError) else bad_field(error)


def bad_field(error: Exception) -> Refusal:
    """Return the refusal of a value that the engine or the options do not know.

    It has the error's words."""
    text = str(error)
    return refuse("bad_field", f"{text[:1].upper()}{text[1:]}.")


def no_game(phase: str) -> Refusal:
    """Return the refusal of a game command without a game; ``phase`` is the room's."""
    return refuse("game_over" if phase == "finished" else "not_begun")
