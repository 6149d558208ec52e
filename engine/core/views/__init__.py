"""Constructors of views: frozen values, of which every reveal makes dozens.

Their classes are frozen dataclasses without slots. Their own constructor sets each field past its guard, one by one.
Here the given fields become the instance's ``__dict__`` as they are."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

P = ParamSpec("P")
V = TypeVar("V")

if TYPE_CHECKING:
    from dataclasses import replace as replace

    def make_view(kind: Callable[P, V], /, *args: P.args, **fields: P.kwargs) -> V:
        """Make a view; see below."""
        ...

else:

    def make_view(kind: type[V], /, **fields: Any) -> V:
        """Make a view of that class from all its fields, given in their order.

        Types and names are checked by mypy alone."""
        view = object.__new__(kind)
        object.__setattr__(view, "__dict__", fields)
        return view

    def replace(view: V, /, **changes: Any) -> V:
        """Return the view with these fields changed, as ``dataclasses.replace`` does.

        Types and names are checked by mypy alone."""
        return make_view(type(view), **view.__dict__ | changes)
