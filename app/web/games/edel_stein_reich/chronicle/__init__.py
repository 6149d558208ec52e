"""Chronicle of a whole game of Edel, Stein & Reich."""

from collections.abc import Mapping, Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.chronicle import Chronicle, Row, place_effects, topic_in
from app.web.games.edel_stein_reich.chronicle.chart import chart
from app.web.games.edel_stein_reich.chronicle.highlights import highlights
from app.web.games.edel_stein_reich.chronicle.tally import count_reads, make_tally, ties
from app.web.games.edel_stein_reich.last_turn import ENDS, OPENS, last_turn
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import Speech

TOPICS = {
    "cards": frozenset({"gem_cards_open", "event_opens", "guesses_wrong", "guesses_right", "found_out", "lapses"})
    | frozenset({"opens_round"})
    | OPENS,
    "money": frozenset({"takes_money", "scoring_begins", "majority_pays", "shared_majority_pays", "card_pays"})
    | frozenset({"certificates_pay", "certificates_extra", "no_certificates", "nobody_holds", "game_ends"}),
    "trades": frozenset({"negotiation_begins", "bids", "raises", "passes", "accepts", "buys_for_one", "nobody_wants"})
    | frozenset({"swaps", "sends_back", "calls_back", "halves"}),
}
"""The kinds of effects that belong to each topic of the log."""


def _topics(speech: Speech) -> Mapping[str, str]:
    _ = speech.words.gettext
    return {"cards": _("Cards revealed"), "money": _("Money"), "trades": _("Bargains and losses")}


def _rounds(reveals: Sequence[Reveal], speech: Speech) -> tuple[Row, ...]:
    """Return one row for each turn in which actions were revealed."""
    words = Words(speech)
    told = place_effects(reveals)
    rows = []
    turn, round = 0, 0
    for place, each in enumerate(told):
        if each.effect.kind not in OPENS:
            continue
        turn = turn + 1 if each.effect.round == round else 1
        round = each.effect.round
        rest = [one.effect for one in told[place + 1 :]]
        ends = next((at for at, one in enumerate(rest) if one.kind in ENDS | OPENS), len(rest))
        of_turn = Reveal(reveals[0].ask, round, (each.effect, *rest[:ends]))
        played = {line.seat: line for line in last_turn([of_turn], words)}
        label = words.gettext("Round %(round)d, turn %(turn)d") % {"round": round, "turn": turn}
        rows.append(Row(label, each.ask, each.step, played))
    return tuple(rows)


CHRONICLE = Chronicle(
    topics=_topics,
    topic=lambda effect: topic_in(TOPICS, effect),
    rounds=_rounds,
    chart=chart,
    tally=lambda reveals, seats, speech: make_tally(reveals, seats, Words(speech)),
    ties=lambda reveals, speech: ties(reveals, Words(speech)),
    reads=lambda reveals, speech: count_reads(reveals, Words(speech)),
    highlights=lambda reveals, speech: highlights(reveals, Words(speech)),
)
