"""What a game looks like on pages: what every game of the registry brings along for that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.rooms.model.opening import Opening
from app.rooms.view_types import RoomView
from app.web.games.coach import Coach
from app.web.games.lesson import Lesson
from app.web.games.scene_looks import SceneLooks
from app.web.text.sentences import Part, Sentence, Speech
from engine.core.happenings import Happening
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


@dataclass(frozen=True, slots=True)
class Played:
    """A seat's line in the strip of what was played last."""

    seat: int
    signs: tuple[str, ...]
    """The symbols of what it played, in order: their ids in the sprite (``card-thief``)."""
    label: str
    """The same in words."""
    results: tuple[tuple[Part, ...], ...]
    """What came of it."""


class Looks(Protocol):
    """Everything a player sees of one game, besides its templates."""

    @property
    def regions(self) -> Sequence[BoardRegion]:
        """The parts of the board, in their order on the page."""
        ...

    @property
    def scene(self) -> SceneLooks | None:
        """How its table is drawn as a picture of pieces; None for a game whose table is drawn by its regions."""
        ...

    @property
    def sheets(self) -> Sequence[str]:
        """Its style sheets ``css/games/<name>.css``, in their order."""
        ...

    @property
    def end_sheets(self) -> Sequence[str]:
        """Those of them that only the end of a game needs: they come with it."""
        ...

    @property
    def composed(self) -> frozenset[str]:
        """The kinds of asks whose choice is put together from parts. That takes JavaScript; without it a list is
        offered."""
        ...

    @property
    def turn_begins(self) -> frozenset[str]:
        """The kinds of happenings with which a turn begins, where a round has so many that the log tells them apart."""
        ...

    @property
    def lesson(self) -> Lesson:
        """What a newcomer is shown and dealt."""
        ...

    @property
    def edition_option(self) -> str:
        """The key of the option that chooses the edition of the rules; empty where there is one edition."""
        ...

    @property
    def edition_part(self) -> str:
        """The part of the book of rules on the edition that is not the usual one; empty where there is none."""
        ...

    def sentence(self, happening: Happening, speech: Speech) -> Sentence | None:
        """The happening in one sentence; None if nothing need be said of it."""
        ...

    def is_quiet(self, happening: Happening) -> bool:
        """Whether the film shows it together with what follows instead of as a step of its own."""
        ...

    def weight(self, happening: Happening) -> float:
        """How long the film rests upon it, 1 for most: a reveal or an arrest longer than what goes back to its
        owner."""
        ...

    def stage(self, view: RoomView, speech: Speech) -> tuple[Part, ...]:
        """What the table is doing."""
        ...

    def headline(self, view: RoomView, speech: Speech) -> Any | None:
        """What the strip tells every viewer in place of the title of a prompt, for ``games/<key>/headline.html``; None
        where each reads only what concerns them."""
        ...

    def prompt(self, view: RoomView, speech: Speech) -> Any:
        """What the viewer is asked, for ``games/<key>/prompt.html``. The view holds an ask."""
        ...

    def strip_title(self, speech: Speech) -> str:
        """What the strip of what was played last is called, by what the game plays in."""
        ...

    def is_going_on(self, table: Any) -> bool:
        """Whether what that strip shows is not over yet."""
        ...

    def strip_title_now(self, speech: Speech) -> str:
        """What the strip is called as long as that is so."""
        ...

    def has_hand(self, own: Any, public: Any) -> bool:
        """Whether a viewer has a hand to show: ``own`` is the game's view for that seat, ``public`` everybody's."""
        ...

    def coach(self, view: RoomView, openings: Sequence[Opening], speech: Speech) -> Coach | None:
        """What the coach may say to the viewer now, for ``regions/coach.html``, from the viewer's own view and from
        what was opened; None for who has no hand in the game."""
        ...

    def last_round(self, openings: Sequence[Opening], speech: Speech) -> Sequence[Played]:
        """The lines of that strip: who played what when actions were opened last, and what came of it."""
        ...

    def course(self, openings: Sequence[Opening]) -> Any:
        """How the game went, for ``games/<key>/rank.html``; the openings are all of them once the game is over."""
        ...

    def option_words(self, speech: Speech) -> Mapping[str, tuple[str, str, Mapping[str, str]]]:
        """For every option of the game: its name, what it means in one sentence, and its values in words."""
        ...

    def edition(self, options: Mapping[str, Plain], speech: Speech) -> str:
        """By which rules a game with these options is played, where they are not the usual ones; else empty."""
        ...

    def ahead(self, view: RoomView, speech: Speech) -> Sequence[tuple[str, str]]:
        """What the viewer may plausibly want to seal when asked next, from the viewer's own view: each choice in its
        canonical text, with its name. The view's table holds a hand of the viewer."""
        ...

    def choice_name(self, choice: str, speech: Speech) -> str:
        """The name of any choice of the game, with marks of seats."""
        ...

    def condition_name(self, condition: str, speech: Speech) -> str:
        """What a choice that is sealed ahead depends on, as a clause with its conjunction ("if Ben is at the castle"),
        with marks of seats. Only asked of a game that knows conditions."""
        ...

    def order_words(self, speech: Speech) -> Mapping[str, str]:
        """Every order that the game's bots take, in one sentence. Only asked of a game that knows orders."""
        ...

    def words(self, speech: Speech) -> Any:
        """Further words and helpers for the game's templates, there under the name ``words``."""
        ...
