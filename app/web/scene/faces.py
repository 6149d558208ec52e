"""How faces are drawn: once a language each, the same for the first page and for what its script puts there later."""

from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from app.web.text.people import Person


class Faces:
    """The faces of one game in one language."""

    def __init__(self, environment: Environment, key: str, words: Any) -> None:
        self._template = environment.get_template(f"games/{key}/face.html")
        self._words = words
        self._drawn: dict[tuple[str, Person | None], Markup] = {}

    def drawn(self, face: str, person: Person | None = None) -> Markup:
        """A face; where something of its owner is on it, that of this person, or room for it."""
        found = self._drawn.get((face, person))
        if found is None:
            module = self._template.make_module({"face": face, "person": person, "words": self._words})
            found = self._drawn[face, person] = module.__html__().strip()
        return found

    def book(self, faces: Sequence[str]) -> Mapping[str, Markup]:
        """All these faces, with room for what is their owner's."""
        return {face: self.drawn(face) for face in faces}
