"""Adel verpflichtet as the pages know it: its board's parts, its sentences, its prompts."""

from collections.abc import Mapping, Sequence

from app.rooms.model.opening import Opening
from app.rooms.view_types import RoomView
from app.web.games.adel_verpflichtet.ahead import choice_name, choices_ahead, condition_name
from app.web.games.adel_verpflichtet.coach import coach_of
from app.web.games.adel_verpflichtet.last_round import last_round
from app.web.games.adel_verpflichtet.lesson import CARDS, CARDS_OF_1990, DEALS, GOAL
from app.web.games.adel_verpflichtet.prompt import Prompt, prompt
from app.web.games.adel_verpflichtet.scene import AdelScene
from app.web.games.adel_verpflichtet.sentences import QUIET, TELLERS, UNSAID, WEIGHTS
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.coach import Coach
from app.web.games.lesson import Lesson
from app.web.games.looks import BoardRegion, Played
from app.web.text.sentences import Part, Sentence, Speech, parts_of
from engine.adel_verpflichtet.view_types import TableView
from engine.core.happenings import Happening
from engine.core.plain import Plain

OF_1990 = "1990"
"""The value of the option ``rules`` that is not the usual one (A11)."""


class AdelLooks:
    """The looks of this game."""

    scene = AdelScene()
    lesson = Lesson(CARDS, GOAL, DEALS, CARDS_OF_1990)
    edition_option = "rules"
    edition_part = "A11"
    sheets = (
        "adel_verpflichtet_frame",
        "adel_verpflichtet_scene",
        "adel_verpflichtet_stops",
        "adel_verpflichtet_places",
        "adel_verpflichtet_pieces",
        "adel_verpflichtet_shows",
        "adel_verpflichtet_hand",
        "adel_verpflichtet_asked",
    )
    end_sheets = ("adel_verpflichtet_banquet",)
    composed = frozenset({"exhibition", "theft"})
    turn_begins: frozenset[str] = frozenset()
    """None: a round is one turn."""
    regions: tuple[BoardRegion, ...] = ()
    """None: its table is a picture of pieces."""

    def sentence(self, happening: Happening, speech: Speech) -> Sentence | None:
        """The happening in one sentence."""
        if happening.kind in UNSAID:
            return None
        said = TELLERS[happening.kind](happening, Words(speech))
        return speech.sentence(happening, said) if said else None

    def is_quiet(self, happening: Happening) -> bool:
        """Whether it is shown together with what follows."""
        return happening.kind in QUIET

    def weight(self, happening: Happening) -> float:
        """How long the film rests upon it."""
        return WEIGHTS.get(happening.kind, 1.0)

    def stage(self, view: RoomView, speech: Speech) -> tuple[Part, ...]:
        """What the table is doing."""
        _ = speech.words.gettext
        asked = speech.all_of(int(part.seat) for part in view.seats if part.state != "idle")
        said = {
            "location": _("Choosing where to go"),
            "action": _("Choosing what to play"),
            "location_action": _("Choosing where to go and what to play"),
            "purchase": _("%(who)s buys") % {"who": asked},
            "exhibition": _("Preparing exhibitions"),
            "theft": _("%(who)s steals") % {"who": asked},
            "over": _("The game is over"),
        }
        return parts_of(said[view.table.stage])

    def headline(self, view: RoomView, speech: Speech) -> tuple[Part, ...] | None:
        """To whom a thief chooses among their objects, which is no time at which nothing concerns them."""
        if view.table.stage != "theft" or view.ask is not None or view.you is None:
            return None
        if not view.table.seats[view.you].exhibition:
            return None
        thief = speech.all_of(int(part.seat) for part in view.seats if part.state != "idle")
        said = speech.words.gettext("%(who)s's thief is looking round your exhibition.")
        return parts_of(said % {"who": thief})

    def prompt(self, view: RoomView, speech: Speech) -> Prompt:
        """What the viewer is asked."""
        return prompt(view, Words(speech))

    def strip_title(self, speech: Speech) -> str:
        """What the strip of what was played last is called."""
        return speech.words.gettext("Last round")

    def is_going_on(self, table: TableView) -> bool:
        """Whether actions lie open that something is still to come of."""
        return table.stage in ("purchase", "exhibition", "theft")

    def strip_title_now(self, speech: Speech) -> str:
        """What the strip is called while its round goes on."""
        return speech.words.gettext("This round")

    def has_hand(self, own: TableView, public: TableView) -> bool:
        """Everybody has one."""
        return True

    def coach(self, view: RoomView, openings: Sequence[Opening], speech: Speech) -> Coach | None:
        """What helps a newcomer now."""
        return coach_of(view, openings, Words(speech))

    def last_round(self, openings: Sequence[Opening], speech: Speech) -> tuple[Played, ...]:
        """The newest round whose actions lie open."""
        return last_round(openings, Words(speech))

    def course(self, openings: Sequence[Opening]) -> None:
        """How the game went: the ranking of this game shows its end alone."""

    def option_words(self, speech: Speech) -> Mapping[str, tuple[str, str, Mapping[str, str]]]:
        """The game's own options."""
        _ = speech.words.gettext
        return {
            "variant": (
                _("Two-player variant"),
                _(
                    "Surprise: choose where to go and your card together. Confrontation: auction house and "
                    "castle take turns."
                ),
                {"surprise": _("Surprise"), "confrontation": _("Confrontation")},
            ),
            "open_memory": (
                _("Memory aid"),
                _("Shows what everyone could remember: objects seen and cheques spent."),
                {},
            ),
            "rules": (
                _("Rules"),
                _("When a pawn reaches the banquet: 2000 finishes the round, 1990 stops the game at once."),
                {"2000": _("Edition of 2000"), "1990": _("Edition of 1990")},
            ),
        }

    def edition(self, options: Mapping[str, Plain], speech: Speech) -> str:
        """The rules of 1990, where the table plays by them."""
        return speech.words.gettext("Rules of 1990") if options.get("rules") == OF_1990 else ""

    def ahead(self, view: RoomView, speech: Speech) -> tuple[tuple[str, str], ...]:
        """What may be sealed next."""
        return tuple((choice, choice_name(choice, Words(speech))) for choice in choices_ahead(view.table))

    def choice_name(self, choice: str, speech: Speech) -> str:
        """A place or a card by name."""
        return choice_name(choice, Words(speech))

    def condition_name(self, condition: str, speech: Speech) -> str:
        """What a choice may depend on, as a clause."""
        return condition_name(condition, Words(speech))

    def order_words(self, speech: Speech) -> Mapping[str, str]:
        """What a stand-in can be told."""
        _ = speech.words.gettext
        return {
            "no_thief": _("Never play a thief"),
            "no_exhibit": _("Never exhibit"),
            "keep_best_cheque": _("Keep my highest cheque"),
            "careful": _("Play safe: no thieves, lowest cheque, few objects shown"),
        }

    def words(self, speech: Speech) -> Words:
        """Words for the templates."""
        return Words(speech)
