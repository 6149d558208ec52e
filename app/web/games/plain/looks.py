"""The looks of a game that brings none along."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.rooms.model.opening import Opening
from app.rooms.view_types import RoomView
from app.web.games.coach import PRESS_SEAL, ROUNDS, SEAL, SEALING, SEALS, SEATS, Coach, Line, tips
from app.web.games.lesson import Lesson
from app.web.games.looks import BoardRegion, Played
from app.web.games.plain.words import PlainWords
from app.web.games.scene_looks import SceneLooks
from app.web.text.languages import noted
from app.web.text.sentences import Part, Sentence, Speech, parts_of
from engine.core.game import Game
from engine.core.happenings import Happening
from engine.core.plain import Plain, plain

ALL_AT_ONCE = noted("Everyone picks in secret. Then all cards are revealed at once.")

LINES: Mapping[str, Sequence[Line[None]]] = {
    "all": (Line(1, ALL_AT_ONCE, lambda _: (SEATS,)),),
    SEALING: (Line(1, PRESS_SEAL, lambda _: (SEAL, SEALS)),),
}
"""The lesson of a game that has none of its own."""


@dataclass(frozen=True, slots=True)
class PlainPrompt:
    """What a viewer is asked, for ``games/plain/prompt.html``."""

    kind: str
    title: str
    hint: str
    choices: tuple[str, ...]
    """Every choice in its canonical text, which is what stands on its button."""
    seal: str
    change: str
    sealed_name: str


class PlainLooks:
    """Everything a player sees of one game, made of the names that its engine gives to things."""

    sheets: tuple[str, ...] = ("plain",)
    end_sheets: tuple[str, ...] = ()
    composed: frozenset[str] = frozenset()
    turn_begins: frozenset[str] = frozenset()
    regions: tuple[BoardRegion, ...] = (BoardRegion("table"),)
    scene: SceneLooks | None = None
    lesson = Lesson((ALL_AT_ONCE, PRESS_SEAL))
    edition_option = edition_part = ""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._game = game

    def sentence(self, happening: Happening, speech: Speech) -> Sentence | None:
        """The happening, said by its names."""
        return speech.sentence(happening, PlainWords(speech).said(happening))

    def is_quiet(self, happening: Happening) -> bool:
        """Everything is a step of its own."""
        return False

    def weight(self, happening: Happening) -> float:
        """Nothing is rested upon for longer than anything else."""
        return 1.0

    def stage(self, view: RoomView, speech: Speech) -> tuple[Part, ...]:
        """Who is asked."""
        _ = speech.words.gettext
        asked = [int(part.seat) for part in view.seats if part.state != "idle"]
        return (
            parts_of(_("Choosing: %(who)s") % {"who": speech.all_of(asked)}) if asked else parts_of(_("Nobody chooses"))
        )

    def headline(self, view: RoomView, speech: Speech) -> None:
        """Nothing that all read alike."""
        return

    def prompt(self, view: RoomView, speech: Speech) -> PlainPrompt:
        """All choices as they are written. Raises ValueError for a view that is asked nothing."""
        if view.ask is None:
            raise ValueError("nothing is asked")
        _ = speech.words.gettext
        return PlainPrompt(
            kind=view.ask.kind,
            title=PlainWords(speech).named(view.ask.kind).capitalize(),
            hint=_("Choose one of these.") if view.ask.complete else _("Choose one of these; there are more."),
            choices=view.ask.choices,
            seal=_("Seal"),
            change=_("Change"),
            sealed_name=view.ask.sealed or "",
        )

    def strip_title(self, speech: Speech) -> str:
        """What the strip of what was played last is called."""
        return speech.words.gettext("Last round")

    def is_going_on(self, table: Any) -> bool:
        """The strip shows nothing that could."""
        return False

    def strip_title_now(self, speech: Speech) -> str:
        """As the strip is always called."""
        return self.strip_title(speech)

    def has_hand(self, own: Any, public: Any) -> bool:
        """Whether the viewer sees more than the list of the table says already."""
        return plain(own) != plain(public)

    def coach(self, view: RoomView, openings: Sequence[Opening], speech: Speech) -> Coach | None:
        """What is true of every game here; None for who is no player of it."""
        if view.you is None or view.table is None:
            return None
        come_up = [("all", view.room.round), (SEALING, view.room.round)] if view.ask else []
        return Coach(tips(LINES, come_up, None, speech), (), view.room.round > ROUNDS)

    def last_round(self, openings: Sequence[Opening], speech: Speech) -> Sequence[Played]:
        """What the seats did when cards were opened last, each in its own sentences."""
        done: dict[int, list[tuple[Part, ...]]] = {}
        words = PlainWords(speech)
        for happening in openings[-1].happenings if openings else ():
            if happening.seat is not None:
                done.setdefault(int(happening.seat), []).append((words.done(happening),))
        return [Played(seat, (), str(first[0]), tuple(more)) for seat, (first, *more) in done.items()]

    def course(self, openings: Sequence[Opening]) -> None:
        """The ranking shows places alone."""

    def option_words(self, speech: Speech) -> Mapping[str, tuple[str, str, Mapping[str, str]]]:
        """The options by their keys and values."""
        words = PlainWords(speech)
        return {
            option.key: (words.named(option.key).capitalize(), words.bounds(option), {})
            for option in self._game.options
        }

    def edition(self, options: Mapping[str, Plain], speech: Speech) -> str:
        """There is one edition of the rules."""
        return ""

    def ahead(self, view: RoomView, speech: Speech) -> Sequence[tuple[str, str]]:
        """Nothing is offered."""
        return ()

    def choice_name(self, choice: str, speech: Speech) -> str:
        """The choice as it is written."""
        return choice

    def condition_name(self, condition: str, speech: Speech) -> str:
        """The condition as it is written."""
        return speech.words.gettext("if %(condition)s") % {"condition": condition}

    def order_words(self, speech: Speech) -> Mapping[str, str]:
        """The orders by their keys."""
        return {key: PlainWords(speech).named(key).capitalize() for key in self._game.orders}

    def words(self, speech: Speech) -> PlainWords:
        """What the templates need besides."""
        return PlainWords(speech)
