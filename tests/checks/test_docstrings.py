"""Errors in docstrings: a public function names every error that it raises.

The error may come from itself, from a private helper of its module, or from a function that refuses a request."""

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.sources import module_name, python_files, to_project_path, tree

Function = ast.FunctionDef | ast.AsyncFunctionDef
MAKERS = ("__init__", "__new__", "__post_init__")
"""Methods that a call of the class runs: its docstring speaks for them, too."""
AS_IN = re.compile(r"\bImplement (\w+)")


def own(body: list[ast.stmt]) -> Iterator[tuple[ast.AST, frozenset[str]]]:
    """Yield the nodes that run with a function, each with the errors caught around it.

    Functions defined inside are left out."""
    todo: list[tuple[ast.AST, frozenset[str]]] = [(node, frozenset()) for node in reversed(body)]
    while todo:
        node, caught = todo.pop()
        if isinstance(node, Function | ast.Lambda | ast.ClassDef):
            continue
        yield node, caught
        if isinstance(node, ast.Try | ast.TryStar):
            inside = caught.union(*(names(each.type) for each in node.handlers))
            todo += [(each, inside) for each in node.body]
            todo += [(each, caught) for each in (*node.handlers, *node.orelse, *node.finalbody)]
        elif isinstance(node, ast.With):
            inside = caught.union(*(find_suppressed(each.context_expr) for each in node.items))
            todo += [(each, inside) for each in (*node.items, *node.body)]
        else:
            todo += [(each, caught) for each in ast.iter_child_nodes(node)]


def find_suppressed(manager: ast.expr) -> frozenset[str]:
    """Return the errors that ``with suppress(...)`` hides."""
    if isinstance(manager, ast.Call) and names(manager) == {"suppress"}:
        return frozenset().union(*map(names, manager.args))
    return frozenset()


def names(error: ast.expr | None) -> frozenset[str]:
    """Return our classes or functions named after ``raise`` or ``except``."""
    match error:
        case ast.IfExp():
            return names(error.body) | names(error.orelse)
        case ast.Tuple():
            return frozenset().union(*(names(each) for each in error.elts))
        case ast.Call():
            return names(error.func)
        case ast.Subscript():
            return names(error.value)
        case ast.Name():
            return frozenset({error.id})
        case ast.Attribute():
            return frozenset({error.attr})
    return frozenset()


@cache
def errors_made() -> dict[str, str]:
    """Return the functions that make an error (``too_fast``), each with its class."""
    made = {}
    for path in python_files("engine", "app"):
        for node in ast.walk(tree(path)):
            if isinstance(node, Function) and isinstance(node.returns, ast.Name) and is_error(node.returns.id):
                made[node.name] = node.returns.id
    return made


@cache
def bases() -> dict[str, frozenset[str]]:
    """Return every class of ours with its bases."""
    return {
        node.name: frozenset().union(*(names(each) for each in node.bases))
        for path in python_files("engine", "app")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef)
    }


@cache
def kinds(name: str) -> frozenset[str]:
    """Return the class and all its bases, ours or Python's."""
    known = getattr(builtins, name, None)
    if isinstance(known, type):
        return frozenset(each.__name__ for each in known.__mro__)
    return frozenset({name}).union(*(kinds(each) for each in bases().get(name, frozenset()) - {name}))


def is_error(name: str) -> bool:
    """Return whether a class can be raised."""
    return "BaseException" in kinds(name)


Functions = dict[str, tuple[Function, str]]


def functions(code: ast.Module) -> Functions:
    """Return functions and methods (``Batch.answer``) with all docstrings that count.

    These include the module's or class's statements on every function. For "as in" another class they include that
    class's."""
    found: Functions = {}
    of_all = get_general_docstring(ast.get_docstring(code) or "")
    for node in code.body:
        if isinstance(node, Function):
            found[node.name] = node, f"{of_all} {ast.get_docstring(node) or ''}"
        elif isinstance(node, ast.ClassDef):
            above = ast.get_docstring(node) or ""
            for each in node.body:
                if isinstance(each, Function):
                    own = ast.get_docstring(each) or ""
                    told = f"{above if each.name in MAKERS else get_general_docstring(above)} {own}"
                    if there := AS_IN.search(told):
                        told += collect_protocol_docstrings().get(f"{there[1]}.{each.name}", "")
                    found[f"{node.name}.{each.name}"] = each, told
    return found


def get_general_docstring(docstring: str) -> str:
    """Return a module's or class's docstring if it covers all functions, else nothing."""
    return docstring if re.search(r"\b[Ee]very (?:function|method)\b", docstring) else ""


@cache
def collect_protocol_docstrings() -> dict[str, str]:
    """Return the docstrings of our protocols' methods: ``Store.append``."""
    return {
        f"{node.name}.{each.name}": " ".join(
            [get_general_docstring(ast.get_docstring(node) or ""), ast.get_docstring(each) or ""]
        )
        for path in python_files("engine", "app")
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and "Protocol" in kinds(node.name)
        for each in node.body
        if isinstance(each, Function)
    }


