"""What views are made by: frozen values, of which a table shows dozens anew after every opening.

Their classes are frozen dataclasses without slots. The constructor of one sets every field past its guard, one by one;
here the fields become the value as they are."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

P = ParamSpec("P")
V = TypeVar("V")

if TYPE_CHECKING:
    from dataclasses import replace as replace

    def made(kind: Callable[P, V], /, *args: P.args, **fields: P.kwargs) -> V:
        """As below."""
        ...

else:

    def made(kind: type[V], /, **fields: Any) -> V:
        """A view of that class with these fields: all it has, in their order, for so it is written. Types and names
        are checked by mypy alone."""
        view = object.__new__(kind)
        object.__setattr__(view, "__dict__", fields)
        return view

    def replace(view: V, /, **changes: Any) -> V:
        """The view with these fields changed, as ``dataclasses.replace`` makes it. Types and names are checked by mypy
        alone."""
        return made(type(view), **view.__dict__ | changes)
