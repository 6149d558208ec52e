"""What a game looks like on pages: what every game of the registry brings along for that."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.rooms.model.reveal import Reveal
from app.rooms.views.view_types import RoomView
from app.web.games.chronicle import Chronicle, Played
from app.web.games.coach import Coach
from app.web.games.lesson import Lesson
from app.web.games.scene_presenter import ScenePresenter
from app.web.text.sentences import Part, Sentence, Speech
from engine.core.effects import Effect
from engine.core.plain import Plain


@dataclass(frozen=True, slots=True)
class BoardRegion:
    """A part of a game's board: the same for all viewers, redrawn as a whole."""

    id: str
    """Its element."""
    template: str = ""
    """Drawn by ``games/<key>/<template>.html``; empty: the template is called as the element is."""
    seat: int | None = None
    """Which seat it is about; its template knows that as ``seat``."""

    def path(self, key: str) -> str:
        """The template's place for the game with that key."""
        return f"games/{key}/{self.template or self.id}.html"


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Presenter:
    """Everything a player sees of one game, besides its templates. What has a default, a game may lack."""

    sheets: Sequence[str]
    """Its style sheets ``css/games/<name>.css``, in their order."""
    lesson: Lesson
    """What a newcomer is shown and dealt."""
    chronicle: Chronicle
    """What is told of a whole game."""
    sentence: Callable[[Effect, Speech], Sentence | None]
    """The effect in one sentence; None if nothing need be said of it."""
    is_quiet: Callable[[Effect], bool]
    """Whether the film shows it together with what follows instead of as a step of its own."""
    weight: Callable[[Effect], float]
    """How long the film rests upon it, 1 for most: a reveal or an arrest longer than what goes back to its
    owner."""
    stage: Callable[[RoomView, Speech], tuple[Part, ...]]
    """What the table is doing."""
    prompt: Callable[[RoomView, Speech], Any]
    """What the viewer is asked, for ``games/<key>/prompt.html``. The view holds an ask."""
    strip_title: Callable[[Speech], str]
    """What the strip of what was played last is called, by what the game plays in."""
    is_going_on: Callable[[Any], bool]
    """Whether what that strip shows is not over yet."""
    strip_title_now: Callable[[Speech], str]
    """What the strip is called as long as that is so."""
    has_hand: Callable[[Any, Any], bool]
    """Whether a viewer has a hand to show, by the game's view for that seat and everybody's."""
    coach: Callable[[RoomView, Sequence[Reveal], Speech], Coach | None]
    """What the coach may say to the viewer now, for ``regions/coach.html``, from the viewer's own view and from
    what was revealed; None for who has no hand in the game."""
    last_round: Callable[[Sequence[Reveal], Speech], Sequence[Played]]
    """The lines of that strip: who played what when actions were revealed last, and what came of it."""
    option_words: Callable[[Speech], Mapping[str, tuple[str, str, Mapping[str, str]]]]
    """For every option of the game: its name, what it means in one sentence, and its values in words."""
    list_plannable_choices: Callable[[RoomView, Speech], Sequence[tuple[str, str]]]
    """What the viewer may plausibly want to seal when asked next, from the viewer's own view: each choice in its
    canonical text, with its name. The view's table holds a hand of the viewer."""
    choice_name: Callable[[str, Speech], str]
    """The name of any choice of the game, with marks of seats."""
    condition_name: Callable[[str, Speech], str]
    """What a planned choice depends on, as a clause with its conjunction ("if Ben is at the castle"),
    with marks of seats. Only asked of a game that knows conditions."""
    instruction_words: Callable[[Speech], Mapping[str, str]]
    """Every instruction that the game's bots take, in one sentence. Only asked of a game that knows instructions."""
    words: Callable[[Speech], Any]
    """Further words and helpers for the game's templates, there under the name ``words``."""

    regions: Sequence[BoardRegion] = ()
    """The parts of the board, in their order on the page."""
    scene: ScenePresenter | None = None
    """How its table is drawn as a picture of pieces; None for a game whose table is drawn by its regions."""
    end_sheets: Sequence[str] = ()
    """Style sheets that only the end of a game needs: they come with it."""
    composed: frozenset[str] = frozenset()
    """The kinds of asks whose choice is put together from parts. That takes JavaScript; without it a list is
    offered."""
    turn_begins: frozenset[str] = frozenset()
    """The kinds of effects with which a turn begins, where a round has so many that the log tells them apart."""
    headline: Callable[[RoomView, Speech], Any] = lambda view, speech: None
    """What the strip tells every viewer in place of the title of a prompt, for ``games/<key>/headline.html``; None
    where each reads only what concerns them."""
    course: Callable[[Sequence[Reveal]], Any] = lambda reveals: None
    """How the game went, for ``games/<key>/rank.html``; the reveals are all of them once the game is over."""
    edition: Callable[[Mapping[str, Plain], Speech], str] = lambda options, speech: ""
    """By which rules a game with these options is played, where they are not the usual ones; else empty."""
    edition_option: str = ""
    """The key of the option that chooses the edition of the rules; empty where there is one edition."""
    edition_part: str = ""
    """The part of the book of rules on the edition that is not the usual one; empty where there is none."""
