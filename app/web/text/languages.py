"""The languages a page can be in, and their words."""

import functools
from collections.abc import Mapping
from gettext import NullTranslations, translation
from types import MappingProxyType

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


def noted(text: str) -> str:
    """The text itself: marks one that stands in a table and is translated where it is shown."""
    return text


@functools.cache
def catalogue(language: str) -> NullTranslations:
    """The words of a language. Raises FileNotFoundError for one that has no catalogue."""
    if language == ENGLISH:
        return NullTranslations()
    return translation(DOMAIN, CATALOGUES, [language])
