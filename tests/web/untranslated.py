"""Untranslated words, one object for all tests.

Templates are compiled once for each object that translates them."""

from gettext import NullTranslations

WORDS = NullTranslations()
