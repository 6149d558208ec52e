"""Sentences for the effects of Edel, Stein & Reich: one function per kind."""

from collections.abc import Callable

from app.web.games.edel_stein_reich.sentences import bargains, events, scorings, turns
from app.web.games.edel_stein_reich.words import Words
from engine.core.effects import Effect

Teller = Callable[[Effect, Words], str]

SCORINGS: dict[str, Teller] = {
    "scoring_begins": scorings.scoring_begins,
    "majority_pays": scorings.majority_pays,
    "shared_majority_pays": scorings.shared_majority_pays,
    "nobody_holds": scorings.nobody_holds,
    "card_pays": events.card_pays,
    "majority_returns": scorings.majority_returns,
    "certificates_pay": scorings.certificates_pay,
    "certificates_extra": events.certificates_extra,
    "no_certificates": scorings.no_certificates,
    "event_cards_return": scorings.event_cards_return,
    "scarce_gems_return": scorings.scarce_gems_return,
    "game_ends": scorings.game_ends,
}
"""Functions for effects of a scoring."""

TELLERS: dict[str, Teller] = {
    "round_begins": turns.round_begins,
    "opens_round": turns.opens_round,
    "gem_cards_shuffled": turns.gem_cards_shuffled,
    "gem_cards_open": turns.gem_cards_open,
    "old_event_leaves": turns.old_event_leaves,
    "events_shuffled": turns.events_shuffled,
    "event_opens": turns.event_opens,
    "seals": turns.seals,
    "actions_open": turns.actions_open,
    "guesses_wrong": turns.guesses_wrong,
    "guesses_right": turns.guesses_right,
    "sealed_opens": turns.sealed_opens,
    "found_out": turns.found_out,
    "lapses": turns.lapses,
    "negotiation_begins": bargains.negotiation_begins,
    "bids": bargains.bids,
    "raises": bargains.raises,
    "passes": bargains.passes,
    "accepts": bargains.accepts,
    "buys_for_one": bargains.buys_for_one,
    "nobody_wants": bargains.nobody_wants,
    "takes_money": turns.takes_money,
    "takes_open_event": events.takes_open_event,
    "draws_event": events.draws_event,
    "open_event_leaves": events.open_event_leaves,
    "keeps_card": events.keeps_card,
    "has_no_effect": events.has_no_effect,
    "declines_event": events.declines_event,
    "scores_now": events.scores_now,
    "brings_to_four": events.brings_to_four,
    "swaps": events.swaps,
    "calls_back": events.calls_back,
    "sends_back": events.sends_back,
    "takes_three": events.takes_three,
    "halves": events.halves,
    "event_leaves": events.event_leaves,
    "takes_gems": turns.takes_gems,
    "chooses_freely": turns.chooses_freely,
    "exchanges": turns.exchanges,
    "picks_gem": turns.picks_gem,
    "declines_free_choice": turns.declines_free_choice,
    **SCORINGS,
}
"""Functions for every kind of effect."""

BRIEF: dict[str, Teller] = {
    "raises": bargains.bids,
    "accepts": bargains.accepts_briefly,
    "card_pays": events.card_pays_briefly,
    "certificates_extra": events.card_pays_briefly,
}
"""Functions for shorter sentences, where the usual one has no room."""

QUIET = frozenset(
    {
        "round_begins",
        "gem_cards_open",
        "old_event_leaves",
        "events_shuffled",
        "open_event_leaves",
        "event_leaves",
        "seals",
        "lapses",
        "negotiation_begins",
        "chooses_freely",
        "no_certificates",
        "nobody_holds",
        "gem_cards_shuffled",
    }
)
"""Kinds that the film shows together with the next effect."""

WEIGHTS: dict[str, float] = {
    "actions_open": 1.0,
    "sealed_opens": 1.4,
    "guesses_right": 1.4,
    "found_out": 1.4,
    "event_opens": 0.7,
    "bids": 0.7,
    "raises": 0.7,
    "passes": 0.6,
    "accepts": 0.7,
    "buys_for_one": 0.7,
    "nobody_wants": 0.7,
    "takes_money": 0.6,
    "takes_gems": 0.6,
    "takes_open_event": 0.6,
    "draws_event": 0.8,
    "keeps_card": 0.6,
    "has_no_effect": 0.7,
    "declines_event": 0.6,
    "declines_free_choice": 0.6,
    "picks_gem": 0.6,
    "scores_now": 1.2,
    "halves": 0.7,
    "opens_round": 0.8,
    "scoring_begins": 0.7,
    "card_pays": 0.7,
    "majority_returns": 0.5,
    "certificates_pay": 0.9,
    "event_cards_return": 0.6,
    "scarce_gems_return": 0.7,
    "exchanges": 0.7,
    "brings_to_four": 0.7,
    "takes_three": 0.7,
    "swaps": 0.8,
    "sends_back": 0.7,
    "calls_back": 0.7,
    "game_ends": 2.0,
}
"""Relative duration of each kind in the film; 1 for kinds not listed."""

FREE_CHOICE = frozenset({"chooses_freely", "exchanges", "picks_gem", "declines_free_choice"})
"""Kinds of effects of free choices.

Several seats may choose in turn, so none of them is the step's actor."""
