"""Plain words in docstrings, comments and names. CONTRIBUTING.md has the rules."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from tests.sources import ROOT, python_files, to_project_path

Function = ast.FunctionDef | ast.AsyncFunctionDef
SUMMARY, SENTENCE, TEST_NAME = 80, 25, 10
"""Limits: characters of a summary, words of a sentence, words of a test's name."""
OPENINGS = frozenset(
    [
        "what",
        "whether",
        "who",
        "whoever",
        "whatever",
        "whose",
        "how",
        "which",
        "where",
        "wherever",
        "when",
        "why",
        "that",
        "as",
        "if",
    ]
)
"""Words that begin no summary."""
ARTICLES = frozenset(("the", "a", "an", "its"))
"""Words that begin no summary of a function: a verb does."""
NO_VERBS = frozenset(
    re.findall(
        r"\w+",
        "told seen known drawn shown kept made given heard said asked found met sent got held done left gone"
        " taken lost won written begun beside again apart aside ahead away beyond among otherwise",
    )
)
"""Participles, adverbs and prepositions with which no name of a function begins."""
EFFECTS = frozenset(["found_out"])
"""Functions that have the name of an effect, which journals and programs read."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a docstring or comment.

    Code in backticks counts as one word. List items are sentences of their own."""
    text = re.sub(r"`+[^`]*`+", "x", text)
    for paragraph in re.split(r"\n\s*\n|\n\s*[-*|] ", text):
        yield from re.split(r"(?<=[.!?;:])[\s)\"]+", " ".join(paragraph.split()))


def summary_faults(docstring: str, is_function: bool) -> Iterator[str]:
    """Name every fault of a docstring."""
    lines = docstring.strip().split("\n")
    if len(lines[0]) > SUMMARY:
        yield "summary too long"
    if len(lines) > 1 and lines[1].strip():
        yield "no blank line after the summary"
    first = re.sub(r"[^a-z]", "", lines[0].split()[0].lower())
    if first in OPENINGS or (is_function and first in ARTICLES):
        yield f"summary begins with {first}"
    if any(len(each.split()) > SENTENCE for each in sentences(docstring)):
        yield "sentence too long"


def name_faults(name: str) -> Iterator[str]:
    """Name every fault of a function's name."""
    if name.startswith("test_"):
        if len(name.split("_")) - 1 > TEST_NAME:
            yield "test name too long"
    elif name.strip("_").split("_")[0] in NO_VERBS and name not in EFFECTS:
        yield "no verb in the name"


def node_faults(node: ast.AST) -> Iterator[str]:
    """Yield every fault of a node, and of the docstrings of its attributes.

    A node is a module, class or function."""
    if isinstance(node, Function):
        is_value = any(re.search("property|fixture", ast.unparse(each)) for each in node.decorator_list)
        is_test = node.name.startswith("test_")
        if docstring := ast.get_docstring(node):
            yield from summary_faults(docstring, is_function=not is_value and not is_test)
        if not is_value:
            yield from name_faults(node.name)
    elif isinstance(node, ast.Module | ast.ClassDef):
        if docstring := ast.get_docstring(node):
            yield from summary_faults(docstring, is_function=False)
        for above, below in zip(node.body, node.body[1:], strict=False):
            match above, below:
                case (ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text)))):
                    yield from summary_faults(text, is_function=False)


def faults(code: str) -> list[str]:
    """List the faults of a module's code, each with its line."""
    found = [
        f"{getattr(node, 'lineno', 1)}: {fault}" for node in ast.walk(ast.parse(code)) for fault in node_faults(node)
    ]
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        is_comment = token.type == tokenize.COMMENT
        if is_comment and any(len(each.split()) > SENTENCE for each in sentences(token.string.lstrip("# "))):
            found.append(f"{token.start[0]}: sentence too long")
    return found


COMMENTS = {
    ".js": re.compile(r"(?:^[ ]*//.*\n)+", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(r"\{#.*?#\}", re.DOTALL),
}
"""Comments of scripts, style sheets and templates."""


def comment_faults(code: str, kind: str) -> Iterator[str]:
    """Yield every fault of the comments in a script, style sheet or template."""
    for found in COMMENTS[kind].findall(code):
        text = " ".join(re.sub(r"(?m)^[ ]*//|^\{#-?|-?#\}$|/\*|\*/", "", found).split())
        first = re.sub(r"[^a-z]", "", text.split()[0].lower()) if text else ""
        if first in OPENINGS - {"when", "where", "if", "as", "that"}:
            yield f"comment begins with {first}"
        if any(len(each.split()) > SENTENCE for each in sentences(text)):
            yield "sentence too long"


def test_names_docstrings_and_comments_are_plain() -> None:
    files = python_files("engine", "app", "tools", "tests", "docs")
    assert len(files) > 1000
    found = [(to_project_path(path), fault) for path in files for fault in faults(path.read_text(encoding="utf-8"))]
    assert [f"{path}:{fault}" for path, fault in found] == []


@pytest.mark.parametrize("kind", sorted(COMMENTS))
def test_comments_of_pages_are_plain(kind: str) -> None:
    files = [path for folder in ("static", "templates") for path in sorted((ROOT / folder).rglob(f"*{kind}"))]
    assert len(files) > 50
    found = [(path.name, fault) for path in files for fault in comment_faults(path.read_text(encoding="utf-8"), kind)]
    assert found == []


@pytest.mark.parametrize(
    ("code", "kind"),
    [("  // Whether it\n  // moves.\n", ".js"), ("/* What moves. */", ".css"), ("{#- Who moves. -#}", ".html")],
)
def test_an_opening_is_found_in_comments_of_pages(code: str, kind: str) -> None:
    (fault,) = comment_faults(code, kind)
    assert fault.startswith("comment begins with wh")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ('"""What comes of it."""', "1: summary begins with what"),
        ('def seal():\n    """The sealed card."""', "1: summary begins with the"),
        ('class Card:\n    """Card in\n    a hand."""', "1: no blank line after the summary"),
        (f'"""{"Card " * 17}."""', "1: summary too long"),
        (f'"""Card.\n\n{"word " * 26}."""', "1: sentence too long"),
        (f"# {'word ' * 26}", "1: sentence too long"),
        ('LIMIT = 1\n"""How many."""', "1: summary begins with how"),
        ("def told(): ...", "1: no verb in the name"),
        ("async def _beside(): ...", "1: no verb in the name"),
        ("def told_up_to(): ...", "1: no verb in the name"),
        ("def test_a_b_c_d_e_f_g_h_i_j_k(): ...", "1: test name too long"),
    ],
)
def test_every_kind_of_fault_is_found(code: str, fault: str) -> None:
    assert faults(code) == [fault]


def test_plain_code_has_no_fault() -> None:
    code = '"""Cards of a hand."""\n\n@property\ndef top(self):\n    """The top card."""\n\ndef test_top(): ...\n'
    assert faults(code) == []
