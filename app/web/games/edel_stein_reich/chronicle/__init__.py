"""What is told of a whole game of Edel, Stein & Reich."""

from collections.abc import Mapping, Sequence

from app.rooms.model.opening import Opening
from app.web.games.chronicle import Chart, Deeds, Highlight, Row, Ties, all_told
from app.web.games.edel_stein_reich.chronicle.chart import chart
from app.web.games.edel_stein_reich.chronicle.deeds import deeds, reads, ties
from app.web.games.edel_stein_reich.chronicle.highlights import highlights
from app.web.games.edel_stein_reich.last_turn import ENDS, OPENS, last_turn
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import Speech
from engine.core.happenings import Happening

TOPICS = {
    "cards": frozenset({"gem_cards_open", "event_opens", "guesses_wrong", "guesses_right", "found_out", "lapses"})
    | frozenset({"opens_round"})
    | OPENS,
    "money": frozenset({"takes_money", "scoring_begins", "majority_pays", "shared_majority_pays", "card_pays"})
    | frozenset({"certificates_pay", "certificates_extra", "no_certificates", "nobody_holds", "game_ends"}),
    "trades": frozenset({"negotiation_begins", "bids", "raises", "passes", "accepts", "buys_for_one", "nobody_wants"})
    | frozenset({"swaps", "sends_back", "calls_back", "halves"}),
}
"""The kinds of happenings that belong to each topic of the log."""


class EdelChronicle:
    """What this game tells of itself."""

    def topics(self, speech: Speech) -> Mapping[str, str]:
        """The topics of the log."""
        _ = speech.words.gettext
        return {"cards": _("Cards revealed"), "money": _("Money"), "trades": _("Bargains and losses")}

    def topic(self, happening: Happening) -> str:
        """The topic of a happening."""
        return next((topic for topic, kinds in TOPICS.items() if happening.kind in kinds), "")

    def rounds(self, openings: Sequence[Opening], speech: Speech) -> tuple[Row, ...]:
        """A row a turn of which actions were opened."""
        words = Words(speech)
        told = all_told(openings)
        rows = []
        turn, round = 0, 0
        for place, each in enumerate(told):
            if each.happening.kind not in OPENS:
                continue
            turn = turn + 1 if each.happening.round == round else 1
            round = each.happening.round
            rest = [one.happening for one in told[place + 1 :]]
            ends = next((at for at, one in enumerate(rest) if one.kind in ENDS | OPENS), len(rest))
            of_turn = Opening(openings[0].ask, round, (each.happening, *rest[:ends]))
            played = {line.seat: line for line in last_turn([of_turn], words)}
            label = words.gettext("Round %(round)d, turn %(turn)d") % {"round": round, "turn": turn}
            rows.append(Row(label, each.ask, each.step, played))
        return tuple(rows)

    def chart(self, openings: Sequence[Opening], seats: int, speech: Speech) -> Chart:
        """The course of the money."""
        return chart(openings, seats, speech)

    def deeds(self, openings: Sequence[Opening], seats: int, speech: Speech) -> Deeds:
        """Who wanted what."""
        return deeds(openings, seats, Words(speech))

    def ties(self, openings: Sequence[Opening], speech: Speech) -> Ties:
        """Who paid whom."""
        return ties(openings, Words(speech))

    def reads(self, openings: Sequence[Opening], speech: Speech) -> Ties:
        """Who clashed with whom."""
        return reads(openings, Words(speech))

    def highlights(self, openings: Sequence[Opening], speech: Speech) -> tuple[Highlight, ...]:
        """The best moments."""
        return highlights(openings, Words(speech))


CHRONICLE = EdelChronicle()
