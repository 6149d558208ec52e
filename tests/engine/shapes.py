"""Shapes of plain data: its fields, and the type of each."""

from engine.core.plain import Plain


def differs(one: Plain, other: Plain, where: str = "view") -> list[str]:
    """Return the places where two pieces of plain data differ in shape.

    ``None`` stands for anything that is left out."""
    if one is None or other is None:
        return []
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return [f"{where} has the fields {list(one)} or {list(other)}"]
        return [found for key in one for found in differs(one[key], other[key], f"{where}.{key}")]
    if isinstance(one, list) and isinstance(other, list):
        items = [*one, *other]
        return [found for item in items[1:] for found in differs(items[0], item, f"{where}[]")]
    return [] if type(one) is type(other) else [f"{where} is {type(one).__name__} or {type(other).__name__}"]
