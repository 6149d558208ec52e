"""What can be chosen about a game before it starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.errors import BadOptions

Value = str | bool | int


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: its key in the protocol, the values it may take, and the one it has when nobody chose."""

    key: str
    values: tuple[Value, ...]
    default: Value
    seats: tuple[int, ...]
    """The table sizes at which it means anything; elsewhere its value is accepted and ignored."""


def chosen(options: tuple[Option, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """Every option's value: the given one or its default. Raises BadOptions for an unknown key or value."""
    known = {option.key: option for option in options}
    for key, value in given.items():
        if key not in known:
            raise BadOptions(f"no option {key!r}")
        # True == 1 in Python: the kind of value is part of the option
        if not any(value == allowed and type(value) is type(allowed) for allowed in known[key].values):
            raise BadOptions(f"option {key!r} has no value {value!r}")
    return {key: given.get(key, option.default) for key, option in known.items()}
