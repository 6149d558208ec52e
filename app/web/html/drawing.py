"""Draws templates, each with what it reads and nothing else: so two who would read the same can share one drawing, and
nobody can be shown what was no part of it."""

import re
import secrets
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, Template, pass_context
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

from app.web.cache import PageCache
from app.web.html.template_context import CONSTANT, NAMES
from app.web.html.template_inputs import TemplateInputs


class RegionDrawer:
    """Draws the templates of one language."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._reads = TemplateInputs(environment, NAMES)
        self._templates: dict[str, Template] = {}

    def learn(self) -> None:
        """Finds out what every template reads."""
        self._reads.learn()

    def again(self, kept: PageCache, name: str, template: str, context: Mapping[str, Any]) -> str:
        """The template with what it reads of this context; what was drawn before where that is the same. ``name`` is
        what the page calls it."""
        inputs = self._reads.inputs(template, context["room"].game, context)
        parts = kept.again(name, inputs, lambda: self._drawn(template, inputs, context), among=template)
        if len(parts) == 1:
            return parts[0]
        return "".join(
            self.again(kept, f"{name} {part}", part, context) if place % 2 else part for place, part in enumerate(parts)
        )

    def _drawn(self, template: str, inputs: tuple[object, ...], context: Mapping[str, Any]) -> tuple[str, ...]:
        """As ``cut`` gives it."""
        given = self._reads.given(template, inputs)
        constant = {name: context[name] for name in CONSTANT}
        return cut(self._template(template).render(given | constant | {CUT_OUT: True}))

    def _template(self, name: str) -> Template:
        found = self._templates.get(name)
        if found is None:
            found = self._templates[name] = self._environment.get_template(name)
        return found


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
