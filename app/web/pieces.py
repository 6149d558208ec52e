"""A piece of a region that is drawn and kept by itself: what changes often is cut out of what rarely does.

In a template ``piece("...")`` stands where the piece's template belongs. It is drawn with names of the context alone,
not with what the template around it has set. On a whole page it is drawn at once."""

import re
import secrets

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

CUT_OUT = "is_cut"
"""The name in a context that asks for marks in place of pieces."""

_MARK = secrets.token_hex(16)
"""Nobody can know it, so no text of anybody can be taken for a mark."""
_MARKS = re.compile(f"<{_MARK} ([^>]+)>")


@pass_context
def piece(context: Context, template: str) -> str:
    """The piece, or a mark where it belongs."""
    if CUT_OUT in context.parent:
        return Markup(f"<{_MARK} {template}>")  # noqa: S704 - the name of a template
    return Markup(context.environment.get_template(template).render(context.get_all()))  # noqa: S704 - a template


def cut(html: str) -> tuple[str, ...]:
    """The html between the marks, and at every second place the template of the piece that belongs there."""
    return tuple(_MARKS.split(html))
