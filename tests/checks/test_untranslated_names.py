"""Untranslated names: templates mark every name against browsers' translators."""

import re

from tests.sources import ROOT

NAME = re.compile(r"<bdi\b(?P<with>[^>]*)>")


def find_translatable(text: str) -> list[str]:
    """Return the tags of a template with a name that browsers may translate.

    Messages of people may be translated."""
    tags = [found[0] for found in NAME.finditer(text) if 'class="line"' not in found["with"]]
    return [tag for tag in tags if 'translate="no"' not in tag]


def test_no_name_is_translated() -> None:
    wrong = {
        f"{path.relative_to(ROOT)}: {tag}"
        for path in (ROOT / "templates").rglob("*.html")
        for tag in find_translatable(path.read_text(encoding="utf-8"))
    }
    assert wrong == set()


def test_a_name_that_may_be_translated_is_found() -> None:
    assert find_translatable('<bdi class="who" dir="auto">{{ name }}</bdi>') == ['<bdi class="who" dir="auto">']
    assert find_translatable('<bdi class="who" translate="no">{{ name }}</bdi><bdi class="line">hi</bdi>') == []
