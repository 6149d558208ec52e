"""What happened, said in one sentence an effect. A game's own sentences stand beside its other looks in ``games``."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from app.rooms.model.refusals import SENTENCES, Refusal, in_units
from app.rooms.views.view_types import RoomView
from app.web.text.languages import ENGLISH
from app.web.text.people import Person
from engine.core.bots.deeds import learns
from engine.core.bots.levels import character_of, strength_of
from engine.core.effects import Effect

Part = str | int
"""A piece of a sentence: words, or the seat of somebody who is named there."""

_SEAT = re.compile("\x02([0-9]+)\x03")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with the rule clause behind it."""

    clause: str
    kind: str
    parts: tuple[Part, ...]
    then: tuple[str, ...] = ()
    """The names of who sat on each seat then, where that may be others than now."""

    def actor(self, of: int | None) -> int | None:
        """Whose crest stands beside it: the first who is named in an effect that is of one seat, or the only one who
        is named at all."""
        named = list(dict.fromkeys(part for part in self.parts if isinstance(part, int)))
        if not named:
            return of
        return named[0] if of is not None or len(named) == 1 else None

    def plain(self, people: Mapping[int, Person]) -> str:
        """The sentence as mere text."""
        return "".join(part if isinstance(part, str) else people[part].name for part in self.parts)


class Speech:
    """The words of one language, and how seats are put into sentences.

    A name stands in the text as a mark until the sentence is cut into parts: so a translation can move it, and no name
    can be taken for words."""

    def __init__(self, words: NullTranslations, language: str = ENGLISH) -> None:
        self.words = words
        self.language = language

    def who(self, seat: int) -> str:
        """The mark of a seat."""
        return f"\x02{seat}\x03"

    def all_of(self, seats: Iterable[int]) -> str:
        """Several seats as a list in words."""
        return self.listed([self.who(seat) for seat in seats])

    def listed(self, items: Sequence[str]) -> str:
        """``a``, ``a and b``, ``a, b and c``."""
        _ = self.words.gettext
        if len(items) < 2:
            return "".join(items)
        return _("%(first)s and %(last)s") % {"first": ", ".join(items[:-1]), "last": items[-1]}

    def level(self, level: str) -> str:
        """How well a bot plays, and what its character is called."""
        _ = self.words.gettext
        strength, character = strength_of(level), character_of(level)
        said = {"random": _("random"), "easy": _("easy"), "normal": _("normal"), "strong": _("strong")}
        called = {"careful": _("careful"), "greedy": _("greedy"), "crook": _("sly")}
        plays = said.get(strength, strength)
        return f"{plays}, {called[character]}" if character is not None else plays

    def character(self, level: str) -> str:
        """What everybody may know of a bot's leaning, in one sentence that holds in every game; empty for one that has
        none."""
        _ = self.words.gettext
        known = {
            "careful": _("Takes what's safe and rarely gets in anyone's way."),
            "greedy": _("Goes for what pays most, even when others want it too."),
            "crook": _("Likes to live at the others' expense."),
        }
        return known.get(character_of(level) or "", "")

    def manner(self, level: str, bots: Mapping[str, object]) -> str:
        """What everybody may know of how one of the game's bots plays: how well, whether it learns, and its leaning, a
        sentence each; empty for a level that nobody has words for."""
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

    def refusal(self, refusal: Refusal) -> str:
        """A refusal's sentence. One that no catalogue can hold, because it names a figure or an option, gives way to
        the general one of its code. How long to wait is said by the number."""
        if refusal.wait:
            (one, many), count = in_units(refusal.wait, refusal.what)
            return self.words.ngettext(one, many, count) % {"count": count}
        said = self.words.gettext(refusal.say)
        is_known = self.language == ENGLISH or said != refusal.say
        return said if is_known else self.words.gettext(SENTENCES[refusal.code])

    def sentence(self, effect: Effect, said: str) -> Sentence:
        """The sentence that says ``said`` about the effect."""
        return Sentence(effect.clause, effect.kind, parts_of(said))


def parts_of(said: str) -> tuple[Part, ...]:
    """A text with marks, cut at them."""
    pieces = _SEAT.split(said)
    return tuple(int(piece) if place % 2 else piece for place, piece in enumerate(pieces) if piece)


def waiting_for(view: RoomView) -> tuple[int, ...] | None:
    """The seats the table waits for, as far as the room tells; None when it does not tell who."""
    asked = [int(part.seat) for part in view.seats if part.state != "idle"]
    if len(asked) > 1 and view.room.options["tell"] != "who":
        return None
    return tuple(int(part.seat) for part in view.seats if part.state == "choosing")
