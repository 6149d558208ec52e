"""References in ``docs/architecture.md``: all folders and functions exist."""

import ast
import re

import pytest

from tests.sources import ROOT, list_project_files, python_files, to_project_path, tree

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FUNCTIONS = re.findall(r"`([\w.]+)` in\s+`([\w./]+\.py)`", TEXT)
GAME = re.compile("|".join(path.parent.name for path in ROOT.glob("engine/*/RULES.md")))
FOLDERS = sorted(
    {name for row in re.findall(r"^\| (`.*?) \|", TEXT, re.M) for name in re.findall(r"`([\w./<>]+/)`", row)}
)


def list_functions(path: str) -> set[str]:
    """Return the functions and methods of a module, such as ``Batch.answer``."""
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
def test_path_of_a_sealed_card_names_existing_functions(name: str, path: str) -> None:
    assert name in list_functions(path)


def test_path_of_a_sealed_card_names_a_function_each_step() -> None:
    way = TEXT.partition("## Path of a sealed card")[2].partition("\n## ")[0]
    steps = re.split(r"^\d+\. ", way, flags=re.MULTILINE)[1:]
    assert len(steps) == 10
    assert [step for step in steps if not re.search(r"` in\s+`", step)] == []
    assert len(FUNCTIONS) >= 18


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_of_the_map_is_there(folder: str) -> None:
    pattern = re.compile(re.sub(r"<\w+>", "[a-z_]+", folder))
    assert any(pattern.match(to_project_path(path)) for path in list_project_files())


def test_map_lists_every_folder_of_engine_and_app() -> None:
    there = {f"{to_project_path(path.parent)}/" for path in python_files("engine", "app")}
    assert len(there) > 40
    on_it = {folder for folder in there if folder in FOLDERS or GAME.sub("<game>", folder) in FOLDERS}
    assert there - on_it == set()


def test_every_folder_beside_the_code_is_on_the_map() -> None:
    tops = {
        f"{to_project_path(path).partition('/')[0]}/" for path in list_project_files() if "/" in to_project_path(path)
    }
    assert {top for top in tops if not top.startswith(".")} <= {folder.partition("/")[0] + "/" for folder in FOLDERS}
