"""The best moments of a game of Adel verpflichtet, found in what happened."""

from collections import Counter
from collections.abc import Callable, Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.adel_verpflichtet.chronicle.chart import chart
from app.web.games.adel_verpflichtet.chronicle.tally import find_played_cards
from app.web.games.adel_verpflichtet.sentences.lists import loot
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.chronicle import Chart, Highlight, PlacedEffect, place_effects
from app.web.games.highlights import greatest, has_same_player, select_best, sole_winner
from app.web.text.details import number, numbers, texts, word
from app.web.text.sentences import parts_of

SET_OF_TRIFLES = 3
"""Number of empty-handed returns that make a story."""

Finder = Callable[[Sequence[PlacedEffect], Words], Highlight | None]


def highlights(reveals: Sequence[Reveal], words: Words) -> tuple[Highlight, ...]:
    """Return up to six highlights in the order they happened."""
    told = place_effects(reveals)
    return select_best([_comeback(reveals, told, words), *(find(told, words) for find in FINDERS)])


def _biggest_theft(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    top = greatest(told, "steals", lambda h: len(texts(h, "objects")))
    if top is None:
        return None
    things = texts(top.effect, "objects")
    values = {
        "who": _name_doer(top, w),
        "count": len(things),
        "objects": w.join_items(loot(top.effect, w)),
        "round": top.effect.round,
    }
    said = w.ngettext(
        "The biggest theft: %(who)s took %(objects)s in round %(round)d.",
        "The biggest theft: %(who)s took %(count)d objects in round %(round)d: %(objects)s.",
        len(things),
    )
    return Highlight(parts_of(said % values), top.ask, len(things))


def _longest_stay(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    came: dict[tuple[int, int], PlacedEffect] = {}
    stays: list[tuple[int, PlacedEffect]] = []
    for each in told:
        h = each.effect
        if h.kind == "arrested":
            came[int(h.seat or 0), number(h, "thief")] = each
        elif h.kind == "freed" and (caught := came.pop((int(h.seat or 0), number(h, "thief")), None)) is not None:
            stays.append((h.round - caught.effect.round, caught))
    last = max((each.effect.round for each in told), default=0)
    stays += [(last - caught.effect.round, caught) for caught in came.values()]
    if not stays:
        return None
    rounds, caught = max(stays, key=lambda stay: stay[0])
    if rounds < 1:
        return None
    values = {
        "who": _name_doer(caught, w),
        "thief": w.thief(number(caught.effect, "thief")),
        "count": rounds,
        "round": caught.effect.round,
    }
    said = w.ngettext(
        "The longest stay in the cells: %(who)s's %(thief)s, %(count)d round, from round %(round)d on.",
        "The longest stay in the cells: %(who)s's %(thief)s, %(count)d rounds, from round %(round)d on.",
        rounds,
    )
    return Highlight(parts_of(said % values), caught.ask, rounds)


def _best_exhibition(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    top = greatest(told, "exhibitor_moves", lambda h: number(h, "size"))
    if top is None:
        return None
    h = top.effect
    values = {"who": _name_doer(top, w), "count": number(h, "size"), "round": h.round, "year": word(h, "oldest")[1:]}
    said = w.gettext(
        "The best exhibition: %(who)s showed %(count)d objects in round %(round)d, the oldest of %(year)s."
    )
    return Highlight(parts_of(said % values), top.ask, number(h, "size"))


def _highest_cheque(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    top = greatest(told, "buys", lambda h: number(h, "cheque"))
    if top is None:
        return None
    h = top.effect
    values = {
        "who": _name_doer(top, w),
        "money": w.money(number(h, "cheque")),
        "object": w.quote_name(word(h, "object")),
        "round": h.round,
    }
    said = w.gettext("The top price: %(who)s paid %(money)s for %(object)s in round %(round)d.")
    return Highlight(parts_of(said % values), top.ask, number(h, "cheque"))


def _night_of_thieves(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    thieves: Counter[int] = Counter()
    first: dict[int, int] = {}
    for each in told:
        out = sum(card == "thief" for _, _, card in find_played_cards(each.effect))
        if out:
            thieves[each.effect.round] += out
            first.setdefault(each.effect.round, each.ask)
    if not thieves:
        return None
    round, count = min(thieves.items(), key=lambda item: (-item[1], item[0]))
    if count < 2:
        return None
    said = w.gettext("The night of thieves: %(count)d of them were out at once in round %(round)d.")
    return Highlight(parts_of(said % {"round": round, "count": count}), first[round], count)


def _best_catch(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    top = greatest(told, "detective_moves", lambda h: number(h, "by"))
    if top is None:
        return None
    values = {"who": _name_doer(top, w), "count": number(top.effect, "by"), "round": top.effect.round}
    said = w.ngettext(
        "The best catch: %(who)s's detective earned %(count)d space in round %(round)d.",
        "The best catch: %(who)s's detective earned %(count)d spaces in round %(round)d.",
        number(top.effect, "by"),
    )
    return Highlight(parts_of(said % values), top.ask, number(top.effect, "by"))


def _empty_hands(told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    """Find the player whose thieves found nothing most often, three times at least."""
    nothing: dict[int, list[PlacedEffect]] = {}
    for each in told:
        h = each.effect
        if h.kind in ("finds_no_cheque", "finds_nothing_left"):
            nothing.setdefault(int(h.seat or 0), []).append(each)
        elif h.kind == "finds_no_show":
            for seat in numbers(h, "seats"):
                nothing.setdefault(seat, []).append(each)
    seat, found = max(nothing.items(), key=lambda item: (len(item[1]), -item[0]), default=(0, []))
    if len(found) < SET_OF_TRIFLES:
        return None
    values = {"who": w.name_seat(seat), "count": len(found)}
    said = w.gettext("The emptiest hands: %(who)s's thieves came home with a mere trifle %(count)d times.")
    return Highlight(parts_of(said % values), found[-1].ask, len(found))


def _comeback(reveals: Sequence[Reveal], told: Sequence[PlacedEffect], w: Words) -> Highlight | None:
    """Find how far the winner was behind."""
    won = sole_winner(told)
    if won is None:
        return None
    winner, seats = won
    behind, round = _furthest_behind(chart(reveals, seats, w.speech), winner)
    if behind < 3:
        return None
    ask = next(each.ask for each in told if each.effect.round >= round)
    if not has_same_player(reveals, winner, ask):
        return None
    values = {"who": w.name_seat(winner), "count": behind, "round": round}
    said = w.gettext("The comeback: %(who)s was %(count)d spaces behind after round %(round)d and still won.")
    return Highlight(parts_of(said % values), ask, behind)


def _furthest_behind(course: Chart, seat: int) -> tuple[int, int]:
    """Return the greatest distance in spaces to the leader, and the round after which."""
    gaps = [max(values) - values[seat] for values in zip(*course.lines.values(), strict=True)]
    worst = max(gaps)
    return worst, gaps.index(worst)


def _name_doer(each: PlacedEffect, w: Words) -> str:
    return w.name_seat(int(each.effect.seat or 0))


FINDERS: tuple[Finder, ...] = (
    _biggest_theft,
    _best_exhibition,
    _longest_stay,
    _highest_cheque,
    _night_of_thieves,
    _best_catch,
    _empty_hands,
)
"""Finders of highlights, the most interesting kind first."""
