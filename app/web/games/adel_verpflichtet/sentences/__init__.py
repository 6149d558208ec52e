"""Sentences for the effects of Adel verpflichtet: one function per kind."""

from collections.abc import Callable

from app.web.games.adel_verpflichtet.sentences import auction, castle, end
from app.web.games.adel_verpflichtet.words import Words
from engine.core.effects import Effect

Teller = Callable[[Effect, Words], str]

AUCTION: dict[str, Teller] = {
    "passes": auction.passes,
    "auction_opens": auction.auction_opens,
    "outbids": auction.outbids,
    "buys": auction.buys,
    "turns_up": auction.turns_up,
    "pile_ends": auction.pile_ends,
    "cheques_return": auction.cheques_return,
    "steals_cheque": auction.steals_cheque,
    "thieves_clash": auction.thieves_clash,
    "finds_no_cheque": auction.finds_no_cheque,
    "house_closes": auction.house_closes,
    "cheques_gone": auction.cheques_gone,
}
"""Functions for effects at the auction house."""

CASTLE: dict[str, Teller] = {
    "castle_opens": castle.castle_opens,
    "exhibitions_open": castle.exhibitions_open,
    "exhibitions_rank": castle.exhibitions_rank,
    "pair_counts": castle.pair_counts,
    "exhibitor_moves": castle.exhibitor_moves,
    "steals": castle.steals,
    "finds_nothing_left": castle.finds_nothing_left,
    "finds_no_show": castle.finds_no_show,
    "arrested": castle.arrested,
    "freed": castle.freed,
    "detective_moves": castle.detective_moves,
    "detectives_idle": castle.detectives_idle,
    "exhibits_return": castle.exhibits_return,
}
"""Functions for effects at the castle."""

END: dict[str, Teller] = {
    "banquet_reached": end.banquet_reached,
    "game_stops": end.game_stops,
    "rounds_run_out": end.rounds_run_out,
    "finals_open": end.finals_open,
    "finalist_moves": end.finalist_moves,
    "game_ends": end.game_ends,
}
"""Functions for effects that end the game."""

TELLERS: dict[str, Teller] = {
    "locations_open": auction.locations_open,
    "cards_open": auction.cards_open,
    **AUCTION,
    **CASTLE,
    **END,
}
"""Functions for every kind of effect; ``round_ends`` has no sentence."""

BRIEF: dict[str, Teller] = {"outbids": auction.outbids_briefly, "steals": castle.steals_briefly}
"""Functions for shorter sentences, where the usual one has no room."""

UNSAID = frozenset({"round_ends"})

QUIET = frozenset(
    {
        *("passes", "cheques_return", "turns_up", "pile_ends"),
        *("pair_counts", "detectives_idle", "exhibits_return", "round_ends"),
    }
)
"""Kinds that the film shows together with the next effect."""

WEIGHTS: dict[str, float] = {
    "cards_open": 1.2,
    "auction_opens": 0.6,
    "castle_opens": 0.6,
    "buys": 0.7,
    "steals_cheque": 1.2,
    "finds_no_cheque": 0.7,
    "exhibitions_rank": 1.2,
    "exhibitor_moves": 0.7,
    "finds_nothing_left": 0.7,
    "finds_no_show": 0.7,
    "arrested": 1.2,
    "freed": 0.7,
    "detective_moves": 0.7,
    "banquet_reached": 1.8,
    "game_stops": 1.8,
    "rounds_run_out": 1.8,
    "finals_open": 1.8,
    "game_ends": 1.8,
}
"""Relative duration of each kind in the film; 1 for kinds not listed.

Kinds below 0.8 have a sentence that repeats the picture."""
