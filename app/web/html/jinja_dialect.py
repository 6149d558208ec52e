"""The template language as it is read and drawn here: the library's, but quicker. Texts are translated when a template
is read, and what is found out again and again at every drawing is found out once.

Much of this is private to jinja2 3.1; tests/test_private_parts.py pins it, and must be run with each new version."""

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from jinja2.utils import internalcode
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from app.web.html.compiled_templates import Compiled

MOST_KEPT = 512
"""Of each macro, so many drawings are kept."""


def shown(value: object) -> str:
    """A value as it stands in html. The same as ``escape``, which wraps what is safe once more and looks for special
    characters where there are only letters and digits."""
    if type(value) is Markup:
        return value
    if type(value) is str and value.isalnum():
        return value
    return escape(value)


class FastJinja(Environment):
    """The library's environment with what is changed in this module. Templates are never read again."""

    def __init__(self, words: NullTranslations, **options: Any) -> None:
        super().__init__(**options)
        self._words = words
        self._read: dict[str, Template] = {}

    @internalcode
    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """As in the library, by the name alone: who asks and whether the file has changed makes no difference."""
        if globals is not None or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        found = self._read.get(name)
        if found is None:
            found = self._read[name] = super().get_template(name, parent)
        return found

    def read_all(self) -> None:
        """Reads every template there is, so that no drawing has to."""
        for name in self.list_templates(extensions=["html"]):
            self.get_template(name)
        if isinstance(self.bytecode_cache, Compiled):
            self.bytecode_cache.keep()

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Of a template: its own and those of the environment, in one plain mapping. Every rendering copies them,
        which is slow for a chain."""
        return {**self.globals, **(d or {})}

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        """The hook of the library for whoever generates code otherwise."""
        told: nodes.Template = _Told(self._words).visit(source)
        return super()._generate(told, name, filename, defer_init)


class _Code(CodeGenerator):
    """The library's, but that what is shown goes through ``shown``."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        """As in the library."""
        self.writeline(f"from {__name__} import {shown.__name__}")
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        """What is written before a value that is shown."""
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write(f"{shown.__name__}(")


class _Context(Context):
    """The library's, but that a macro is called at once: to ask four times whether it wishes for anything besides its
    arguments is most of what a short one takes. Whoever gives all of them in order needs none of them sorted."""

    @internalcode
    def call(self, callee: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """As in the library."""
        if type(callee) is _Kept:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return callee(*args, **kwargs)
        if type(callee) is Macro:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            if not kwargs and len(args) == callee._argument_count and _is_plain(callee):
                return callee._invoke(list(args), self.eval_ctx.autoescape)
            return callee(self.eval_ctx, *args, **kwargs)
        return super().call(callee, *args, **kwargs)


def _is_plain(macro: Macro) -> bool:
    """Whether it takes what it names and nothing else."""
    return not (macro.caller or macro.catch_kwargs or macro.catch_varargs)


class _Kept:
    """A macro that knows nothing but its arguments: what it draws for them is kept for whoever asks with the same."""

    __slots__ = ("_draw", "_keep")

    def __init__(self, macro: Macro) -> None:
        self._draw = macro
        # a text and safe html of the same letters are equal and yet drawn otherwise
        self._keep = lru_cache(maxsize=MOST_KEPT, typed=True)(macro)

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        try:
            return self._keep(*args, **kwargs)
        except TypeError:
            # an argument that cannot be looked up by
            return self._draw(*args, **kwargs)


class _Template(Template):
    """The library's, but that a file that is imported without the context is gone through once: every template has the
    same globals, so there is nothing else that it could know."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        """What such an import gets."""
        module = self._module
        if module is None:
            module = self._module = self.make_module()
            for name, it in vars(module).items():
                if type(it) is Macro and not it.caller:
                    vars(module)[name] = _Kept(it)
        return module


class _Told(NodeTransformer):
    """Puts the words of the language in place of the texts that are looked up, and what is shown on a condition behind
    that: once, when a template is read."""

    def __init__(self, words: NullTranslations) -> None:
        self._words = words

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:
        """``{{ one if it else other }}`` becomes ``{% if it %}{{ one }}{% else %}{{ other }}{% endif %}``: what is
        nothing takes no time then, and words that stand there are read as those around them are."""
        self.generic_visit(node)
        made: list[nodes.Node] = []
        for each in node.nodes:
            if isinstance(each, nodes.CondExpr):
                made.append(_on_condition(each))
            elif made and isinstance(made[-1], nodes.Output):
                made[-1].nodes.append(each)
            else:
                made.append(nodes.Output([each], lineno=node.lineno))
        return made

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        """``_("text", name=value)`` becomes the translated text, with the values put in."""
        self.generic_visit(node)
        text = node.args[0] if len(node.args) == 1 else None
        is_told = isinstance(node.node, nodes.Name) and node.node.name == "_"
        if not is_told or not isinstance(text, nodes.Const) or node.dyn_args or node.dyn_kwargs:
            return node
        said = self._words.gettext(text.value)
        if not node.kwargs:
            return nodes.MarkSafe(nodes.Const(said % {}), lineno=node.lineno)
        # what is put into a text marked as safe is escaped
        values = nodes.Dict([nodes.Pair(nodes.Const(each.key), each.value) for each in node.kwargs])
        return nodes.Mod(nodes.MarkSafe(nodes.Const(said)), values, lineno=node.lineno)


def _on_condition(shown: nodes.CondExpr) -> nodes.If:
    """The same with each of the two shown by itself; without the other nothing is."""

    def of(each: nodes.Expr | None) -> list[nodes.Node]:
        if isinstance(each, nodes.CondExpr):
            return [_on_condition(each)]
        return [nodes.Output([each], lineno=shown.lineno)] if each is not None else []

    return nodes.If(shown.test, of(shown.expr1), [], of(shown.expr2), lineno=shown.lineno)


FastJinja.context_class = _Context
FastJinja.template_class = _Template
FastJinja.code_generator_class = _Code
