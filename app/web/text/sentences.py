"""Sentences about effects: one per effect.

Each game's own sentences are in its presenter in ``games``."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from app.rooms.model.identity import Mark
from app.rooms.model.refusals import SENTENCES, Refusal, select_wait_sentence
from app.rooms.views.view_types import RoomView
from app.web.text.languages import ENGLISH
from app.web.text.people import Person
from engine.core.bots.levels import character_of, strength_of
from engine.core.bots.past_actions import learns
from engine.core.effects import Effect

Part = str | int
"""Piece of a sentence: text, or a seat to be named."""

_SEAT = re.compile("\x02([0-9]+)\x03")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Sentence with its rule clause."""

    clause: str
    kind: str
    parts: tuple[Part, ...]
    brief: tuple[Part, ...] = ()
    """Shorter sentence where this one has no room; empty if there is none."""
    then: tuple[str, ...] = ()
    """Names of the players on each seat at that time, if they may have changed since."""

    def actor(self, of: int | None) -> int | None:
        """Return the seat whose crest stands beside the sentence.

        It is the first named seat if the effect belongs to a seat, or the only named one."""
        named = list(dict.fromkeys(part for part in self.parts if isinstance(part, int)))
        if not named:
            return of
        return named[0] if of is not None or len(named) == 1 else None

    def to_text(self, people: Mapping[int, Person]) -> str:
        """Return the sentence as text, with names for seats."""
        return "".join(part if isinstance(part, str) else people[part].name for part in self.parts)


class Speech:
    """Words of one language, with marks for seats in sentences.

    A mark stands for a name until the sentence is split into parts. So a translation can move it, and no name can be
    taken for words."""

    def __init__(self, words: NullTranslations, language: str = ENGLISH) -> None:
        self.words = words
        self.language = language

    def name_seat(self, seat: int) -> str:
        """Return the mark of a seat."""
        return f"\x02{seat}\x03"

    def all_of(self, seats: Iterable[int]) -> str:
        """List several seats in words."""
        return self.join_items([self.name_seat(seat) for seat in seats])

    def join_items(self, items: Sequence[str]) -> str:
        """Join items as ``a``, ``a and b`` or ``a, b and c``."""
        _ = self.words.gettext
        if len(items) < 2:
            return "".join(items)
        return _("%(first)s and %(last)s") % {"first": ", ".join(items[:-1]), "last": items[-1]}

    def level(self, level: str) -> str:
        """Name a bot's strength and character."""
        _ = self.words.gettext
        strength, character = strength_of(level), character_of(level)
        said = {"random": _("random"), "easy": _("easy"), "normal": _("normal"), "strong": _("strong")}
        called = {"careful": _("careful"), "greedy": _("greedy"), "crook": _("sly")}
        plays = said.get(strength, strength)
        return f"{plays}, {called[character]}" if character is not None else plays

    def character(self, level: str) -> str:
        """Describe a bot's character in one sentence for every game; empty if it has none."""
        _ = self.words.gettext
        known = {
            "careful": _("Takes what's safe and rarely gets in anyone's way."),
            "greedy": _("Goes for what pays most, even when others want it too."),
            "crook": _("Likes to live at the others' expense."),
        }
        return known.get(character_of(level) or "", "")

    def manner(self, level: str, bots: Mapping[str, object]) -> str:
        """Describe a bot's strength, learning and character, in one sentence each.

        Empty for a level without words."""
        _ = self.words.gettext
        plays = {
            "easy": _("Good company for a first game: its mind often wanders."),
            "normal": _("Weighs its options, and never quite plays the same way twice."),
            "strong": _("Thinks everything through, and is hard to read."),
        }
        said = [plays.get(strength_of(level), ""), self.character(level)]
        if learns(bots.get(level)):
            said.insert(1, _("It also watches how each of you likes to play."))
        return " ".join(filter(None, said))

    def name_mark(self, mark: Mark) -> str:
        """Name a player's colour or crest."""
        _ = self.words.gettext
        colours: Mapping[Mark, str] = {
            "red": _("red"),
            "blue": _("blue"),
            "beige": _("beige"),
            "green": _("green"),
            "lilac": _("lilac"),
        }
        crests: Mapping[Mark, str] = {
            "shield": _("shield"),
            "circle": _("circle"),
            "diamond": _("diamond"),
            "hexagon": _("hexagon"),
            "flag": _("flag"),
            "tower": _("tower"),
            "clover": _("clover"),
            "heart": _("heart"),
            "arch": _("arch"),
            "star": _("star"),
        }
        return {**colours, **crests}[mark]

    def refusal(self, refusal: Refusal) -> str:
        """Return the sentence of a refusal.

        A sentence with a number or an option is in no catalogue; other languages use the general one of its code. A
        waiting time is a number with its unit."""
        if refusal.wait:
            (one, many), count = select_wait_sentence(refusal.wait, refusal.what)
            return self.words.ngettext(one, many, count) % {"count": count}
        said = self.words.gettext(refusal.say)
        is_known = self.language == ENGLISH or said != refusal.say
        return said if is_known else self.words.gettext(SENTENCES[refusal.code])

    def sentence(self, effect: Effect, said: str, brief: str = "") -> Sentence:
        """Return the text as the sentence of the effect.

        ``brief`` is a shorter text for a place without room; empty if there is none."""
        return Sentence(effect.clause, effect.kind, parts_of(said), parts_of(brief))


def parts_of(said: str) -> tuple[Part, ...]:
    """Split a text at its marks of seats."""
    pieces = _SEAT.split(said)
    return tuple(int(piece) if place % 2 else piece for place, piece in enumerate(pieces) if piece)


def waiting_for(view: RoomView) -> tuple[int, ...] | None:
    """Return the seats that the table waits for, or None if the room hides them."""
    asked = [int(part.seat) for part in view.seats if part.state != "idle"]
    if len(asked) > 1 and view.room.options["tell"] != "who":
        return None
    return tuple(int(part.seat) for part in view.seats if part.state == "choosing")
