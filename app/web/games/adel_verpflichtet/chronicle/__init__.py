"""Chronicle of a whole game of Adel verpflichtet."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from app.rooms.model.reveal import Reveal
from app.web.games.adel_verpflichtet.chronicle.chart import MOVES, chart
from app.web.games.adel_verpflichtet.chronicle.highlights import highlights
from app.web.games.adel_verpflichtet.chronicle.tally import count_reads, make_tally, ties
from app.web.games.adel_verpflichtet.last_round import OPENS, last_round
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.chronicle import Chronicle, Row, place_effects, topic_in
from app.web.text.sentences import Speech

TOPICS = {
    "cards": frozenset({"locations_open", "exhibitions_open", "finals_open", *OPENS}),
    "moves": frozenset({"buys", "pair_counts", "banquet_reached", "game_stops", "game_ends", *MOVES}),
    "thefts": frozenset({"steals", "steals_cheque", "thieves_clash", "finds_no_cheque", "finds_nothing_left"})
    | frozenset({"finds_no_show", "arrested", "freed"}),
}
"""The kinds of effects that belong to each topic of the log."""


def _topics(speech: Speech) -> Mapping[str, str]:
    _ = speech.words.gettext
    return {"cards": _("Cards revealed"), "moves": _("Moves and buys"), "thefts": _("Thieves")}


def _rounds(reveals: Sequence[Reveal], speech: Speech) -> tuple[Row, ...]:
    """Return one row for each round in which action cards were revealed."""
    words = Words(speech)
    rows = []
    for number, group in groupby(reveals, key=lambda reveal: reveal.round):
        of_round = tuple(group)
        opens = [each for each in place_effects(of_round) if each.effect.kind in OPENS]
        if opens:
            played = {line.seat: line for line in last_round(of_round, words)}
            label = words.gettext("Round %(number)d") % {"number": number}
            rows.append(Row(label, opens[0].ask, opens[0].step, played))
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
