"""Presenter of Edel, Stein & Reich: parts of its board, sentences, prompts."""

from collections.abc import Mapping

from app.rooms.views.view_types import RoomView
from app.web.games.edel_stein_reich.chronicle import CHRONICLE
from app.web.games.edel_stein_reich.chronicle.course import course
from app.web.games.edel_stein_reich.coach import coach_of
from app.web.games.edel_stein_reich.cues import find_cue, is_last_round
from app.web.games.edel_stein_reich.last_turn import last_turn
from app.web.games.edel_stein_reich.lesson import CARDS, DEALS, GOAL
from app.web.games.edel_stein_reich.plan import condition_name, list_plannable_choices, name_planned_choice
from app.web.games.edel_stein_reich.prompts import prompt
from app.web.games.edel_stein_reich.prompts.headline import Headline, headline, headline_of_waiting
from app.web.games.edel_stein_reich.scene import SCENE
from app.web.games.edel_stein_reich.sentences import BRIEF, QUIET, TELLERS, WEIGHTS
from app.web.games.edel_stein_reich.words import Words
from app.web.games.lesson import Lesson
from app.web.games.presenter import Presenter
from app.web.text.sentences import Part, Sentence, Speech, parts_of
from engine.core.effects import Effect
from engine.edel_stein_reich.bot.past_actions import GUESSES
from engine.edel_stein_reich.view_types import TableView


def _stage(view: RoomView, speech: Speech) -> tuple[Part, ...]:
    """Describe the stage of the table."""
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


def _is_quiet(effect: Effect) -> bool:
    """Return whether the film shows the effect together with the next.

    The last round begins with a step of its own."""
    return effect.kind in QUIET and not (effect.kind == "round_begins" and is_last_round(effect))


def _sentence(effect: Effect, speech: Speech) -> Sentence:
    """Return the sentence of the effect."""
    words = Words(speech)
    brief = BRIEF[effect.kind](effect, words) if effect.kind in BRIEF else ""
    return speech.sentence(effect, TELLERS[effect.kind](effect, words), brief)


def _headline(view: RoomView, speech: Speech) -> Headline | None:
    """Return the headline of a negotiation or of a waiting player."""
    words = Words(speech)
    return headline(view.table, view.you, words) or headline_of_waiting(view, words)


def _instruction_words(speech: Speech) -> Mapping[str, str]:
    """Return the words of the instructions to stand-ins."""
    _ = speech.words.gettext
    return {
        "no_events": _("Never go for an event card"),
        "no_bids": _("Never offer gems: let the others have it"),
        "low_bids": _("Never offer more than needed"),
        "careful": _("Play safe: smallest offers, no face-down event cards"),
    }


def _list_plannable_choices(view: RoomView, speech: Speech) -> tuple[tuple[str, str], ...]:
    """Return the choices that can be planned, each with its name."""
    return tuple((choice, name_planned_choice(choice, Words(speech))) for choice in list_plannable_choices(view.table))


PRESENTER = Presenter(
    sheets=(
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
    ),
    end_sheets=("edel_stein_reich_vault",),
    lesson=Lesson(CARDS, GOAL, DEALS),
    chronicle=CHRONICLE,
    scene=SCENE,
    turn_begins=frozenset({"gem_cards_open", "scoring_begins"}),
    sentence=_sentence,
    is_quiet=_is_quiet,
    weight=lambda effect: WEIGHTS.get(effect.kind, 1.0),
    cue=find_cue,
    stage=_stage,
    answer_names=lambda answers, speech: [Words(speech).action(each.removeprefix(GUESSES)) for each in answers],
    headline=_headline,
    prompt=lambda view, speech: prompt(view, Words(speech)),
    strip_title=lambda speech: speech.words.gettext("Last turn"),
    is_going_on=lambda table: table.stage in ("bid", "event_source", "event", "return_gem", "free_choice"),
    strip_title_now=lambda speech: speech.words.gettext("This turn"),
    has_hand=lambda own, public: True,  # action cards only, which never change; the rest is public (E9.1)
    coach=lambda view, reveals, speech: coach_of(view, reveals, Words(speech)),
    last_round=lambda reveals, speech: last_turn(reveals, Words(speech)),
    course=course,
    option_words=lambda speech: {},
    list_plannable_choices=_list_plannable_choices,
    choice_name=lambda choice, speech: name_planned_choice(choice, Words(speech)),
    condition_name=lambda condition, speech: condition_name(condition, Words(speech)),
    instruction_words=_instruction_words,
    words=Words,
)
