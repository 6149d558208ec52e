"""Presenter of a game without its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from app.rooms.model.reveal import Reveal
from app.rooms.views.view_types import RoomView
from app.web.games.chronicle import PlayedRow
from app.web.games.coach import PRESS_SEAL, ROUNDS, SEAL, SEALING, SEALS, SEATS, Coach, Line, tips
from app.web.games.lesson import Lesson
from app.web.games.plain.chronicle import CHRONICLE
from app.web.games.plain.words import PlainWords
from app.web.games.presenter import BoardRegion, Presenter
from app.web.text.languages import mark
from app.web.text.sentences import Part, Speech, parts_of
from engine.core.game import AnyGame
from engine.core.plain import to_plain

ALL_AT_ONCE = mark("Everyone picks in secret. Then all cards are revealed at once.")

LINES: Mapping[str, Sequence[Line[None]]] = {
    "all": (Line(1, ALL_AT_ONCE, lambda _: (SEATS,)),),
    SEALING: (Line(1, PRESS_SEAL, lambda _: (SEAL, SEALS)),),
}
"""Lesson of a game without its own."""


@dataclass(frozen=True, slots=True)
class PlainPrompt:
    """Prompt for ``games/plain/prompt.html``."""

    kind: str
    title: str
    hint: str
    choices: tuple[str, ...]
    """Choices in canonical text, which is also the text of their buttons."""
    seal: str
    change: str
    sealed_name: str


def _stage(view: RoomView, speech: Speech) -> tuple[Part, ...]:
    """Name the seats that are asked."""
    _ = speech.words.gettext
    asked = [int(part.seat) for part in view.seats if part.state != "idle"]
    return parts_of(_("Choosing: %(who)s") % {"who": speech.all_of(asked)}) if asked else parts_of(_("Nobody chooses"))


def _prompt(view: RoomView, speech: Speech) -> PlainPrompt:
    """Return all choices in canonical text.

    Raises ValueError for a view without an ask."""
    if view.ask is None:
        raise ValueError("nothing is asked")
    _ = speech.words.gettext
    return PlainPrompt(
        kind=view.ask.kind,
        title=PlainWords(speech).split_identifier(view.ask.kind).capitalize(),
        hint=_("Choose one of these.") if view.ask.complete else _("Choose one of these; there are more."),
        choices=view.ask.choices,
        seal=_("Seal"),
        change=_("Change"),
        sealed_name=view.ask.sealed or "",
    )


def _coach(view: RoomView, reveals: Sequence[Reveal], speech: Speech) -> Coach | None:
    """Return the sentences that hold for every game; None for a spectator."""
    if view.you is None or view.table is None:
        return None
    come_up = [("all", view.room.round), (SEALING, view.room.round)] if view.ask else []
    return Coach(tips(LINES, come_up, None, speech), (), view.room.round > ROUNDS)


def _last_round(reveals: Sequence[Reveal], speech: Speech) -> Sequence[PlayedRow]:
    """Return each seat's effects of the last reveal, in its own sentences."""
    done: dict[int, list[tuple[Part, ...]]] = {}
    words = PlainWords(speech)
    for effect in reveals[-1].effects if reveals else ():
        if effect.seat is not None:
            done.setdefault(int(effect.seat), []).append((words.describe_effect(effect),))
    return [PlayedRow(seat, (), str(first[0]), tuple(more)) for seat, (first, *more) in done.items()]


def _option_words(game: AnyGame, speech: Speech) -> Mapping[str, tuple[str, str, Mapping[str, str]]]:
    """Name the options by their keys and values."""
    words = PlainWords(speech)
    return {
        option.key: (words.split_identifier(option.key).capitalize(), words.bounds(option), {})
        for option in game.options
    }


def plain_presenter(game: AnyGame) -> Presenter:
    """Make a presenter from the names that the game's engine uses."""
    return Presenter(
        regions=(BoardRegion("table"),),
        sheets=("plain",),
        lesson=Lesson((ALL_AT_ONCE, PRESS_SEAL)),
        chronicle=CHRONICLE,
        sentence=lambda effect, speech: speech.sentence(effect, PlainWords(speech).make_sentence(effect)),
        is_quiet=lambda effect: False,
        weight=lambda effect: 1.0,
        stage=_stage,
        prompt=_prompt,
        strip_title=lambda speech: speech.words.gettext("Last round"),
        is_going_on=lambda table: False,
        strip_title_now=lambda speech: speech.words.gettext("Last round"),
        has_hand=lambda own, public: to_plain(own) != to_plain(public),
        coach=_coach,
        last_round=_last_round,
        option_words=partial(_option_words, game),
        list_plannable_choices=lambda view, speech: (),
        choice_name=lambda choice, speech: choice,
        condition_name=lambda condition, speech: speech.words.gettext("if %(condition)s") % {"condition": condition},
        instruction_words=lambda speech: {
            key: PlainWords(speech).split_identifier(key).capitalize() for key in game.instructions
        },
        words=PlainWords,
    )
