"""Line breaks inside of tags: they help a template's reader and are not sent."""

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError

from app.web.html.tag_lines import TAG, TagLines, collapse_whitespace


def render_template(source: str, **values: object) -> str:
    """Render a template with that source."""
    made = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, extensions=[TagLines])
    made.loader = DictLoader({"page": source})
    return made.get_template("page").render(values)


@pytest.mark.parametrize(
    ("source", "shows"),
    [
        ('<a\n  href="/"\n  class="b">\n  c\n</a>', '<a href="/" class="b">\nc\n</a>'),
        ('<input\n  name="n"\n>', '<input name="n">'),
        ('<use\n  href="#a"\n  />', '<use href="#a"/>'),
        ("<p class=\"a\n    b  c\" title='d\n e'>", "<p class=\"a b  c\" title='d e'>"),
        ('<p title="1 > 0\n  <b>">\n  2</p  >', '<p title="1 > 0 <b>">\n2</p>'),
        ("a < b\n  and c", "a < b\nand c"),
        ("<b>a</b>\n  <i>b</i> <u>c</u>\n\n", "<b>a</b>\n<i>b</i> <u>c</u>\n"),
        ("<p>\n  {% if on %}\n    <b>on</b>\n  {% endif %}\n</p>", "<p>\n <b>on</b>\n</p>"),
        # an extra blank is harmless, a missing one is not
        ("<p\n  {% if on %}\n  hidden\n  {% endif %}\n  id='{{ id }}'>", "<p  hidden  id='i'>"),
        ("<p{{ ' hidden' if on }}\n  {{- ' inert' if on }}>\n{{ id }}\n</p>", "<p hidden inert>\ni\n</p>"),
    ],
)
def test_line_breaks_become_spaces_inside_tags_and_one_newline_between(source: str, shows: str) -> None:
    assert render_template(source, on=True, id="i") == shows


def test_what_is_put_in_is_never_folded() -> None:
    assert render_template('<p title="{{ it }}"\n  id="a">', it="1\n  2") == '<p title="1\n  2" id="a">'


def test_a_piece_goes_on_where_the_one_before_it_stopped() -> None:
    assert collapse_whitespace('<a href="') == ('<a href="', '"')
    assert collapse_whitespace("/b\n  c", '"') == ("/b c", '"')
    assert collapse_whitespace('"\n  id="d"\n', '"') == ('" id="d" ', TAG)


@pytest.mark.parametrize("source", ["<p", "<p class='{{ it }}>", "{% if it %}<p{% endif %}"])
def test_a_tag_without_an_end_is_an_error(source: str) -> None:
    with pytest.raises(TemplateSyntaxError, match="a tag has no end"):
        render_template(source, it=1)


def test_an_error_names_the_line_it_is_in() -> None:
    made = Environment(autoescape=True, extensions=[TagLines])
    with pytest.raises(TemplateSyntaxError) as caught:
        made.parse('<a\n  class="b"\n  id="c">\n{{ a b }}')
    assert caught.value.lineno == 4
