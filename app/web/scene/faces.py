"""Rendered faces of pieces, once a language.

The first page and the pieces that its script adds later use the same HTML."""

from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from app.web.text.people import Person


class Faces:
    """Faces of one game in one language, with a cache."""

    def __init__(self, environment: Environment, key: str, words: Any) -> None:
        self._template = environment.get_template(f"games/{key}/face.html")
        self._words = words
        self._drawn: dict[tuple[str, Person | None], Markup] = {}

    def render(self, face: str, person: Person | None = None) -> Markup:
        """Return the HTML of a face.

        A face with its owner on it shows ``person``, or an empty slot for None."""
        found = self._drawn.get((face, person))
        if found is None:
            module = self._template.make_module({"face": face, "person": person, "words": self._words})
            found = self._drawn[face, person] = module.__html__().strip()
        return found

    def book(self, faces: Sequence[str]) -> Mapping[str, Markup]:
        """Return all these faces by name, with empty slots for their owners."""
        return {face: self.render(face) for face in faces}
