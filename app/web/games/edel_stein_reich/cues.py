"""Sounds and beats of the effects of Edel, Stein & Reich."""

from collections.abc import Mapping

from app.web.games.cue import Cue, find_winners, get_doer
from app.web.text.details import number
from engine.core.effects import Effect
from engine.edel_stein_reich.components import ROUNDS

SOUNDS: Mapping[str, str] = {
    "event_opens": "paper",
    "sealed_opens": "paper",
    "takes_open_event": "paper",
    "draws_event": "paper",
    "bids": "scales",
    "raises": "gems",
    "nobody_wants": "scales",
    "takes_gems": "gems",
    "brings_to_four": "gems",
    "takes_three": "gems",
    "swaps": "gems",
    "sends_back": "gems",
    "halves": "gems",
    "exchanges": "gems",
    "picks_gem": "gems",
    "majority_returns": "gems",
    "scarce_gems_return": "gems",
    "takes_money": "coins",
    "majority_pays": "coins",
    "shared_majority_pays": "coins",
    "card_pays": "coins",
    "certificates_pay": "coins",
    "certificates_extra": "coins",
}
"""Sound of each kind of effect that has one but no beat."""


def find_cue(effect: Effect) -> Cue:
    """Return the sound and the beat of an effect.

    The winner of a bargain comes before the other seat."""
    match effect.kind:
        case "accepts":
            return Cue("scales", "scales", (number(effect, "from_seat"), *get_doer(effect)))
        case "buys_for_one":
            return Cue("scales", "scales", (*get_doer(effect), number(effect, "to_seat")))
        case "round_begins" if is_last_round(effect):
            return Cue("bell", "bell")
        case "game_ends":
            return Cue("triumph", "laurel", find_winners(effect))
    return Cue(SOUNDS.get(effect.kind, ""))


def is_last_round(effect: Effect) -> bool:
    """Return whether the effect belongs to the last round."""
    return effect.round == ROUNDS
