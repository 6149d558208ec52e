"""What ``docs/architecture.md`` says of folders and functions is there: whoever follows it finds what it names."""

import ast
import re

import pytest

from tests.sources import ROOT, kept_files, shown, tree

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FUNCTIONS = re.findall(r"`([\w.]+)` in `([\w./]+\.py)`", TEXT)
FOLDERS = sorted(
    {name for row in re.findall(r"^\| (`.*?) \|", TEXT, re.M) for name in re.findall(r"`([\w./]+/)`", row)}
)


def defined(path: str) -> set[str]:
    """The functions and methods of a module, methods with their class: ``Batch.answer``."""
    body = tree(ROOT / path).body
    named = ast.FunctionDef | ast.AsyncFunctionDef
    free = {node.name for node in body if isinstance(node, named)}
    return free | {
        f"{node.name}.{each.name}"
        for node in body
        if isinstance(node, ast.ClassDef)
        for each in node.body
        if isinstance(each, named)
    }


@pytest.mark.parametrize(("name", "path"), FUNCTIONS)
def test_the_way_of_a_sealed_card_leads_along_functions_that_are_there(name: str, path: str) -> None:
    assert name in defined(path)


def test_the_way_has_no_gap_that_this_test_would_not_see() -> None:
    way = TEXT.partition("## The way of a sealed card")[2].partition("\n## ")[0]
    rows = [row for row in way.splitlines() if row.startswith("| ") and ".py" in row]
    assert len(rows) == 10
    assert len(FUNCTIONS) >= 15


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_of_the_map_is_there(folder: str) -> None:
    assert any(shown(path).startswith(folder) for path in kept_files())


def test_every_folder_of_the_server_is_on_the_map() -> None:
    files = {shown(path) for path in kept_files()}
    there = {re.sub(r"[^/]+$", "", file) for file in files if file.startswith("app/web/") and file.count("/") == 3}
    assert there - {"app/web/admin/"} <= set(FOLDERS)
