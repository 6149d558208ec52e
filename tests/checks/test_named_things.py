"""Classes, errors and ``names`` in docstrings exist."""

import ast
import builtins
import re
import subprocess
import tokenize
from collections.abc import Iterable, Iterator
from io import StringIO

import httpx2
import pytest

from tests.sources import python_files, to_project_path

NAMED = re.compile(r"\bImplement (\w+)\.|\b([A-Z]\w*Error)\b|``([A-Za-z_][\w.]*)``")
OWN = "test_named_things.py"
"""This module, whose tests need names of nothing."""
EXAMPLES = frozenset(("rryb", "shareRow", "SealedCard"))
"""Examples of texts, which name nothing in the tree."""


def list_words(code: str) -> Iterator[str]:
    """Yield the names in the code, and the words of its one-line strings."""
    for token in tokenize.generate_tokens(StringIO(code).readline):
        if token.type == tokenize.NAME:
            yield token.string
        elif token.type == tokenize.STRING and not token.string.startswith('"""'):
            yield from re.findall(r"\w+", token.string)


def find_unknown_names(code: str, known: Iterable[str]) -> Iterator[str]:
    """Yield the names in the docstrings of the code that are not known."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for match in NAMED.finditer(node.value.value):
                name = next(filter(None, match.groups())).strip(".")
                if not all(part in known for part in name.split(".")):
                    yield f"{node.lineno}: {name}"


def test_docstrings_name_what_exists() -> None:
    codes = {path: path.read_text(encoding="utf-8") for path in python_files("engine", "app", "tools", "tests", "docs")}
    known = {word for path, code in codes.items() if path.name != OWN for word in list_words(code)}
    known |= vars(builtins).keys() | vars(subprocess).keys() | vars(httpx2).keys() | EXAMPLES
    found = [
        f"{to_project_path(path)}:{each}" for path, code in codes.items() for each in find_unknown_names(code, known)
    ]
    assert found == []


@pytest.mark.parametrize("said", ["Implement Callbook.", "Raises BrokenError.", "Return ``told``, ``seal.told``."])
def test_unknown_name_is_found(said: str) -> None:
    code = f'def seal():\n    """{said}"""'
    assert list(find_unknown_names(code, {"seal"})) != []
    assert list(find_unknown_names(code, {"seal", "Callbook", "BrokenError", "told"})) == []
