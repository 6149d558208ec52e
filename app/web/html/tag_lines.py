"""White space of templates: line breaks inside a tag become single blanks.

So a template may write a tag's attributes one below the other, and its page stays short.

Between tags, several blanks or line breaks become one, as it may be visible. A template removes a line break with
``{{- -}}`` and ``{%- -%}``, or ``{#- -#}`` between two tags. It writes ``{{ " " -}}`` for a blank."""

import re
from collections.abc import Iterator

from jinja2.exceptions import TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

OUTSIDE, TAG = "", "<"
"""Positions of a text; within a value the position is its quotation mark."""

_NEXT = {
    OUTSIDE: re.compile(r"<(?=[a-z/])|\s*\n\s*|\s{2,}"),
    TAG: re.compile(r">|[\"']|\s+"),
    '"': re.compile(r'"|\s*\n\s*'),
    "'": re.compile(r"'|\s*\n\s*"),
}
"""Pattern of the next relevant characters, by position."""


class TagLines(Extension):
    """Jinja2 extension that shortens white space.

    - In a tag, white space between two attributes becomes one blank, and before the tag's end none.
    - In a quoted value, a line break with the white space around it becomes one blank.
    - Between tags, white space becomes one line break or one blank: no template has text whose lines count."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Implement Extension.

        Raises TemplateSyntaxError for a template that ends within a tag."""
        inside, line = OUTSIDE, 1
        for token in stream:
            line = token.lineno
            if token.type == "data":
                text, inside = collapse_whitespace(token.value, inside)
                yield Token(line, token.type, text)
            else:
                yield token
        if inside:
            raise TemplateSyntaxError("a tag has no end", line, stream.name, stream.filename)


def collapse_whitespace(text: str, inside: str = OUTSIDE) -> tuple[str, str]:
    """Shorten template text without expressions and return it with its end position.

    ``inside`` is the position at its beginning."""
    pieces: list[str] = []
    at = 0
    while hit := _NEXT[inside].search(text, at):
        sign, end = hit[0], hit.end()
        if sign.isspace() and not inside:
            sign = "\n" if "\n" in sign else " "
        elif sign.isspace():
            sign = "" if inside == TAG and text.startswith((">", "/>"), end) else " "
        elif inside == TAG:
            inside = OUTSIDE if sign == ">" else sign
        else:
            inside = TAG
        pieces += text[at : hit.start()], sign
        at = end
    return "".join(pieces) + text[at:], inside
