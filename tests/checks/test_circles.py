"""Shape of the tree: no import cycles at any level, and no folder too full."""

import ast
from collections import Counter
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from itertools import takewhile
from pathlib import Path

import pytest

from tests.sources import each_import, imports, own_modules, python_files, to_project_path


def entry(module: str, folder: str) -> str | None:
    """Return the module's file or folder directly in ``folder``; None if outside.

    The root is the folder without a name."""
    if not folder:
        return module.partition(".")[0]
    rest = module.removeprefix(f"{folder}.")
    return rest.split(".")[0] if rest != module else None


def circles(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return the folders with an import cycle among their entries.

    Also return the files in a cycle through the face of their own folder. ``pairs`` are (module, import)."""
    files = [(module, name) for module, name in pairs if module != name]
    levels: dict[str, list[tuple[str, str]]] = {}
    for module, name in files:
        folder = ".".join(_common(module.split("."), name.split(".")))
        one, other = entry(module, folder), entry(name, folder)
        if one is not None and other is not None:
            levels.setdefault(folder, []).append((one, other))
    found = [f"{folder}: {name}" for folder in sorted(levels) for name in circle(levels[folder])]
    return found or circle(files)


def _common(one: list[str], other: list[str]) -> list[str]:
    """Return the common prefix."""
    return [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))]


def circle(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return the members of one cycle; none if there is none."""
    below: dict[str, set[str]] = {}
    for one, other in pairs:
        below.setdefault(one, set()).add(other)
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        return sorted(set(error.args[1]))
    return []


def test_imports_form_no_cycle_between_files_or_folders() -> None:
    """The entries of a folder, files and folders alike, form no cycle at any level."""
    ours = own_modules()
    pairs = [(module, name) for _, module, name in each_import("engine", "app") if name in ours]
    assert len(pairs) > 1000
    assert circles(pairs) == []
    assert circles([*pairs, ("app.rooms.model.ids", "app.rooms.chat.words")])
    assert circles([*pairs, ("app.web.text.qr", "app.web.html.renderer")])


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"a.one": "import a.two", "a.two": "import a.three", "a.three": ""}, []),
        ({"a.one": "import a.two", "a.two": "from a import one"}, ["a: one", "a: two"]),
        (
            {"a.one": "from .two import x", "a.two": "from .three import x", "a.three": "if x:\n    import a.one"},
            ["a: one", "a: three", "a: two"],
        ),
        # no cycle of files
        ({"a.b.one": "import a.c.one", "a.b.two": "", "a.c.one": "", "a.c.two": "import a.b.two"}, ["a: b", "a: c"]),
        ({"a.b.c.d.one": "import a.b.c.e.one", "a.b.c.e.one": "", "a.b.c.e.two": "import a.b.c.d.one"},
         ["a.b.c: d", "a.b.c: e"]),
        ({"a.b.one": "import a.two", "a.two": "import a.b.three", "a.b.three": ""}, ["a: b", "a: two"]),
        ({"a.one": "import b.one", "b.one": "", "b.two": "import a.two", "a.two": ""}, [": a", ": b"]),
        # through the face of the folder itself
        ({"a": "from a.one import x", "a.one": "import a"}, ["a", "a.one"]),
    ],
)  # fmt: skip
def test_a_circle_in_a_small_tree_would_be_found(sources: dict[str, str], found: list[str]) -> None:
    modules = frozenset(sources)
    pairs = [(module, name) for module, code in sources.items() for name in imports(ast.parse(code), module, modules)]
    assert circles(pairs) == found


FULLEST = 16


def too_full(files: Iterable[Path]) -> dict[Path, int]:
    """Return the folders with too many modules, and their numbers."""
    folders = Counter(path.parent for path in files if path.name != "__init__.py")
    return {folder: count for folder, count in folders.items() if count > FULLEST}


def test_no_folder_is_too_full_to_look_through() -> None:
    files = python_files("engine", "app")
    assert len(files) > 100
    assert {to_project_path(folder): count for folder, count in too_full(files).items()} == {}


def test_a_folder_with_one_module_too_many_would_be_found() -> None:
    folder = Path("app/rooms")
    files = [folder / "__init__.py", *(folder / f"m{number}.py" for number in range(FULLEST)), folder / "talk" / "m.py"]
    assert too_full(files) == {}
    assert too_full([*files, folder / "one_more.py"]) == {folder: FULLEST + 1}
