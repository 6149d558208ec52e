"""Names that content blockers hide: no class, id or file of a page has one.

Public lists are EasyList, Fanboy's social, cookie and annoyance lists, and EasyPrivacy. They hide elements by the
words in their classes and ids, as ``##.share-row`` and ``###newsletter-box``. They block files by their names. A
user of such a list would miss a part of the page without knowing it. These are the words of their general rules."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.sources import ROOT

HIDDEN = frozenset(
    re.findall(
        r"\w+",
        """
        ad ads adv advert adverts advertise advertisement advertising affiliate affiliates analytics banner
        banners beacon bookmarks consent cookie cookies cookiebar digg doubleclick facebook fb feedback follow
        followers followus gdpr googleplus gplus instagram interstitial like likebox likes linkedin lightbox
        modal newsletter newsletters notification notifications outbrain overlay paywall pinterest pixel
        popunder popup popups privacy promo promos promoted promotion push pushbar recommended reddit
        retargeting rss share sharebar shares sharethis sharing signup smartbanner social socials sponsor
        sponsored sponsors stumble subscribe subscription survey taboola telemetry toaster tracker trackers
        tracking tweet tweets twitter webpush widget widgets youtube
        """,
    )
)

CODE = re.compile(r"\{[{%#].*?[}%#]\}", re.DOTALL)
QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
ATTRIBUTE = re.compile(r'\s(?:class|id|data-[\w-]+(?==))="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"', re.DOTALL)
DATA = re.compile(r"\s(data-[a-z][\w-]*)")
SELECTOR = re.compile(r"[.#](?!(?:[0-9a-f]{3,4}){1,2}\b)([A-Za-z][\w-]*)|\[(data-[\w-]+)")
IN_SCRIPT = re.compile(
    r"(?:className \+?= |classList\.\w+\(|getElementById\(|\.id = |querySelector(?:All)?\(|closest\()([^;]*)"
)


def words(name: str) -> list[str]:
    """Split a name: ``share``, ``row`` of ``share-row`` and of ``shareRow``."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def find_blocked(names: Iterable[str]) -> set[str]:
    """Return the names that hold a word which blockers hide."""
    return {name for name in names if HIDDEN & set(words(name))}


def names_of_template(text: str) -> Iterator[str]:
    """Yield the classes, ids and data attributes of a template."""
    for value in ATTRIBUTE.findall(text):
        is_name = not re.search(r"\s", CODE.sub("", value).strip()) or "=" not in value
        if is_name:
            plain = CODE.sub(lambda code: " ".join(a or b for a, b in QUOTED.findall(code[0])), value)
            yield from re.findall(r"[A-Za-z][\w-]*", plain) if "_(" not in value else ()
    yield from DATA.findall(text)


def names_of_style(text: str) -> Iterator[str]:
    """Yield the classes, ids and data attributes that a style sheet selects."""
    for found in SELECTOR.findall(re.sub(r"/\*.*?\*/|url\([^)]*\)", "", text, flags=re.DOTALL)):
        yield from filter(None, found)


def names_of_script(text: str) -> Iterator[str]:
    """Yield the classes and ids that a script sets or selects."""
    for code in IN_SCRIPT.findall(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)):
        for found in QUOTED.findall(code):
            yield from re.findall(r"[A-Za-z][\w-]*", "".join(found))


def files() -> list[Path]:
    """Return every file that a browser fetches."""
    return [path for path in (ROOT / "static").rglob("*") if path.is_file()]


def test_no_name_on_a_page_is_hidden_by_blockers() -> None:
    templates = {
        path: names_of_template(path.read_text(encoding="utf-8")) for path in (ROOT / "templates").rglob("*.html")
    }
    styles = {path: names_of_style(path.read_text(encoding="utf-8")) for path in files() if path.suffix == ".css"}
    scripts = {path: names_of_script(path.read_text(encoding="utf-8")) for path in files() if path.suffix == ".js"}
    wrong = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, names in (templates | styles | scripts).items()
        for name in find_blocked(names)
    }
    assert wrong == set()


def test_no_file_of_a_page_is_called_what_blockers_refuse() -> None:
    assert len(files()) > 100
    paths = [path.relative_to(ROOT / "static") for path in files()]
    assert {str(path) for path in paths if find_blocked(part.split(".")[0] for part in path.parts)} == set()


def test_such_names_are_found() -> None:
    template = '<p class="panel share{{ " is-ad" if x }}" id="newsletter-box" data-share="y">{{ _("Share") }}</p>'
    assert find_blocked(names_of_template(template)) == {"share", "is-ad", "newsletter-box", "data-share"}
    assert find_blocked(names_of_style(".share-row > #cookieBar { color: #add; } [data-social] {}")) == {
        "share-row",
        "cookieBar",
        "data-social",
    }
    assert find_blocked(names_of_script('x.className = "toast popup"; y.closest(".ad-box, #log")')) == {
        "popup",
        "ad-box",
    }
    assert find_blocked(["adel_verpflichtet", "shadow", "heading", "address", "loads", "liked", "is-shared"]) == set()
