"""Words of Adel verpflichtet in one language: cards, objects, money."""

from collections.abc import Sequence

from app.web.games.adel_verpflichtet.drawings import drawing_of
from app.web.games.adel_verpflichtet.stops import stop, tile_at
from app.web.games.words import GameWords
from engine.adel_verpflichtet.bot.past_actions import AUCTION_HOUSE, BIDS, BURGLES, CASTLE, DETECTS, EXHIBITS, RAIDS
from engine.adel_verpflichtet.edition import current_edition
from engine.adel_verpflichtet.view_types import ObjectView, TrackView

_CARDS = {EXHIBITS: "exhibit", BURGLES: "thief", DETECTS: "detective", BIDS: "cheque", RAIDS: "thief"}


class Words(GameWords):
    """Words of Adel verpflichtet."""

    stop, tile_at = staticmethod(stop), staticmethod(tile_at)

    def money(self, thousands: int) -> str:
        """Format a sum given in thousands."""
        return self.gettext("%(thousands)d,000") % {"thousands": thousands}

    def thief(self, seniority: int) -> str:
        """Name a thief by seniority."""
        return self.gettext("thief %(seniority)d") % {"seniority": seniority}

    def brief(self, card: str, value: int) -> str:
        """Name an action card in one or two words, for the place beside a player's name."""
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
        """Name an action card."""
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
        """Return the text below the drawing of a card, or beside the card's figure."""
        _ = self.gettext
        return {"cheque": _("Cheque"), "thief": _("Thief"), "detective": _("Detective")}.get(card, _("Exhibit"))

    def location(self, location: str) -> str:
        """Name a place."""
        return self.gettext("Castle") if location == "castle" else self.gettext("Auction house")

    def answers(self, answers: Sequence[str]) -> tuple[str, ...]:
        """Name what may be guessed of a seat: places, cards, or places with cards."""
        has_both = {EXHIBITS, BIDS} <= {*answers}
        return tuple(self._answer(each, has_place=has_both) for each in answers)

    def _answer(self, answer: str, *, has_place: bool) -> str:
        if answer in (CASTLE, AUCTION_HOUSE):
            return self.location(answer)
        card = self.card_sign(_CARDS[answer])
        place = AUCTION_HOUSE if answer in (BIDS, RAIDS) else CASTLE
        return self.name_place_and_card(place, card) if has_place else card

    def name_place_and_card(self, location: str, card: str) -> str:
        """Name a place and the card that is played there."""
        return self.gettext("%(place)s: %(card)s") % {"place": self.location(location), "card": card}

    def on_track(self, track: TrackView, space: int) -> str:
        """Describe a space by the name on the board."""
        number = next((castle.number for castle in track.castles if space in castle.spaces), None)
        if number is None:
            return self.gettext("Banquet")
        return self.castle(number)

    def castle(self, number: int) -> str:
        """Name a castle of the track by its number; 0 is the club room."""
        return self.gettext("Castle %(number)d") % {"number": number} if number else self.gettext("Club")

    def to_location(self, location: str) -> str:
        """Name a place as a destination."""
        return self.gettext("to the castle") if location == "castle" else self.gettext("to the auction house")

    def sort(self, letter: str) -> str:
        """Name the objects of a series in one or two words."""
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
        """Return the name of an object's drawing, by the object's id."""
        return drawing_of(thing)

    def the(self, thing: str) -> str:
        """Name an object, by its id, as the object of a sentence."""
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

    def quote_name(self, thing: str) -> str:
        """Return an object's name in quotation marks.

        An object that no edition in force names is called by kind and year."""
        name = self._name_of(thing)
        return self.gettext("“%(name)s”") % {"name": name} if name else self.the(thing)

    def name_in_full(self, thing: str) -> str:
        """Return an object's name with letter and year, which identify it."""
        name = self._name_of(thing)
        return f"{self.quote_name(thing)} ({self.short([thing])})" if name else self.the(thing)

    def upper_the(self, thing: str) -> str:
        """Name an object as the subject at the beginning of a sentence."""
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
        """Return the edition's name of an object, translated if it is the club's own."""
        return self.gettext(thing.name)

    def title_of(self, thing: str) -> str:
        """Return the title of an object by its id.

        An object of no edition in force gets the name of its series."""
        return self._name_of(thing) or self.sort(thing[0])

    def _name_of(self, thing: str) -> str:
        edition = current_edition()
        bit = edition.bits.get(thing)
        return self.gettext(edition.objects[bit.bit_length() - 1].name) if bit else ""

    def short(self, things: Sequence[str]) -> str:
        """Name several objects by letter and year, with no line break inside."""
        return ", ".join(f"{thing[0]}\N{NO-BREAK SPACE}{thing[1:]}" for thing in things)

    def name_picked_objects(self, choice: str) -> str:
        """Name the objects in a composed choice."""
        return self.short(choice.split(" ")[1:])

    def ordinal(self, place: int) -> str:
        """Return the ordinal number of a place: first, second, third, ..."""
        _ = self.gettext
        return (_("first"), _("second"), _("third"), _("fourth"), _("fifth"))[place - 1]
