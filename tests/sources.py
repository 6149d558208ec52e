"""Project's own files for tests about files: names, modules, imports and marks.

They are read and never run."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "app")


def to_project_path(path: Path) -> str:
    """Return the path from the project's root, for messages."""
    return path.relative_to(ROOT).as_posix()


@cache
def list_project_files() -> tuple[Path, ...]:
    """Return every file that git tracks or would add; ignored files are left out."""
    words = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(path for name in sorted(set(said.split("\0")) - {""}) if (path := ROOT / name).is_file())


def python_files(*folders: str) -> tuple[Path, ...]:
    """Return the tracked Python files under the named top-level folders."""
    return tuple(
        path for path in list_project_files() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders
    )


def module_name(path: Path) -> str:
    """Return the dotted name of a module.

    ``engine.core.seats`` for engine/core/seats.py, ``engine.core`` for its __init__.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def own_modules() -> frozenset[str]:
    """Return the dotted names of all modules of the engine and the server."""
    return frozenset(module_name(path) for path in python_files(*PACKAGES))


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(code: ast.AST, module: str, modules: frozenset[str], *, is_package: bool = False) -> Iterator[str]:
    """Yield the dotted names that ``module`` imports anywhere in the file.

    ``from engine import registry`` gives ``engine.registry`` when that is one of ``modules``, otherwise ``engine``."""
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, module, is_package)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in modules else base


def _base(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    """Return the module after ``from``, with leading dots resolved."""
    if node.level == 0:
        return node.module or ""
    parts = module.split(".")
    kept = parts[: len(parts) - node.level + (1 if is_package else 0)]
    return ".".join([*kept, *([node.module] if node.module else [])])


@cache
def list_imports(path: Path) -> tuple[str, ...]:
    """Return the dotted names that a Python file imports."""
    return tuple(imports(tree(path), module_name(path), own_modules(), is_package=path.name == "__init__.py"))


def each_import(*folders: str) -> tuple[tuple[Path, str, str], ...]:
    """Return (file, module, imported name) for every import under the folders."""
    return tuple((path, module_name(path), name) for path in python_files(*folders) for name in list_imports(path))
