"""Lines inside of tags: a template may write the attributes of a tag one below the other, and yet its page stays as
short as if they stood beside each other.

Between tags every blank and every line break is sent, as it may show, but of several one alone.
Where a template begins a new line and nothing is to be sent, it says so in its own language: by ``{{- -}}`` and
``{%- -%}``, by ``{#- -#}`` between two tags; and by ``{{ " " -}}`` where a blank is to be."""

import re
from collections.abc import Iterator

from jinja2.exceptions import TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

OUTSIDE, TAG = "", "<"
"""Where a text stands; a quotation mark for within a value."""

_NEXT = {
    OUTSIDE: re.compile(r"<(?=[a-z/])|\s*\n\s*|\s{2,}"),
    TAG: re.compile(r">|[\"']|\s+"),
    '"': re.compile(r'"|\s*\n\s*'),
    "'": re.compile(r"'|\s*\n\s*"),
}
"""What matters there."""


class TagLines(Extension):
    """For a template environment: in a tag, the space between two attributes is one blank, before the tag's end there
    is none; in a value in quotes, a line break with what stands around it is one blank. Between tags several
    are one line break or one blank: no template holds text of which the lines count."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """As in the library. Raises TemplateSyntaxError for a template that ends within a tag."""
        inside, line = OUTSIDE, 1
        for token in stream:
            line = token.lineno
            if token.type == "data":
                text, inside = folded(token.value, inside)
                yield Token(line, token.type, text)
            else:
                yield token
        if inside:
            raise TemplateSyntaxError("a tag has no end", line, stream.name, stream.filename)


def folded(text: str, inside: str = OUTSIDE) -> tuple[str, str]:
    """A piece of a template without expressions, and where it ends; ``inside`` says where it begins."""
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
