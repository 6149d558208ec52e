"""The words of Adel verpflichtet in one language: cards, objects, money."""

from collections.abc import Sequence

from app.web.games.adel_verpflichtet.drawings import drawing_of
from app.web.games.adel_verpflichtet.stops import stop, tile_at
from app.web.games.words import GameWords
from engine.adel_verpflichtet.edition import current_edition
from engine.adel_verpflichtet.view_types import ObjectView, TrackView


class Words(GameWords):
    """The words of this game."""

    stop, tile_at = staticmethod(stop), staticmethod(tile_at)

    def money(self, thousands: int) -> str:
        """A sum, given in thousands."""
        return self.gettext("%(thousands)d,000") % {"thousands": thousands}

    def thief(self, seniority: int) -> str:
        """A thief by seniority."""
        return self.gettext("thief %(seniority)d") % {"seniority": seniority}

    def brief(self, card: str, value: int) -> str:
        """An action card in a word or two, beside who plays it."""
        _ = self.gettext
        match card:
            case "cheque":
                return self.money(value)
            case "thief":
                return self.pgettext("card", "thief %(seniority)d") % {"seniority": value}
            case "detective":
                return _("detective")
        return _("exhibit")

    def card_title(self, card: str, value: int = 0) -> str:
        """An action card by name."""
        _ = self.gettext
        match card:
            case "cheque":
                return _("Cheque %(money)s") % {"money": self.money(value)}
            case "thief":
                return _("Thief %(seniority)d") % {"seniority": value}
            case "detective":
                return _("Detective")
        return _("Exhibit")

    def card_sign(self, card: str) -> str:
        """What stands under the drawing of a card that bears no figure, or beside the figure."""
        _ = self.gettext
        return {"cheque": _("Cheque"), "thief": _("Thief"), "detective": _("Detective")}.get(card, _("Exhibit"))

    def location(self, location: str) -> str:
        """A place by name."""
        return self.gettext("Castle") if location == "castle" else self.gettext("Auction house")

    def played_at(self, location: str, card: str) -> str:
        """A place, and by name the card that is played there."""
        return self.gettext("%(place)s: %(card)s") % {"place": self.location(location), "card": card}

    def on_track(self, track: TrackView, space: int) -> str:
        """Where a space is, by the name that stands on the board."""
        number = next((castle.number for castle in track.castles if space in castle.spaces), None)
        if number is None:
            return self.gettext("Banquet")
        return self.castle(number)

    def castle(self, number: int) -> str:
        """A castle of the track by its number; 0 is the club room."""
        return self.gettext("Castle %(number)d") % {"number": number} if number else self.gettext("Club")

    def to_location(self, location: str) -> str:
        """Where somebody goes."""
        return self.gettext("to the castle") if location == "castle" else self.gettext("to the auction house")

    def sort(self, letter: str) -> str:
        """What an object of a series is, in one word or two."""
        _ = self.gettext
        return {
            "A": _("pipe bowl"),
            "B": _("chamber pot"),
            "C": _("mask"),
            "D": _("theatre souvenir"),
            "E": _("toy"),
            "F": _("advertisement"),
        }[letter]

    def drawing(self, thing: str) -> str:
        """The name of an object's drawing, by its id."""
        return drawing_of(thing)

    def the(self, thing: str) -> str:
        """An object that something is done to, by its id."""
        _ = self.gettext
        said = {
            "A": _("the pipe bowl of %(year)s"),
            "B": _("the chamber pot of %(year)s"),
            "C": _("the mask of %(year)s"),
            "D": _("the theatre souvenir of %(year)s"),
            "E": _("the toy of %(year)s"),
            "F": _("the advertisement of %(year)s"),
        }
        return said[thing[0]] % {"year": thing[1:]}

    def called(self, thing: str) -> str:
        """An object by its name, in quotation marks; by its kind and year where no edition in force names it."""
        name = self._name_of(thing)
        return self.gettext("“%(name)s”") % {"name": name} if name else self.the(thing)

    def named(self, thing: str) -> str:
        """The same with its letter and year, by which it is found among others."""
        name = self._name_of(thing)
        return f"{self.called(thing)} ({self.short([thing])})" if name else self.the(thing)

    def upper_the(self, thing: str) -> str:
        """An object that does something itself, at the beginning of a sentence."""
        _ = self.gettext
        said = {
            "A": _("The pipe bowl of %(year)s"),
            "B": _("The chamber pot of %(year)s"),
            "C": _("The mask of %(year)s"),
            "D": _("The theatre souvenir of %(year)s"),
            "E": _("The toy of %(year)s"),
            "F": _("The advertisement of %(year)s"),
        }
        return said[thing[0]] % {"year": thing[1:]}

    def title(self, thing: ObjectView) -> str:
        """The name an edition gives an object, if it is one of the club's own in this language."""
        return self.gettext(thing.name)

    def title_of(self, thing: str) -> str:
        """The same by an object's id; what its series is called, for an object of no edition in force."""
        return self._name_of(thing) or self.sort(thing[0])

    def _name_of(self, thing: str) -> str:
        edition = current_edition()
        bit = edition.bits.get(thing)
        return self.gettext(edition.objects[bit.bit_length() - 1].name) if bit else ""

    def short(self, things: Sequence[str]) -> str:
        """Several objects by letter and year, which no line's end parts."""
        return ", ".join(f"{thing[0]}\N{NO-BREAK SPACE}{thing[1:]}" for thing in things)

    def picked(self, choice: str) -> str:
        """A choice that is composed of objects, by what it names."""
        return self.short(choice.split(" ")[1:])

    def ordinal(self, place: int) -> str:
        """A place: first, second, third ..."""
        _ = self.gettext
        return (_("first"), _("second"), _("third"), _("fourth"), _("fifth"))[place - 1]
