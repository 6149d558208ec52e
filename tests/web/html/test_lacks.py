"""Pages without scripts.

Every page with controls says in one sentence what is missing, in each language."""

import re

import pytest

from app.web.text.languages import LANGUAGES
from tests.web.tables import Web

SENTENCE = re.compile(r'<noscript><p class="refusal">([^<]*JavaScript[^<]*)</p></noscript>')


def sentences(web: Web, path: str, language: str, cookie: str = "") -> list[str]:
    """Return what a page says about scripts in that language."""
    answer = web.client.get(path, headers={"accept-language": language, "cookie": cookie})
    assert answer.status_code == 200
    return SENTENCE.findall(answer.text)


def test_every_interactive_page_reports_disabled_scripts(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    lobby = web.open("Cleo")
    seen = set[str]()
    for language in LANGUAGES:
        said = [
            sentences(web, "/", language),
            sentences(web, lobby.links["join"], language),
            sentences(web, table.links["return"], language),
            sentences(web, f"/r/{lobby.code}", language, f"dev={lobby.tokens[0]}"),
            sentences(web, f"/r/{table.code}", language, f"dev={table.tokens[0]}"),
        ]
        assert all(len(each) == 1 for each in said), (language, said)
        seen |= {each[0] for each in said}
    assert len(seen) == len(LANGUAGES)


@pytest.mark.parametrize("lack", ["storage", "browser"])
def test_a_table_has_what_scripts_say_about_the_browser(web: Web, lack: str) -> None:
    table = web.open("Ada")
    page = web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[0]}"}).text
    assert page.count(f'data-lacks="{lack}" hidden') == 1
