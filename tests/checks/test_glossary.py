"""Glossary: every word in the name of a module is explained.

It stands in the glossary, in the rules of its folder's game, or in the glossary's list of words with their everyday
meaning."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from tests.sources import ROOT, own_modules

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WORDS, _, EVERYWHERE = TEXT.partition("## Words\n")[2].partition("### Words with their usual meaning\n")
ROW = re.compile(r"^\| (.+?) \| .+ \|$", re.MULTILINE)
GAMES = {path.parent.name: path.read_text(encoding="utf-8") for path in ROOT.glob("engine/*/RULES.md")}


def one(word: str) -> str:
    """Return a word's singular: ``effect`` for ``effects``, ``body`` for ``bodies``."""
    for end, other in (("ies", "y"), ("ches", "ch"), ("sses", "ss"), ("ss", "ss"), ("us", "us"), ("s", "")):
        if word.endswith(end) and len(word) > len(end) + 1:
            return word.removesuffix(end) + other
    return word


def singular(words: Iterable[str]) -> frozenset[str]:
    """Return the singular of each word; a term of several words stays one."""
    return frozenset(" ".join(map(one, word.lower().split())) for word in words)


TERMS = [term for row in ROW.findall(WORDS) if row != "word" for term in row.split(", ")]
COMMON = re.findall(r"[a-z]+", EVERYWHERE)
RULES = {game: singular(re.findall(r"[a-z]+", text.lower())) for game, text in GAMES.items()}


def names(modules: Iterable[str]) -> Mapping[str, list[str]]:
    """Return the words of all file and folder names, each with its modules.

    A game's own name does not count. Neither do the words of its rules within its own folders."""
    found = defaultdict(list)
    for module in modules:
        *above, name = module.split(".")
        game = next((part for part in (*above, name) if part in GAMES), None)
        if name in GAMES or " ".join(singular([name.replace("_", " ")])) in singular(TERMS):
            continue
        for word in name.strip("_").split("_"):
            if game is None or one(word) not in RULES[game]:
                found[one(word)].append(module)
    return found


def find_unexplained(modules: Iterable[str]) -> dict[str, list[str]]:
    """Return the words missing in the glossary and in its list, with their modules."""
    known = singular([*TERMS, *COMMON])
    return {word: where for word, where in names(modules).items() if word not in known}


def test_every_word_in_the_name_of_a_module_is_explained() -> None:
    assert len(own_modules()) > 300
    assert find_unexplained(own_modules()) == {}


def test_a_name_that_explains_nothing_is_found() -> None:
    assert find_unexplained(
        ["app.web.desk", "app.web.old_desks", "app.rooms.host", "app.notifications.address_policy"]
    ) == {
        "desk": ["app.web.desk", "app.web.old_desks"],
        "old": ["app.web.old_desks"],
    }
    assert find_unexplained(["engine.adel_verpflichtet.rules.pawns", "app.web.pawns"]) == {"pawn": ["app.web.pawns"]}


def test_common_words_are_all_used_and_absent_from_the_glossary() -> None:
    used = names(own_modules())
    assert len(COMMON) > 50
    assert sorted(set(COMMON)) == COMMON
    assert [word for word in COMMON if one(word) not in used] == []
    assert singular(COMMON) & singular(TERMS) == frozenset()


def test_no_word_has_two_meanings() -> None:
    assert 50 < len(TERMS) < 100
    assert [term for term in TERMS if TERMS.count(term) > 1] == []
