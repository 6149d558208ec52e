"""Input actions of W3C's WebDriver.

Both protocols share them (https://www.w3.org/TR/webdriver2/#actions)."""

from typing import Any

Actions = list[dict[str, Any]]


def press(x: float, y: float) -> Actions:
    """Return a press of the mouse's first button at a point.

    The point is in CSS pixels of the page's area."""
    steps = [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}]


def type_keys(text: str) -> Actions:
    """Return the keys that type the text."""
    steps = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keyboard", "actions": steps}]
