"""Sounds and beats of the effects of Adel verpflichtet."""

from collections.abc import Mapping

from app.web.games.cue import Cue, find_winners, get_doer
from app.web.text.details import number
from engine.core.effects import Effect

SOUNDS: Mapping[str, str] = {
    "auction_opens": "gavel",
    "outbids": "gavel",
    "house_closes": "gavel",
    "buys": "coins",
    "thieves_clash": "thief",
    "exhibitions_open": "paper",
    "finals_open": "paper",
    "freed": "door",
}
"""Sound of each kind of effect that has one but no beat."""


def find_cue(effect: Effect) -> Cue:
    """Return the sound and the beat of an effect."""
    match effect.kind:
        case "arrested":
            return Cue("whistle", "bars", get_doer(effect))
        case "steals":
            return Cue("thief", "hat", get_doer(effect))
        case "steals_cheque":
            return Cue("thief", "shadow", get_doer(effect))
        case "banquet_reached" | "rounds_run_out" | "game_stops":
            return Cue("bell", "bell")
        case "exhibitor_moves" | "finalist_moves" if number(effect, "rank") == 1:
            return Cue("fanfare")
        case "game_ends":
            return Cue("triumph", "laurel", find_winners(effect))
    return Cue(SOUNDS.get(effect.kind, ""))
