"""Soft hyphens in long words: printed on pieces only.

Sentences, labels and copied texts hold the whole word."""

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from app.rooms.views.page_view import page_view
from app.web.games import find_presenter
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.scene.faces import Faces
from app.web.text.languages import SOFT_HYPHEN, Catalogue, catalogue
from app.web.text.sentences import Speech
from engine import registry
from tests.known import has_presenter
from tests.rooms.builders import ADA
from tests.web.html.test_regions import BASE, EVERYBODY
from tests.web.test_words import rooms
from tests.web.text.test_catalogues import FOREIGN, forms, messages


class Broken(HTMLParser):
    """Parser that collects texts with a soft hyphen.

    Texts that are read out, labelled or copied are in ``read``, purely visible ones in ``seen``."""

    VOID = frozenset({"input", "meta", "link", "br", "img", "path", "use", "circle", "rect"})

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.read: set[str] = set()
        self.seen: set[str] = set()
        self._open: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check the attributes."""
        self.read |= {value for _, value in attrs if value and SOFT_HYPHEN in value}
        if tag not in self.VOID:
            self._open.append(("aria-hidden", "true") in attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle an element that ends at once."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave the element."""
        if tag not in self.VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Check a text."""
        if SOFT_HYPHEN in data:
            (self.seen if any(self._open) else self.read).add(data.strip())


def broken(language: str) -> Iterator[tuple[str, str]]:
    """Yield a catalogue's texts with soft hyphens, in English and as translated."""
    for message in messages(language):
        for said in forms(message.string):
            if SOFT_HYPHEN in said:
                yield forms(message.id)[0], said


@pytest.mark.parametrize("language", FOREIGN)
def test_a_text_is_whole_words_and_breaks_on_a_face(language: str) -> None:
    words = catalogue(language)
    assert isinstance(words, Catalogue)
    assert {english for english, _ in broken(language)}, "the language breaks nothing"
    for english, said in broken(language):
        assert words.gettext(english) == said.replace(SOFT_HYPHEN, "")
        assert words.on_face(words.gettext(english)) == said
    assert words.on_face("Ada") == "Ada"


@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize("game", registry.GAMES)
def test_only_eyes_get_a_word_that_may_break(game: str, language: str) -> None:
    has_presenter(game)
    made = Regions(environment(catalogue(language), language), catalogue(language), keep=1, language=language)
    pages = [
        Broken(html)
        for room in rooms(game, 4)
        for html in made.render_all(page_view(room, ADA, EVERYBODY), BASE).values()
    ]
    assert set().union(*(page.read for page in pages)) == set()


@pytest.mark.parametrize(
    ("game", "face", "language", "word"),
    [
        ("edel_stein_reich", "action-event", "fr", "Événement"),
        ("edel_stein_reich", "action-gems", "de", "Edelsteine"),
        ("adel_verpflichtet", "exhibit", "de", "Ausstellung"),
        ("adel_verpflichtet", "detective", "nl", "Detective"),
    ],
)
def test_card_face_shows_soft_hyphens_and_reads_words_whole(game: str, face: str, language: str, word: str) -> None:
    words = catalogue(language)
    drawn = Faces(environment(words, language), game, find_presenter(game).words(Speech(words, language))).render(face)
    found = Broken(drawn)
    assert found.read == set()
    assert {text.replace(SOFT_HYPHEN, "") for text in found.seen} == {word}
    assert word in drawn
