"""Edel, Stein & Reich as the pages know it: its board's parts, its sentences, its prompts."""

from collections.abc import Mapping, Sequence

from app.rooms.model.opening import Opening
from app.rooms.view_types import RoomView
from app.web.games.coach import Coach
from app.web.games.edel_stein_reich.ahead import choices_ahead, condition_name, name_ahead
from app.web.games.edel_stein_reich.chronicle.course import Income, course
from app.web.games.edel_stein_reich.coach import coach_of
from app.web.games.edel_stein_reich.last_turn import last_turn
from app.web.games.edel_stein_reich.lesson import CARDS, DEALS, GOAL
from app.web.games.edel_stein_reich.prompts import prompt
from app.web.games.edel_stein_reich.prompts.headline import Headline, headline
from app.web.games.edel_stein_reich.prompts.model import Prompt
from app.web.games.edel_stein_reich.scene import EdelScene
from app.web.games.edel_stein_reich.sentences import QUIET, TELLERS, WEIGHTS
from app.web.games.edel_stein_reich.words import Words
from app.web.games.lesson import Lesson
from app.web.games.looks import BoardRegion, Played
from app.web.text.sentences import Part, Sentence, Speech, parts_of
from engine.core.happenings import Happening
from engine.core.plain import Plain
from engine.edel_stein_reich.view_types import TableView


class EdelLooks:
    """The looks of this game."""

    scene = EdelScene()
    lesson = Lesson(CARDS, GOAL, DEALS)
    edition_option = edition_part = ""
    sheets = (
        "edel_stein_reich_frame",
        "edel_stein_reich_places",
        "edel_stein_reich_scene",
        "edel_stein_reich_trays",
        "edel_stein_reich_gems",
        "edel_stein_reich_cards",
        "edel_stein_reich_cloth",
        "edel_stein_reich_asked",
        "edel_stein_reich_asked_sizes",
        "edel_stein_reich_headline",
        "edel_stein_reich_sheets",
    )
    end_sheets = ("edel_stein_reich_vault",)
    composed: frozenset[str] = frozenset()
    """None of whole kinds: prompts that are composed hold a list of their own for pages without JavaScript."""
    turn_begins = frozenset({"gem_cards_open", "scoring_begins"})
    regions: tuple[BoardRegion, ...] = ()
    """None: its table is a picture of pieces."""

    def sentence(self, happening: Happening, speech: Speech) -> Sentence | None:
        """The happening in one sentence."""
        return speech.sentence(happening, TELLERS[happening.kind](happening, Words(speech)))

    def is_quiet(self, happening: Happening) -> bool:
        """Whether it is shown together with what follows."""
        return happening.kind in QUIET

    def weight(self, happening: Happening) -> float:
        """How long the film rests upon it."""
        return WEIGHTS.get(happening.kind, 1.0)

    def stage(self, view: RoomView, speech: Speech) -> tuple[Part, ...]:
        """What the table is doing."""
        _ = speech.words.gettext
        table: TableView = view.table
        turn = _("Turn %(turn)d/%(turns)d") % {"turn": table.turn, "turns": table.turns}
        asked = speech.all_of(int(part.seat) for part in view.seats if part.state != "idle")
        doing = {
            "action": _("choosing actions"),
            "guess": _("%(who)s guesses"),
            "bid": _("%(who)s bargains"),
            "event_source": _("%(who)s takes an event card"),
            "event": _("%(who)s plays an event card"),
            "return_gem": _("%(who)s picks which gem goes back"),
            "free_choice": _("%(who)s takes a free choice"),
        }
        if table.stage == "over":
            return (_("The game is over"),)
        if table.stage not in doing or not asked:
            return (turn,)
        said = doing[table.stage] % {"who": asked}
        return parts_of(_("%(turn)s: %(doing)s") % {"turn": turn, "doing": said})

    def headline(self, view: RoomView, speech: Speech) -> Headline | None:
        """How a negotiation stands and what it is about."""
        return headline(view.table, view.you, Words(speech))

    def prompt(self, view: RoomView, speech: Speech) -> Prompt:
        """What the viewer is asked."""
        return prompt(view, Words(speech))

    def strip_title(self, speech: Speech) -> str:
        """What the strip of what was played last is called."""
        return speech.words.gettext("Last turn")

    def is_going_on(self, table: TableView) -> bool:
        """Whether actions lie open that something is still to come of."""
        return table.stage in ("bid", "event_source", "event", "return_gem", "free_choice")

    def strip_title_now(self, speech: Speech) -> str:
        """What the strip is called while its turn goes on."""
        return speech.words.gettext("This turn")

    def has_hand(self, own: TableView, public: TableView) -> bool:
        """The action cards, which never change; what else one owns lies open in the own tray (E9.1)."""
        return True

    def coach(self, view: RoomView, openings: Sequence[Opening], speech: Speech) -> Coach | None:
        """What helps a newcomer now."""
        return coach_of(view, openings, Words(speech))

    def last_round(self, openings: Sequence[Opening], speech: Speech) -> tuple[Played, ...]:
        """The newest turn whose actions lie open."""
        return last_turn(openings, Words(speech))

    def course(self, openings: Sequence[Opening]) -> Mapping[int, Income]:
        """How everybody came by their money."""
        return course(openings)

    def option_words(self, speech: Speech) -> Mapping[str, tuple[str, str, Mapping[str, str]]]:
        """The game's own options: none."""
        return {}

    def edition(self, options: Mapping[str, Plain], speech: Speech) -> str:
        """There is one edition of the rules."""
        return ""

    def ahead(self, view: RoomView, speech: Speech) -> tuple[tuple[str, str], ...]:
        """What may be sealed next."""
        return tuple((choice, name_ahead(choice, Words(speech))) for choice in choices_ahead(view.table))

    def choice_name(self, choice: str, speech: Speech) -> str:
        """An action by name."""
        return name_ahead(choice, Words(speech))

    def condition_name(self, condition: str, speech: Speech) -> str:
        """What a choice may depend on, as a clause."""
        return condition_name(condition, Words(speech))

    def order_words(self, speech: Speech) -> Mapping[str, str]:
        """What a stand-in can be told."""
        _ = speech.words.gettext
        return {
            "no_events": _("Never go for an event card"),
            "no_bids": _("Never offer gems: let the others have it"),
            "low_bids": _("Never offer more than needed"),
            "careful": _("Play safe: smallest offers, no face-down event cards"),
        }

    def words(self, speech: Speech) -> Words:
        """Words for the templates."""
        return Words(speech)
