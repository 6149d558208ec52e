"""The languages a page can be in, and their words."""

import functools
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations, translation
from types import MappingProxyType
from typing import IO, Any

from app.paths import CATALOGUES
from app.rooms.model.options import LANGUAGES as CODES

DOMAIN = "signet"

ENGLISH = "en"
"""The language the sources are written in; it has no catalogue."""

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "de": "Deutsch", "nl": "Nederlands", "fr": "Français", "it": "Italiano"}
)
"""Every language by its code, under the name its speakers give it."""

if tuple(LANGUAGES) != CODES:
    raise ValueError("the rooms know other languages than the pages")


SOFT_HYPHEN = "\N{SOFT HYPHEN}"
"""Where a translator lets a long word break on the narrow face of a piece."""


class Catalogue(GNUTranslations):
    """A catalogue. Its texts are whole words: how the long ones may break is known to faces alone."""

    def __init__(self, fp: IO[bytes] | None = None) -> None:
        super().__init__(fp)
        texts: dict[Any, str] = vars(self)["_catalog"]
        broken = {key: said for key, said in texts.items() if SOFT_HYPHEN in said}
        texts |= {key: said.replace(SOFT_HYPHEN, "") for key, said in broken.items()}
        self._faces = {said.replace(SOFT_HYPHEN, ""): said for said in broken.values()}

    def on_face(self, text: str) -> str:
        """A text of this catalogue as it stands on the face of a piece."""
        return self._faces.get(text, text)


def noted(text: str) -> str:
    """The text itself: marks one that stands in a table and is translated where it is shown."""
    return text


@functools.cache
def catalogue(language: str) -> NullTranslations:
    """The words of a language. Raises FileNotFoundError for one that has no catalogue."""
    if language == ENGLISH:
        return NullTranslations()
    return translation(DOMAIN, CATALOGUES, [language], class_=Catalogue)
