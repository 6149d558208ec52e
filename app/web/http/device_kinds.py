"""What sort of thing a browser runs on, by what it says of itself: just enough for its owner to tell it from others."""

from app.rooms.model.devices import DeviceKind

SIGNS: tuple[tuple[DeviceKind, tuple[str, ...]], ...] = (
    ("tablet", ("ipad", "tablet", "kindle", "silk/")),
    ("phone", ("iphone", "ipod", "mobile", "phone")),
    # Android says "mobile" on phones only
    ("tablet", ("android",)),
    ("computer", ("windows nt", "macintosh", "x11", "cros", "linux")),
)
"""Words of a browser's own description, in the order they are looked for."""

MOST = 512
"""How much of the description is read."""


def kind_of(user_agent: str) -> DeviceKind:
    """The kind that the description speaks of; ``other`` when it speaks of none."""
    said = user_agent[:MOST].lower()
    return next((kind for kind, words in SIGNS if any(word in said for word in words)), "other")
