"""Presenter of Adel verpflichtet: parts of its board, sentences, prompts."""

from collections.abc import Mapping

from app.rooms.views.view_types import RoomView
from app.web.games.adel_verpflichtet.chronicle import CHRONICLE
from app.web.games.adel_verpflichtet.coach import coach_of
from app.web.games.adel_verpflichtet.cues import find_cue
from app.web.games.adel_verpflichtet.headline import headline
from app.web.games.adel_verpflichtet.last_round import last_round
from app.web.games.adel_verpflichtet.lesson import CARDS, CARDS_OF_1990, DEALS, GOAL
from app.web.games.adel_verpflichtet.plan import choice_name, condition_name, list_plannable_choices
from app.web.games.adel_verpflichtet.prompt import prompt
from app.web.games.adel_verpflichtet.scene import SCENE
from app.web.games.adel_verpflichtet.sentences import BRIEF, QUIET, TELLERS, UNSAID, WEIGHTS
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.lesson import Lesson
from app.web.games.presenter import Presenter
from app.web.text.sentences import Part, Sentence, Speech, parts_of
from engine.core.effects import Effect
from engine.core.plain import Plain

OF_1990 = "1990"
"""The value of the option ``rules`` that is not the usual one (A11)."""


def _sentence(effect: Effect, speech: Speech) -> Sentence | None:
    """Return the sentence of the effect."""
    if effect.kind in UNSAID:
        return None
    words = Words(speech)
    said = TELLERS[effect.kind](effect, words)
    brief = BRIEF[effect.kind](effect, words) if effect.kind in BRIEF else ""
    return speech.sentence(effect, said, brief) if said else None


def _stage(view: RoomView, speech: Speech) -> tuple[Part, ...]:
    """Describe the stage of the table."""
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


def _option_words(speech: Speech) -> Mapping[str, tuple[str, str, Mapping[str, str]]]:
    """Return the words of the game's own options."""
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


def _instruction_words(speech: Speech) -> Mapping[str, str]:
    """Return the words of the instructions to stand-ins."""
    _ = speech.words.gettext
    return {
        "no_thief": _("Never play a thief"),
        "no_exhibit": _("Never exhibit"),
        "keep_best_cheque": _("Keep my highest cheque"),
        "careful": _("Play safe: no thieves, lowest cheque, few objects shown"),
    }


def _edition(options: Mapping[str, Plain], speech: Speech) -> str:
    """Return the name of the rules of 1990 if the table plays by them, else ""."""
    return speech.words.gettext("Rules of 1990") if options.get("rules") == OF_1990 else ""


def _list_plannable_choices(view: RoomView, speech: Speech) -> tuple[tuple[str, str], ...]:
    """Return the choices that can be planned, each with its name."""
    return tuple((choice, choice_name(choice, Words(speech))) for choice in list_plannable_choices(view.table))


PRESENTER = Presenter(
    sheets=(
        "adel_verpflichtet_frame",
        "adel_verpflichtet_scene",
        "adel_verpflichtet_stops",
        "adel_verpflichtet_places",
        "adel_verpflichtet_pieces",
        "adel_verpflichtet_shows",
        "adel_verpflichtet_hand",
        "adel_verpflichtet_asked",
    ),
    end_sheets=("adel_verpflichtet_banquet",),
    lesson=Lesson(CARDS, GOAL, DEALS, CARDS_OF_1990),
    chronicle=CHRONICLE,
    scene=SCENE,
    composed=frozenset({"exhibition", "theft"}),
    edition=_edition,
    edition_option="rules",
    edition_part="A11",
    sentence=_sentence,
    is_quiet=lambda effect: effect.kind in QUIET,
    weight=lambda effect: WEIGHTS.get(effect.kind, 1.0),
    cue=find_cue,
    stage=_stage,
    answer_names=lambda answers, speech: Words(speech).answers(answers),
    headline=lambda view, speech: headline(view, Words(speech)),
    prompt=lambda view, speech: prompt(view, Words(speech)),
    strip_title=lambda speech: speech.words.gettext("Last round"),
    is_going_on=lambda table: table.stage in ("purchase", "exhibition", "theft"),
    strip_title_now=lambda speech: speech.words.gettext("This round"),
    has_hand=lambda own, public: True,
    coach=lambda view, reveals, speech: coach_of(view, reveals, Words(speech)),
    last_round=lambda reveals, speech: last_round(reveals, Words(speech)),
    option_words=_option_words,
    list_plannable_choices=_list_plannable_choices,
    choice_name=lambda choice, speech: choice_name(choice, Words(speech)),
    condition_name=lambda condition, speech: condition_name(condition, Words(speech)),
    instruction_words=_instruction_words,
    words=Words,
)
