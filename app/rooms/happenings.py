"""What happened, for programs."""

from engine.core.happenings import Happening
from engine.core.plain import Plain, plain


def happening_plain(happening: Happening) -> dict[str, Plain]:
    """A happening for programs: its text, and its parts by name."""
    return {
        "text": happening.text,
        "clause": happening.clause,
        "kind": happening.kind,
        "round": happening.round,
        "seat": happening.seat,
        "details": {name: plain(value) for name, value in happening.details},
    }
