"""Every word in the name of a module is explained: in the glossary, in the rules of the game in whose folder it lies,
or by meaning here what it means everywhere, of which the glossary keeps the list."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from tests.sources import ROOT, own_modules

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WORDS, _, EVERYWHERE = TEXT.partition("## Words\n")[2].partition("### Words that mean here what they mean everywhere\n")
ROW = re.compile(r"^\| (.+?) \| .+ \|$", re.MULTILINE)
GAMES = {path.parent.name: path.read_text(encoding="utf-8") for path in ROOT.glob("engine/*/RULES.md")}


def one(word: str) -> str:
    """A word as one of its kind: ``effect`` for ``effects``, ``body`` for ``bodies``."""
    for end, other in (("ies", "y"), ("ches", "ch"), ("sses", "ss"), ("ss", "ss"), ("us", "us"), ("s", "")):
        if word.endswith(end) and len(word) > len(end) + 1:
            return word.removesuffix(end) + other
    return word


def singular(words: Iterable[str]) -> frozenset[str]:
    """Each of the words as one of its kind; a term of several words stays one."""
    return frozenset(" ".join(map(one, word.lower().split())) for word in words)


TERMS = [term for row in ROW.findall(WORDS) if row != "word" for term in row.split(", ")]
COMMON = re.findall(r"[a-z]+", EVERYWHERE)
RULES = {game: singular(re.findall(r"[a-z]+", text.lower())) for game, text in GAMES.items()}


def names(modules: Iterable[str]) -> Mapping[str, list[str]]:
    """The words of all names of files and folders, each with the modules in whose name it stands. A game's own name is
    none, and neither are the words of its rules within its own folders."""
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


def unexplained(modules: Iterable[str]) -> dict[str, list[str]]:
    """The words that stand neither in the glossary nor in its list, with their modules."""
    known = singular([*TERMS, *COMMON])
    return {word: where for word, where in names(modules).items() if word not in known}


def test_every_word_in_the_name_of_a_module_is_explained() -> None:
    assert len(own_modules()) > 300
    assert unexplained(own_modules()) == {}


def test_a_name_that_explains_nothing_is_found() -> None:
    assert unexplained(["app.web.desk", "app.web.old_desks", "app.rooms.host", "app.notifications.address_policy"]) == {
        "desk": ["app.web.desk", "app.web.old_desks"],
        "old": ["app.web.old_desks"],
    }
    assert unexplained(["engine.adel_verpflichtet.rules.pawns", "app.web.pawns"]) == {"pawn": ["app.web.pawns"]}


def test_the_list_holds_no_word_that_is_not_used_or_that_the_glossary_explains() -> None:
    used = names(own_modules())
    assert len(COMMON) > 50
    assert sorted(set(COMMON)) == COMMON
    assert [word for word in COMMON if one(word) not in used] == []
    assert singular(COMMON) & singular(TERMS) == frozenset()


def test_no_word_has_two_meanings() -> None:
    assert len(TERMS) > 100
    assert [term for term in TERMS if TERMS.count(term) > 1] == []
