"""Faster dialect of jinja2.

Texts are translated when a template is compiled. Results that are the same at every rendering are computed once.

Much of this is private to jinja2 3.1; tests/test_private_parts.py pins it, and must be run with each new version."""

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from gettext import NullTranslations
from types import FunctionType, MethodType
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from jinja2.utils import internalcode
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from app.web.html.compiled_templates import TemplateBytecode

MOST_KEPT = 512
"""Most cached results of each macro."""


def escape_value(value: object) -> str:
    """Escape a value for HTML, with the same result as ``escape``.

    ``escape`` also wraps safe values again, and searches letters and digits for special characters."""
    if type(value) is Markup:
        return value
    if type(value) is str and value.isalnum():
        return value
    return escape(value)


class FastJinja(Environment):
    """Environment of jinja2 with this module's changes. It never reloads a template."""

    def __init__(self, words: NullTranslations, **options: Any) -> None:
        super().__init__(**options)
        self._words = words
        self._read: dict[str, Template] = {}

    @internalcode
    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """Return the template from a cache by its name alone.

        The parent and changes of the file make no difference."""
        if globals is not None or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        found = self._read.get(name)
        if found is None:
            found = self._read[name] = super().get_template(name, parent)
        return found

    def read_all(self) -> None:
        """Load every template, so that no rendering has to."""
        for name in self.list_templates(extensions=["html"]):
            self.get_template(name)
        if isinstance(self.bytecode_cache, TemplateBytecode):
            self.bytecode_cache.keep()

    def is_compiled(self) -> bool:
        """Return whether compiled templates are cached."""
        return isinstance(self.bytecode_cache, TemplateBytecode) and not self.bytecode_cache.is_empty()

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of the template and the environment as one plain dict.

        Every rendering copies them, which is slow for a ChainMap."""
        return {**self.globals, **(d or {})}

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        """Implement Environment: the library's hook for other code generators."""
        told: nodes.Template = _Escaping(self._words).visit(source)
        return super()._generate(told, name, filename, defer_init)


class _Code(CodeGenerator):
    """Code generator of jinja2 that escapes output with ``escape_value``."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        """Implement CodeGenerator."""
        self.writeline(f"from {__name__} import {escape_value.__name__}")
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        """Write the code before a rendered value."""
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write(f"{escape_value.__name__}(")


_PLAIN_CALLABLES = (FunctionType, MethodType)


class _Context(Context):
    """Context of jinja2 that calls macros and plain functions directly.

    Most of a short macro's time goes into four checks of its special arguments. A macro with all arguments in order
    needs none of its arguments sorted. A plain function raises no StopIteration in our templates."""

    @internalcode
    def call(self, callee: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Implement Context."""
        if type(callee) is _CachedMacro:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return callee(*args, **kwargs)
        if type(callee) is Macro:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            if not kwargs and len(args) == callee._argument_count and _is_plain(callee):
                return callee._invoke(list(args), self.eval_ctx.autoescape)
            return callee(self.eval_ctx, *args, **kwargs)
        if type(callee) in _PLAIN_CALLABLES and not hasattr(callee, "jinja_pass_arg"):
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return callee(*args, **kwargs)
        return super().call(callee, *args, **kwargs)


def _is_plain(macro: Macro) -> bool:
    """Return whether the macro takes its named arguments and nothing else."""
    return not (macro.caller or macro.catch_kwargs or macro.catch_varargs)


class _CachedMacro:
    """Macro whose results are cached by its arguments; it depends on nothing else."""

    __slots__ = ("_draw", "_keep")

    def __init__(self, macro: Macro) -> None:
        self._draw = macro
        # A str and equal Markup give different output, so types count.
        self._keep = lru_cache(maxsize=MOST_KEPT, typed=True)(macro)

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        try:
            return self._keep(*args, **kwargs)
        except TypeError:
            # An argument is not hashable.
            return self._draw(*args, **kwargs)


class FastTemplate(Template):
    """Template of jinja2 that is imported once if the import has no context.

    All templates have the same globals, so every such import gives the same module."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        """Return the module of an import without context."""
        module = self._module
        if module is None:
            module = self._module = self.make_module()
            for name, it in vars(module).items():
                if type(it) is Macro and not it.caller:
                    vars(module)[name] = _CachedMacro(it)
        return module


class _Escaping(NodeTransformer):
    """Syntax tree transformer that translates texts and splits conditional output.

    It runs once, when a template is compiled."""

    def __init__(self, words: NullTranslations) -> None:
        self._words = words

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:
        """Turn conditional expressions in the output into ``if`` nodes.

        ``{{ one if it else other }}`` becomes ``{% if it %}{{ one }}{% else %}{{ other }}{% endif %}``.
        An empty branch then takes no time. Constant text in a branch joins the text around it."""
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
        """Turn ``_("text", name=value)`` into the translated text with its values."""
        self.generic_visit(node)
        text = node.args[0] if len(node.args) == 1 else None
        is_told = isinstance(node.node, nodes.Name) and node.node.name == "_"
        if not is_told or not isinstance(text, nodes.Const) or node.dyn_args or node.dyn_kwargs:
            return node
        said = self._words.gettext(text.value)
        if not node.kwargs:
            return nodes.MarkSafe(nodes.Const(said % {}), lineno=node.lineno)
        # Markup escapes the values that % puts into it.
        values = nodes.Dict([nodes.Pair(nodes.Const(each.key), each.value) for each in node.kwargs])
        return nodes.Mod(nodes.MarkSafe(nodes.Const(said)), values, lineno=node.lineno)


def _on_condition(shown: nodes.CondExpr) -> nodes.If:
    """Return an ``if`` node for both branches; a missing one outputs nothing."""

    def make_nodes(each: nodes.Expr | None) -> list[nodes.Node]:
        if isinstance(each, nodes.CondExpr):
            return [_on_condition(each)]
        return [nodes.Output([each], lineno=shown.lineno)] if each is not None else []

    return nodes.If(shown.test, make_nodes(shown.expr1), [], make_nodes(shown.expr2), lineno=shown.lineno)


FastJinja.context_class = _Context
FastJinja.template_class = FastTemplate
FastJinja.code_generator_class = _Code
