"""A piece of a region that is drawn and kept by itself: what changes often is cut out of what rarely does.

In a template ``piece("...")`` stands where the piece's template belongs. It is drawn with names of the context alone,
not with what the template around it has set. On a whole page it is drawn at once."""

import re
import secrets

from jinja2 import pass_context
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

CUT_OUT = "is_cut"
"""The name in a context that asks for marks in place of pieces."""

_MARK = secrets.token_hex(16)
"""Nobody can know it, so no text of anybody can be taken for a mark. Escaping leaves marks as they are."""
_MARKS = re.compile(rf"{_MARK}\[([^\]]+)\]")


@pass_context
def piece(context: Context, template: str) -> str | TemplateModule:
    """The piece, or a mark where it belongs."""
    if CUT_OUT in context.parent:
        return f"{_MARK}[{template}]"
    return context.environment.get_template(template).make_module(context.get_all())


def cut(html: str) -> tuple[str, ...]:
    """The html between the marks, and at every second place the template of the piece that belongs there."""
    return tuple(_MARKS.split(html))
