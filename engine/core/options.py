"""What can be chosen about a game before it starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.errors import BadOptionsError

Value = str | bool | int


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: its key in the protocol, the values it may take, and the one it has when nobody chose.

    Raises ValueError when that one is none of them."""

    key: str
    values: tuple[Value, ...] | range
    """All of them in a tuple; or whole numbers, made by ``whole``."""
    default: Value
    seats: tuple[int, ...]
    """The table sizes at which it means anything; elsewhere its value is accepted and ignored."""

    def __post_init__(self) -> None:
        if not self.offers(self.default):
            raise ValueError(f"option {self.key!r} has no value {self.default!r} to begin with")

    def offers(self, value: Value) -> bool:
        """Whether it may take that value."""
        # True == 1 in Python: the kind of value is part of the option
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        return any(value == allowed and type(value) is type(allowed) for allowed in self.values)

    @property
    def offer(self) -> str:
        """What there is to choose from, as it is typed."""
        if isinstance(self.values, range):
            steps = f" in steps of {self.values.step}" if self.values.step > 1 else ""
            return f"whole numbers from {self.values[0]} to {self.values[-1]}{steps}"
        return ", ".join(str(value).lower() for value in self.values)

    @property
    def samples(self) -> tuple[Value, ...]:
        """The values that stand for all of them: every one, or of whole numbers the first, the last and the default."""
        if isinstance(self.values, range):
            return tuple(dict.fromkeys((self.values[0], self.default, self.values[-1])))
        return self.values


def whole(least: int, most: int, step: int = 1) -> range:
    """The whole numbers from ``least`` to ``most``, both among them, as the values of an option.

    Raises ValueError when there are none, or when the steps do not lead from one to the other."""
    if step < 1 or most < least or (most - least) % step:
        raise ValueError(f"no whole numbers lead from {least} to {most} in steps of {step}")
    return range(least, most + 1, step)


def chosen(options: tuple[Option, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """Every option's value: the given one or its default. Raises BadOptionsError for an unknown key or value."""
    known = {option.key: option for option in options}
    for key, value in given.items():
        if key not in known:
            raise BadOptionsError(f"no option {key!r}")
        if not known[key].offers(value):
            there_are = f"; there are: {known[key].offer}" if isinstance(known[key].values, range) else ""
            raise BadOptionsError(f"option {key!r} has no value {value!r}{there_are}")
    return {key: given.get(key, option.default) for key, option in known.items()}
