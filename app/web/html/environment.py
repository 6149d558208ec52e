"""Template environment: escaping is always on, unknown names are errors.

Every text goes through gettext."""

import functools
import re
from collections.abc import Callable
from gettext import NullTranslations

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.notifications.date_words import write_date
from app.origin import leads_only_here
from app.paths import STATIC, TEMPLATES
from app.rooms.chat.words import MAX_SAY_TYPED, MAX_VOICE_CHARACTERS
from app.rooms.model.identity import COLOURS, CRESTS
from app.rooms.model.names import MAX_TYPED
from app.settings.open_word import LONGEST_WORD
from app.web.games import PLAIN, find_presenter, package
from app.web.games.editions import edition_query
from app.web.html.base_path import use_base_path
from app.web.html.compiled_templates import TemplateBytecode
from app.web.html.jinja_dialect import FastJinja
from app.web.html.tag_lines import TagLines
from app.web.static.versions import build_static_url
from app.web.text.languages import ENGLISH, LANGUAGES, Catalogue, catalogue
from app.web.text.rule_books import rules_path
from app.web.text.sentences import Speech
from engine import registry

COVERS = "img/covers"
"""Covers of the games: SVG for pages, PNG for link previews (``tools.previews``)."""

NO_COVER = "signet"
"""Cover of a game without its own."""

SHEETS = "img/games"
"""Drawings that are too large for every page, in one file of symbols a game."""


LONGEST = {
    "line": MAX_SAY_TYPED,
    "voice_link": MAX_VOICE_CHARACTERS,
    "name": MAX_TYPED,
    "word": 4 * LONGEST_WORD,
}
"""Maximum length of a form's fields in characters.

It is more than the room accepts, because a browser cuts longer text silently. A browser counts an emoji as up to a
dozen characters."""


def environment(
    words: NullTranslations,
    language: str = ENGLISH,
    base_path: str = "",
    *,
    has_calls: bool = False,
    is_club: bool = False,
) -> FastJinja:
    """Return the environment of one language, with its catalogue and its functions.

    ``base_path`` is the sub-path in all addresses. ``has_calls``: tables can start voice calls.
    ``is_club``: all deals follow from a club's words."""
    made = FastJinja(
        words,
        loader=Templates(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        bytecode_cache=TemplateBytecode(words, language),
        extensions=["jinja2.ext.i18n", TagLines],
    )
    # The extension adds this method when it is loaded, so the class does not declare it.
    vars(made)["install_gettext_callables"](
        words.gettext, words.ngettext, newstyle=True, pgettext=words.pgettext, npgettext=words.npgettext
    )
    made.filters["on_face"] = words.on_face if isinstance(words, Catalogue) else str
    made.globals |= {"rules_path": rules_path, "every_game": registry.GAMES, "longest": LONGEST, "has_calls": has_calls}
    made.globals["is_club"] = is_club
    made.globals |= {
        "static": build_static_url,
        "leads_only_here": leads_only_here,
        "art": drawings(build_static_url),
        "cover": covers(build_static_url),
        "lesson_cards": lambda key, edition: find_presenter(key).lesson.cards_of(edition),
        "edition_query": edition_query,
        "marks": {"colour": COLOURS, "crest": CRESTS},
        "date_words": functools.partial(write_date, words=words),
        "language": language,
        "languages": LANGUAGES,
        "told": Speech(words, language).refusal,
    }
    use_base_path(made, base_path)
    return made


def read_all() -> None:
    """Compile every template in every language, so that no server has to."""
    for language in LANGUAGES:
        environment(catalogue(language), language).read_all()


class Templates(FileSystemLoader):
    """Loader of the template folder; a game without its own presenter gets plain ones."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Implement FileSystemLoader. Raises TemplateNotFound."""
        folder, _, rest = template.partition("/")
        key, _, name = rest.partition("/")
        is_plain = folder == "games" and key in registry.GAMES and package(key) == PLAIN
        return super().get_source(environment, f"games/{PLAIN}/{name}" if is_plain else template)


def drawings(static: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function from a drawing's id to its address.

    The drawing lies in one of the games' sheets, or else among the page's own symbols."""
    sheets = _sheets()

    def art(id: str) -> str:
        return f"{static(sheets[id])}#{id}" if id in sheets else f"#{id}"

    return art


def covers(static: Callable[[str], str]) -> Callable[[str, str], str]:
    """Return a function from a game's key and a format to its cover's address.

    The format is ``svg`` or ``png``. A game without a cover gets Signet's own."""

    def cover(key: str, kind: str) -> str:
        path = f"{COVERS}/{key}.{kind}"
        return static(path if key in registry.GAMES and (STATIC / path).is_file() else f"{COVERS}/{NO_COVER}.{kind}")

    return cover


@functools.cache
def _sheets() -> dict[str, str]:
    """Return the sheet of each drawing by id; all languages share the result."""
    return {
        id: f"{SHEETS}/{sheet.name}"
        for sheet in sorted((STATIC / SHEETS).glob("*.svg"))
        for id in re.findall(r'<symbol id="([\w-]+)"', sheet.read_text(encoding="utf-8"))
    }
