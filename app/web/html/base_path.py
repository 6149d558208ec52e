"""Sub-path in the addresses of pages.

Templates write addresses as if the server had a name to itself. All HTML comes from ``render`` of a template, so the
sub-path is put in there, and no template can forget it. Nobody can type such an attribute: quotes are escaped."""

import re
from typing import Any

from app.web.html.jinja_dialect import FastJinja, FastTemplate

ADDRESSES = (
    *("action", "formaction", "href", "src"),
    *("data-coach", "data-do", "data-films", "data-icon", "data-later", "data-live", "data-path", "data-play"),
    *("data-play-sheet", "data-sheet", "data-rules", "data-stops", "data-table", "data-turn-icon"),
)
"""Attributes that hold addresses; others hold what people typed."""

_ADDRESS = re.compile(rf' (?:{"|".join(ADDRESSES)})="(?=/(?!/))')


class BasePathTemplate(FastTemplate):
    """Template whose results contain the sub-path of its environment."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Implement Template."""
        return _ADDRESS.sub(rf"\g<0>{self.environment.globals['base_path']}", super().render(*args, **kwargs))


def use_base_path(made: FastJinja, base_path: str) -> None:
    """Make the environment put the sub-path into all pages, if there is one."""
    made.globals["base_path"] = base_path
    if base_path:
        made.template_class = BasePathTemplate
