"""Draws templates, each with what it reads and nothing else: so two who would read the same can share one drawing, and
nobody can be shown what was no part of it."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, Template

from app.web.drawn import Keeper
from app.web.known import CONSTANT, NAMES
from app.web.reads import Reads


class Pen:
    """Draws the templates of one language."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._reads = Reads(environment, NAMES)
        self._templates: dict[str, Template] = {}

    def again(self, kept: Keeper, name: str, template: str, context: Mapping[str, Any]) -> str:
        """The template with what it reads of this context; what was drawn before where that is the same. ``name`` is
        what the page calls it."""
        inputs = self._reads.inputs(template, context["room"].game, context)
        return kept.again(name, inputs, lambda: self._drawn(template, inputs, context), among=template)

    def _drawn(self, template: str, inputs: tuple[object, ...], context: Mapping[str, Any]) -> str:
        given = self._reads.given(template, inputs)
        return self._template(template).render(given | {name: context[name] for name in CONSTANT})

    def _template(self, name: str) -> Template:
        found = self._templates.get(name)
        if found is None:
            found = self._templates[name] = self._environment.get_template(name)
        return found
