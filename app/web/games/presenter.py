"""Presenter: the part of a game that draws its pages and words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.rooms.model.reveal import Reveal
from app.rooms.views.view_types import RoomView
from app.web.games.chronicle import Chronicle, PlayedRow
from app.web.games.coach import Coach
from app.web.games.cue import SILENT, Cue
from app.web.games.lesson import Lesson
from app.web.games.scene_presenter import ScenePresenter
from app.web.text.sentences import Part, Sentence, Speech
from engine.core.effects import Effect
from engine.core.plain import Plain


@dataclass(frozen=True, slots=True)
class BoardRegion:
    """Part of a game's board, equal for all viewers and redrawn as a whole."""

    id: str
    """Id of its element."""
    template: str = ""
    """Template ``games/<key>/<template>.html``; empty if named like the element."""
    seat: int | None = None
    """Seat that the region is about; the template knows it as ``seat``."""

    def path(self, key: str) -> str:
        """Return the path of the template for the game with that key."""
        return f"games/{key}/{self.template or self.id}.html"


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Presenter:
    """Texts and drawings of one game besides its templates.

    Members with a default are optional."""

    sheets: Sequence[str]
    """Style sheets ``css/games/<name>.css``, in order."""
    lesson: Lesson
    """Lesson and its deals for newcomers."""
    chronicle: Chronicle
    """Chronicle of a whole game."""
    sentence: Callable[[Effect, Speech], Sentence | None]
    """Effect in one sentence; None if it needs none."""
    is_quiet: Callable[[Effect], bool]
    """True if the film shows the effect together with the next instead of alone."""
    weight: Callable[[Effect], float]
    """Relative duration of the effect in the film, 1 for most.

    A reveal or an arrest takes longer than a card that returns to its owner."""
    stage: Callable[[RoomView, Speech], tuple[Part, ...]]
    """Stage of the table in words."""
    prompt: Callable[[RoomView, Speech], Any]
    """Prompt of the viewer, for ``games/<key>/prompt.html``. The view holds an ask."""
    strip_title: Callable[[Speech], str]
    """Title of the strip of last actions, named after the game's rounds or turns."""
    is_going_on: Callable[[Any], bool]
    """True if the round or turn in that strip is not over yet."""
    strip_title_now: Callable[[Speech], str]
    """Title of the strip while its round or turn goes on."""
    has_hand: Callable[[Any, Any], bool]
    """True if the viewer has a hand to show.

    The arguments are the game's view for that seat and the public view."""
    coach: Callable[[RoomView, Sequence[Reveal], Speech], Coach | None]
    """Coach for ``regions/coach.html``; None for a viewer without a hand.

    Its sentences come from the viewer's own view and from the reveals."""
    last_round: Callable[[Sequence[Reveal], Speech], Sequence[PlayedRow]]
    """Lines of that strip: the actions last revealed, with their results."""
    option_words: Callable[[Speech], Mapping[str, tuple[str, str, Mapping[str, str]]]]
    """Name, one-sentence meaning and values in words, for each option of the game."""
    list_plannable_choices: Callable[[RoomView, Speech], Sequence[tuple[str, str]]]
    """Choices that the viewer can plan, from the viewer's own view.

    Each is a pair of canonical text and name. The view's table holds a hand of the viewer."""
    choice_name: Callable[[str, Speech], str]
    """Name of any choice of the game, with marks of seats."""
    condition_name: Callable[[str, Speech], str]
    """Condition of a planned choice, as a clause ("if Ben is at the castle").

    It contains marks of seats. Called only for a game that knows conditions."""
    instruction_words: Callable[[Speech], Mapping[str, str]]
    """Instructions to the game's bots, each in one sentence.

    Called only for a game that knows instructions."""
    words: Callable[[Speech], Any]
    """Further words and helpers for the game's templates, called ``words`` there."""

    regions: Sequence[BoardRegion] = ()
    """Parts of the board in the order of the page."""
    scene: ScenePresenter | None = None
    """Drawing of the table as a picture of pieces; None if regions draw the table."""
    end_sheets: Sequence[str] = ()
    """Style sheets that are loaded only at the end of a game."""
    cue: Callable[[Effect], Cue] = lambda effect: SILENT
    """Sound and beat of the effect in the film.

    An effect that is quiet or has no sentence must have none."""
    composed: frozenset[str] = frozenset()
    """Kinds of asks whose choice is composed of parts.

    Composing needs JavaScript; without it the page offers a list."""
    turn_begins: frozenset[str] = frozenset()
    """Kinds of effects that begin a turn, for games with many turns per round.

    The log separates these turns."""
    answer_names: Callable[[Sequence[str], Speech], Sequence[str]] = lambda answers, speech: answers
    """Names of the possible answers to a question to the watchers, in their order."""
    headline: Callable[[RoomView, Speech], Any] = lambda view, speech: None
    """Headline: what somebody's choice means for the viewer.

    The template is ``games/<key>/headline.html``. The headline replaces a prompt's title. It follows from the viewer's
    own view, so it tells nothing secret. None if the choice does not concern the viewer."""
    course: Callable[[Sequence[Reveal]], Any] = lambda reveals: None
    """Course of a finished game, for ``games/<key>/rank.html``, from all reveals."""
    edition: Callable[[Mapping[str, Plain], Speech], str] = lambda options, speech: ""
    """Name of the edition of the rules for these options; empty for the usual one."""
    edition_option: str = ""
    """Key of the option that chooses the edition; empty if there is only one."""
    edition_part: str = ""
    """Part of the rule book about the other edition; empty if there is none."""
