"""Pieces of a region: drawn by themselves, put where they belong, and the same on a whole page."""

from gettext import NullTranslations
from types import SimpleNamespace

from jinja2 import DictLoader, Environment

from app.web.cache import LastDrawn, PageCache, TableCache
from app.web.html.drawing import RegionDrawer
from app.web.html.environment import environment
from app.web.html.template_context import CONSTANT

PARTS = {
    "page": '<p>{{ me }}{{ piece("parts/" ~ room.game) }}</p>{% if own %}{{ piece("bare") }}{% endif %}',
    "parts/a": "<i>{{ waiting }}</i>",
    "bare": "{{ asked_for }}{{ waiting }}",
}


def made() -> Environment:
    """An environment with these templates."""
    quick = environment(NullTranslations())
    quick.loader = DictLoader(PARTS)
    return quick


def context(**values: object) -> dict[str, object]:
    """What the templates may know."""
    known = {"room": SimpleNamespace(game="a"), "me": "Ada", "own": None, "waiting": 1, "asked_for": "bid"}
    return dict.fromkeys(CONSTANT) | known | values


def test_a_piece_stands_where_it_belongs() -> None:
    quick = made()
    for own, html in (
        (None, "<p>&lt;b&gt;<i>&lt;/p&gt;</i></p>"),
        (1, "<p>&lt;b&gt;<i>&lt;/p&gt;</i></p>bid&lt;/p&gt;"),
    ):
        values = context(own=own, me="<b>", waiting="</p>")
        assert RegionDrawer(quick).again(PageCache(LastDrawn(), TableCache()), "page", "page", values) == html
        assert quick.get_template("page").render(values) == html


def test_only_the_piece_that_changed_is_drawn_anew() -> None:
    quick, drawn = made(), list[str]()

    def told(name: str) -> str:
        drawn.append(name)
        return ""

    quick.globals["told"] = told
    quick.loader = DictLoader(
        {"page": '{{ told("page") }}{{ me }}{{ piece("bare") }}', "bare": '{{ told("bare") }}{{ waiting }}'}
    )
    pen, kept = RegionDrawer(quick), PageCache(LastDrawn(), TableCache())
    for waiting in (1, 2, 2):
        assert pen.again(kept, "page", "page", context(waiting=waiting)) == f"Ada{waiting}"
    assert drawn == ["page", "bare", "bare"]


def test_no_text_of_anybody_is_a_mark() -> None:
    """Not even one that looks like what stands in for a piece."""
    drawn = RegionDrawer(made()).again(PageCache(LastDrawn(), TableCache()), "page", "page", context(me="0[bare]"))
    assert drawn == "<p>0[bare]<i>1</i></p>"
