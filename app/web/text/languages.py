"""Languages of the pages, and their catalogues."""

import functools
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations, translation
from types import MappingProxyType
from typing import IO, Any

from app.paths import CATALOGUES
from app.rooms.model.options import LANGUAGES as CODES

DOMAIN = "signet"

ENGLISH = "en"
"""Language of the sources; it has no catalogue."""

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "de": "Deutsch", "nl": "Nederlands", "fr": "Français", "it": "Italiano"}
)
"""Languages by code, each under its native name."""

if tuple(LANGUAGES) != CODES:
    raise ValueError("the rooms know other languages than the pages")


SOFT_HYPHEN = "\N{SOFT HYPHEN}"
"""Mark at which a translator lets a long word break on the narrow face of a piece."""


class Catalogue(GNUTranslations):
    """Catalogue with texts free of soft hyphens; only faces of pieces keep them."""

    def __init__(self, fp: IO[bytes] | None = None) -> None:
        super().__init__(fp)
        texts: dict[Any, str] = vars(self)["_catalog"]
        broken = {key: said for key, said in texts.items() if SOFT_HYPHEN in said}
        texts |= {key: said.replace(SOFT_HYPHEN, "") for key, said in broken.items()}
        self._faces = {said.replace(SOFT_HYPHEN, ""): said for said in broken.values()}

    def on_face(self, text: str) -> str:
        """Return a text of this catalogue with its soft hyphens, for the face of a piece."""
        return self._faces.get(text, text)


def mark(text: str) -> str:
    """Mark a text for translation where it is shown; return it unchanged."""
    return text


@functools.cache
def catalogue(language: str) -> NullTranslations:
    """Return the words of a language. Raises FileNotFoundError if it has no catalogue."""
    if language == ENGLISH:
        return NullTranslations()
    return translation(DOMAIN, CATALOGUES, [language], class_=Catalogue)