@cache
def refusing() -> frozenset[str]:
    """Return the web functions whose docstrings say that they refuse a request.

    An example is ``app.web.http.forms.read_form``."""
    return frozenset(
        f"{module_name(path)}.{name}"
        for path in python_files("app")
        for name, (_, told) in functions(tree(path)).items()
        if "." not in name and re.search(r"\bRaises\b[^.]*\bRefusedError\b", told)
    )


def refusers(code: ast.Module) -> frozenset[str]:
    """Return the names by which a module calls the functions that refuse a request."""
    return frozenset(
        alias.asname or alias.name
        for node in ast.walk(code)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if f"{node.module}.{alias.name}" in refusing()
    )


def find_raised(
    name: str, all_of: Functions, refusers: frozenset[str], seen: frozenset[str] = frozenset()
) -> frozenset[str]:
    """Return the errors that leave a function.

    They come from its own ``raise``, from a private helper beside it, or from a refuser."""
    found: set[str] = set()
    for node, caught in own(all_of[name][0].body):
        new: frozenset[str] = frozenset()
        if isinstance(node, ast.Raise):
            new = frozenset(errors_made().get(each, each) for each in names(node.exc))
        elif isinstance(node, ast.Call) and names(node.func) & refusers:
            new = frozenset({"RefusedError"})
        elif isinstance(node, ast.Call) and (helper := helper_of(node, name, all_of)) and helper not in seen:
            new = find_raised(helper, all_of, refusers, seen | {helper})
        found |= {each for each in new if each[0].isupper() and not kinds(each) & caught}
    return frozenset(found - {"NotImplementedError"})


def helper_of(call: ast.Call, name: str, all_of: Functions) -> str | None:
    """Return the called private function or method beside ``name``; None for others."""
    match call.func:
        case ast.Name(id=other):
            helper = other
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=other):
            helper = f"{name.partition('.')[0]}.{other}"
        case _:
            return None
    return helper if other.startswith("_") and helper in all_of else None


def is_public(name: str) -> bool:
    """Return whether others may call it or create its class.

    Examples are ``Batch.answer`` and ``Codec.__init__``."""
    return all(not part.startswith("_") or part in MAKERS for part in name.split("."))


def untold(code: ast.Module) -> Iterator[str]:
    """Yield a line for each public function with an error missing in its docstring."""
    all_of, by = functions(code), refusers(code)
    for name, (_, told) in all_of.items():
        if is_public(name):
            missing = sorted(each for each in find_raised(name, all_of, by) if not re.search(rf"\b{each}\b", told))
            if missing:
                yield f"{name} raises {', '.join(missing)}"


def test_what_a_public_function_raises_stands_in_its_docstring() -> None:
    files = python_files("engine", "app")
    assert len(files) > 300
    assert [f"{to_project_path(path)}: {line}" for path in files for line in untold(tree(path))] == []


RAISES = "    raise ValueError(card)"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (f"def put(card):\n{RAISES}", ["put raises ValueError"]),
        (f"def _put(card):\n{RAISES}", []),
        (f"def put(card):\n    '''Raises ValueError for no card.'''\n{RAISES}", []),
        (f"def put(card):\n    '''Raises MyValueError.'''\n{RAISES}", ["put raises ValueError"]),
        (f"'''Every function raises ValueError.'''\ndef put(card):\n{RAISES}", []),
        (f"def put(card):\n    _look(card)\ndef _look(card):\n{RAISES}", ["put raises ValueError"]),
        (f"def put(card):\n    def inner():\n    {RAISES}", []),
        (f"def put(card):\n    try:\n    {RAISES}\n    except Exception:\n        pass", []),
        (f"def put(card):\n    with suppress(ValueError):\n    {RAISES}", []),
        (
            "def put(card):\n    raise too_fast(1) if card else ConflictError",
            ["put raises ConflictError, RefusedError"],
        ),
        ("def put(card):\n    try:\n        card()\n    except ValueError:\n        raise", []),
        (f"class Card:\n    def __init__(card):\n    {RAISES}", ["Card.__init__ raises ValueError"]),
        (f"class Card:\n    '''Raises ValueError.'''\n    def __init__(card):\n    {RAISES}", []),
        (
            f"class Card:\n    '''Raises ValueError.'''\n    def put(card):\n    {RAISES}",
            ["Card.put raises ValueError"],
        ),
        ("class Kept:\n    def load(self):\n        '''Implement Store.'''\n        raise UnreadableError", []),
        ("from app.web.http.forms import read_form\ndef put(card):\n    read_form(card)", ["put raises RefusedError"]),
    ],
)
def test_no_way_to_raise_escapes_the_reader(code: str, found: list[str]) -> None:
    assert list(untold(ast.parse(code))) == found
