"""The best moments of a game of Edel, Stein & Reich, found in what happened."""

from collections import Counter
from collections.abc import Callable, Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.chronicle import Highlight, PlacedEffect, place_effects
from app.web.games.edel_stein_reich.chronicle.chart import SCORES, chart
from app.web.games.edel_stein_reich.chronicle.course import payments
from app.web.games.edel_stein_reich.words import Words
from app.web.games.highlights import greatest, has_same_player, select_best, sole_winner
from app.web.text.details import number, numbers, texts, word
from app.web.text.sentences import parts_of

Finder = Callable[[Sequence[PlacedEffect], Words], Highlight | None]


def highlights(reveals: Sequence[Reveal], words: Words) -> tuple[Highlight, ...]:
    """Return up to six highlights in the order they happened."""
    told = place_effects(reveals)
    return select_best([_comeback(reveals, told, words), *(find(told, words) for find in FINDERS)])


def _highest_price(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    top = greatest(told, "accepts", lambda h: len(texts(h, "gems")))
    if top is None:
        return None
    h = top.effect
    values = {
        "who": w.name_seat(number(h, "from_seat")),
        "other": w.name_seat(int(h.seat or 0)),
        "gems": w.gems(texts(h, "gems")),
        "action": w.the_action(word(h, "action")),
        "round": h.round,
    }
    said = w.gettext("The highest price: %(who)s paid %(other)s %(gems)s for %(action)s in round %(round)d.")
    return Highlight(parts_of(said % values), top.ask, len(texts(h, "gems")))


def _best_scoring(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    """Find the highest payment to one seat in one scoring."""
    sums: Counter[tuple[int, int]] = Counter()
    begun: list[PlacedEffect] = []
    for each in told:
        if each.effect.kind == SCORES:
            begun.append(each)
        elif begun and each.effect.round == begun[-1].effect.round:
            for seat, _source, pays in payments(each.effect):
                sums[len(begun), seat] += pays
    if not sums:
        return None
    (which, seat), paid = min(sums.items(), key=lambda item: (-item[1], item[0]))
    values = {"who": w.name_seat(seat), "money": w.money(paid), "number": which}
    said = w.gettext("The best scoring: %(who)s was paid %(money)s in scoring %(number)d.")
    return Highlight(parts_of(said % values), begun[which - 1].ask, paid)


def _most_wanted(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    top = greatest(told, "lapses", lambda h: len(numbers(h, "seats")))
    if top is None:
        return None
    h = top.effect
    count = len(numbers(h, "seats"))
    values = {"count": count, "action": w.the_action(texts(h, "action")[0]), "round": h.round}
    said = w.gettext("The big clash: %(count)d wanted %(action)s in round %(round)d, and nobody got it.")
    return Highlight(parts_of(said % values), top.ask, count)


def _richest_card(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    top = greatest(told, "takes_money", lambda h: number(h, "money"))
    if top is None:
        return None
    h = top.effect
    values = {"who": w.name_seat(int(h.seat or 0)), "money": w.money(number(h, "money")), "round": h.round}
    said = w.gettext("The richest money card: %(who)s took %(money)s with it in round %(round)d.")
    return Highlight(parts_of(said % values), top.ask, number(h, "money"))


def _bitterest_loss(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    top = greatest(told, "halves", lambda h: len(texts(h, "gems")))
    if top is None:
        return None
    h = top.effect
    values = {"who": w.name_seat(int(h.seat or 0)), "gems": w.gems(texts(h, "gems")), "round": h.round}
    said = w.gettext("The bitterest loss: %(who)s had to return %(gems)s in round %(round)d.")
    return Highlight(parts_of(said % values), top.ask, len(texts(h, "gems")))


def _longest_bargain(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    """Find the negotiation with most raises."""
    raises: Counter[int] = Counter()
    begun: list[PlacedEffect] = []
    for each in told:
        if each.effect.kind == "negotiation_begins":
            begun.append(each)
        elif each.effect.kind == "raises" and begun:
            raises[len(begun) - 1] += 1
    if not raises:
        return None
    which, count = min(raises.items(), key=lambda item: (-item[1], item[0]))
    if count < 2:
        return None
    start = begun[which].effect
    values = {
        "who": w.all_of([int(start.seat or 0), number(start, "other")]),
        "count": count,
        "round": start.round,
    }
    said = w.gettext("The toughest bargain: %(who)s raised %(count)d times in round %(round)d.")
    return Highlight(parts_of(said % values), begun[which].ask, count)


def _comeback(reveals: Sequence[Reveal], told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    """Find how far the winner was behind after a scoring."""
    won = sole_winner(told)
    if won is None:
        return None
    winner, seats = won
    course = chart(reveals, seats, w.speech)
    gaps = [max(line[at] for line in course.lines.values()) - course.lines[winner][at] for at in course.marks]
    begins = [each.ask for each in told if each.effect.kind == SCORES]
    if not gaps or max(gaps) < 1:
        return None
    which = gaps.index(max(gaps))
    if not has_same_player(reveals, winner, begins[which]):
        return None
    values = {"who": w.name_seat(winner), "money": w.money(max(gaps)), "number": which + 1}
    said = w.gettext("The comeback: %(who)s was %(money)s behind after scoring %(number)d and still won.")
    return Highlight(parts_of(said % values), begins[which], max(gaps))


FINDERS: tuple[Finder, ...] = (
    _highest_price,
    _best_scoring,
    _most_wanted,
    _longest_bargain,
    _bitterest_loss,
    _richest_card,
)
"""Finders of highlights, the most interesting kind first."""
