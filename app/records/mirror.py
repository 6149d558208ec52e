"""A mirror as plain data, for programs and for the record of a room."""

from collections.abc import Sequence

from app.records.read_record import MIRRORS
from app.rooms.mirror.mirror import Mirror
from engine.core.plain import Plain

DIGITS = 4
"""Behind the point: the estimate knows less."""


def mirror_to_json(mirror: Mirror) -> dict[str, Plain]:
    """Return the mirror with chances from 0 to 1, by seat or by the text of a choice."""
    return {
        "game": mirror.number,
        "seat": int(mirror.seat),
        "course": [
            {"ask": each.ask, "round": each.round, "chances": [round(chance, DIGITS) for chance in each.chances]}
            for each in mirror.course
        ],
        "choices": [
            {
                "ask": each.ask,
                "round": each.round,
                "chosen": each.chosen,
                "chances": {text: round(chance, DIGITS) for text, chance in each.chances.items()},
                "expected": {str(int(seat)): round(share, DIGITS) for seat, share in each.expected.items()},
            }
            for each in mirror.choices
        ],
        "by_clock": mirror.by_clock,
        "by_bot": mirror.by_bot,
        "luck": [
            {"ask": each.ask, "round": each.round, "brought": round(each.brought, DIGITS)} for each in mirror.luck
        ],
        "readable": {str(int(seat)): round(share, DIGITS) for seat, share in mirror.readable.items()},
    }


def add_mirrors(record: dict[str, Plain], mirrors: Sequence[Mirror]) -> dict[str, Plain]:
    """Add a player's mirrors to a record. Its digest stays that of the record alone."""
    return {**record, MIRRORS: [mirror_to_json(each) for each in mirrors]} if mirrors else record
