"""Pages of rules: complete, with an anchor for each clause.

Every clause that is cited anywhere exists."""

import re

import pytest
from markupsafe import escape

from app.paths import ROOT
from app.web.text.languages import LANGUAGES
from app.web.text.rule_books import book
from engine import registry
from tests.known import lacks
from tests.web.tables import Web

CITED = re.compile(r"\b[A-Z]\d+\.\d+\b")
PATH = re.compile(r'\bd="[^"]*"')


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_clause_is_on_the_page_with_its_anchor(web: Web, game: str) -> None:
    answer = web.client.get(f"/rules/{game}")
    assert answer.status_code == 200
    ids = re.findall(r'\bid="([^"]+)"', answer.text)
    assert len(ids) == len(set(ids))
    for number in book(game).clauses:
        assert number in ids
    for part in book(game).sections:
        assert part.anchor in ids
        assert f'href="#{part.anchor}"' in answer.text
    assert set(re.findall(r'href="#([AE][\d.]+)"', answer.text)) <= set(ids)


@pytest.mark.parametrize("game", registry.GAMES)
def test_rules_section_begins_with_plain_words_and_folds_its_clauses(web: Web, game: str) -> None:
    page = web.client.get(f"/rules/{game}").text
    folded = "".join(re.findall(r'<details class="clauses">(.*?)</details>', page, re.DOTALL))
    plain = re.sub(r'<details class="clauses">.*?</details>', "", page, flags=re.DOTALL)
    for part in book(game).sections:
        if part.clauses and not part.intro:
            lacks(game, f"{part.anchor} begins with no plain words")
        for number in part.clauses:
            assert f'id="{number}"' in folded
            assert f'id="{number}"' not in plain
        for block in part.intro:
            said = max((run.text for run in block.text), key=len)
            assert str(escape(said)) in plain
            assert str(escape(said)) not in folded


def test_the_rules_can_be_had_unfolded(web: Web) -> None:
    folded = web.client.get("/rules/adel_verpflichtet").text
    assert '<details class="clauses" open>' not in folded
    assert 'href="/rules/adel_verpflichtet?all=yes"' in folded
    unfolded = web.client.get("/rules/adel_verpflichtet?all=yes").text
    assert unfolded.count('<details class="clauses" open>') == folded.count('<details class="clauses">') > 9


@pytest.mark.parametrize("game", registry.GAMES)
def test_each_clause_can_be_fetched_by_itself(web: Web, game: str) -> None:
    for number in book(game).clauses:
        answer = web.client.get(f"/rules/{game}/{number}")
        assert answer.status_code == 200
        assert f"<b>{number}</b>" in answer.text
        assert "<html" not in answer.text


def test_emphasis_in_clause_is_not_styled_as_clause_number(web: Web) -> None:
    """Numbers are small and of brass; an emphasised word is neither."""
    answer = web.client.get("/rules/adel_verpflichtet/A6.4")
    assert re.findall("<b>(.*?)</b>", answer.text) == ["A6.4"]
    assert "from <strong>every</strong>" in answer.text


@pytest.mark.parametrize("path", ["chess", "adel_verpflichtet/A99.1", "adel_verpflichtet/E1.1", "chess/A1.1", ""])
def test_there_are_no_other_rules(web: Web, path: str) -> None:
    assert web.client.get(f"/rules/{path}").status_code == 404


@pytest.mark.parametrize("game", registry.GAMES)
def test_whatever_the_pages_cite_is_a_clause_of_that_game(game: str) -> None:
    files = [
        *(ROOT / "app" / "web" / "games" / game).glob("*.py"),
        *(ROOT / "templates" / "games" / game).glob("*.html"),
    ]
    wrong = {
        (path.name, number)
        for path in files
        for number in CITED.findall(PATH.sub("", path.read_text(encoding="utf-8")))
        if number not in book(game).clauses
    }
    assert wrong == set()


HINTS = {"en": "Hints for play", "de": "Tipps zum Spiel", "fr": "Conseils de jeu", "it": "Consigli di gioco"}
HINTS |= {"nl": "Speltips"}


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_end_with_hints_for_play_in_plain_words(web: Web, game: str, language: str) -> None:
    part = book(game, language).sections[-1]
    assert part.title == HINTS[language]
    assert (part.number, part.rest) == ("", ()), "hints are no rules"
    assert len(part.intro) == len(book(game).sections[-1].intro) >= 6, "as many as in English"
    assert all(block.text[0].kind == "strong" for block in part.intro)
    page = web.client.get(f"/rules/{game}", headers={"accept-language": language}).text
    assert str(escape(part.intro[0].text[0].text)) in page


@pytest.mark.rule("A11.1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_editions_stand_in_the_rules(web: Web, language: str) -> None:
    shown = book("adel_verpflichtet", language)
    assert [number for number in shown.clauses if number.startswith("A11.")] == ["A11.1", "A11.2", "A11.3", "A11.4"]
    ends = next(block for part in shown.sections for block in part.blocks if block.number == "A8.1")
    assert any(run.kind == "link" and run.text == "A11.1" for run in ends.text)
