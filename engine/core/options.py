"""Options of a game, chosen before it starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.errors import BadOptionsError

Value = str | bool | int


@dataclass(frozen=True, slots=True)
class Option:
    """Option: its key in the protocol, its values and its default.

    Raises ValueError if the default is none of the values."""

    key: str
    values: tuple[Value, ...] | range
    """All values in a tuple; or whole numbers, made by ``whole``."""
    default: Value
    seats: tuple[int, ...]
    """Table sizes at which it has a meaning; elsewhere it is accepted and ignored."""

    def __post_init__(self) -> None:
        if not self.offers(self.default):
            raise ValueError(f"option {self.key!r} has no value {self.default!r} to begin with")

    def offers(self, value: Value) -> bool:
        """Return whether it may take that value."""
        # True == 1 in Python: the kind of value is part of the option
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        return any(value == allowed and type(value) is type(allowed) for allowed in self.values)

    @property
    def offer(self) -> str:
        """Text of all values as they are typed."""
        if isinstance(self.values, range):
            steps = f" in steps of {self.values.step}" if self.values.step > 1 else ""
            return f"whole numbers from {self.values[0]} to {self.values[-1]}{steps}"
        return ", ".join(str(value).lower() for value in self.values)

    @property
    def samples(self) -> tuple[Value, ...]:
        """Values that stand for all: every one, or of a range first, default and last."""
        if isinstance(self.values, range):
            return tuple(dict.fromkeys((self.values[0], self.default, self.values[-1])))
        return self.values


def whole_numbers(least: int, most: int, step: int = 1) -> range:
    """Return the whole numbers from ``least`` to ``most`` as an option's values.

    Both ends are included. Raises ValueError if there are none, or if the steps do not reach ``most``."""
    if step < 1 or most < least or (most - least) % step:
        raise ValueError(f"no whole numbers lead from {least} to {most} in steps of {step}")
    return range(least, most + 1, step)


def complete_options(options: tuple[Option, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """Return every option's value: the given one or its default.

    Raises BadOptionsError for an unknown key or value."""
    known = {option.key: option for option in options}
    for key, value in given.items():
        if key not in known:
            raise BadOptionsError(f"no option {key!r}")
        if not known[key].offers(value):
            there_are = f"; there are: {known[key].offer}" if isinstance(known[key].values, range) else ""
            raise BadOptionsError(f"option {key!r} has no value {value!r}{there_are}")
    return {key: given.get(key, option.default) for key, option in known.items()}
