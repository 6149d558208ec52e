"""Compiled templates of our dialect: they render what Jinja would render."""

import itertools
from gettext import NullTranslations

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup, escape

from app.web.html.environment import environment
from app.web.html.jinja_dialect import escape_value

MACROS = (
    "{% macro of(x, y=1) %}<{{ x }} {{ y }}>{% endmacro %}"
    "{% macro each(all) %}{% for one in all %}{{ one }}{% endfor %}{% endmacro %}"
)


def make_environment(page: str) -> Environment:
    """Return an environment with that page and the macros above."""
    quick = environment(NullTranslations())
    quick.loader = DictLoader({"page": '{% from "macros" import of, each %}' + page, "macros": MACROS})
    return quick


@pytest.mark.parametrize("value", ["a1", "", "<b>", "ä&", Markup("<b>"), 7, None, True, 1.5], ids=repr)
def test_what_is_shown_is_what_the_library_shows(value: object) -> None:
    assert escape_value(value) == escape(value)


def test_macro_escapes_plain_text_after_same_text_was_safe() -> None:
    page = make_environment("{{ of(x) }}").get_template("page")
    assert page.render(x=Markup("<b>")) == "<<b> 1>"
    assert page.render(x="<b>") == "<&lt;b&gt; 1>"
    assert page.render(x=Markup("<b>")) == "<<b> 1>"


def test_arguments_that_are_equal_and_of_another_kind_are_others() -> None:
    page = make_environment("{{ of(x) }}{{ of(x, y=x) }}").get_template("page")
    assert [page.render(x=x) for x in (1, True, 1.0)] == ["<1 1><1 1>", "<True 1><True True>", "<1.0 1><1.0 1.0>"]


def test_macro_renders_mutable_arguments_with_current_value() -> None:
    page, all = make_environment("{{ each(all) }}").get_template("page"), ["<"]
    assert page.render(all=all) == "&lt;"
    all.append("a")
    assert page.render(all=all) == "&lt;a"


@pytest.mark.parametrize("them", [*itertools.product((True, False), repeat=2)], ids=str)
def test_conditional_output_equals_output_of_stock_jinja(them: tuple[bool, bool]) -> None:
    page = (
        "{{ it if one }}-{{ it if one else '<' }}-{{ 'a' if one else it if other else '&' }}-{{ it if one if other }}"
        "{% macro of(x) %}{{ x if x else '<' }}{% endmacro %}{% for x in them %}{{ of(x) }}{{ x if x }}{% endfor %}"
    )
    library = Environment(loader=DictLoader({"page": page}), autoescape=True)
    values = {"it": "<b>", "one": them[0], "other": them[1], "them": them}
    assert make_environment(page).get_template("page").render(values) == library.get_template("page").render(values)


def test_macro_accepts_positional_keyword_and_default_arguments() -> None:
    page = "{% macro by(x, y=1) %}{{ x }}{{ y }}{% endmacro %}{{ by('<') }}{{ by('<', 2) }}{{ by(y=3, x=4) }}"
    page += "{% macro all(x) %}{{ x }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ all(1, 2) }}{{ all(1, y=2) }}"
    library = Environment(loader=DictLoader({"page": page}), autoescape=True)
    assert make_environment(page).get_template("page").render() == library.get_template("page").render()
