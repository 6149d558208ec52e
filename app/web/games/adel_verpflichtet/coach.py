"""Coach of Adel verpflichtet: sentences of the lesson, and hints before a choice."""

from collections.abc import Callable, Iterator, Sequence

from app.rooms.model.reveal import Reveal
from app.rooms.views.view_types import RoomView
from app.web.games.adel_verpflichtet import coach_spots as spots
from app.web.games.adel_verpflichtet.coach_view import LEAST, CoachView
from app.web.games.adel_verpflichtet.lesson import LINES, is_over, phases
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.coach import Coach, Said, hints, is_lesson, place, player, tips

OF_1990 = "1990"
"""Edition of the rules in which the game stops at once (A11.1)."""

POOR, RICH = 3, 5
"""Spaces for the best exhibition: up to ``POOR`` are few, from ``RICH`` on many."""

Hints = Callable[[CoachView, Words], Iterator[Said]]


def coach_of(view: RoomView, reveals: Sequence[Reveal], words: Words) -> Coach | None:
    """Return the coach of a seat, or None for a viewer without a hand."""
    table = view.table
    if table is None or table.mine is None or table.stage == "over":
        return None
    seat_view = CoachView(table, table.mine)
    kind = view.ask.kind if view.ask else ""
    come_up = phases(seat_view, kind, reveals, is_lesson=is_lesson(view))
    return Coach(
        tips(LINES, come_up, seat_view, words.speech),
        hints(HINTS[kind](seat_view, words) if kind else ()),
        is_over(seat_view),
    )


def _location(seat_view: CoachView, words: Words) -> Iterator[Said]:
    yield _exhibit_or_collect(seat_view, words)
    yield _pace(seat_view, words)
    yield _purse(seat_view, words, seat_view.others)
    yield _thieves_about(seat_view, words, seat_view.others)


def _action(seat_view: CoachView, words: Words) -> Iterator[Said]:
    if seat_view.here == "auction_house":
        yield from _list_auction_hints(seat_view, words)
    else:
        yield from _list_castle_hints(seat_view, words)


def _both(seat_view: CoachView, words: Words) -> Iterator[Said]:
    yield _exhibit_or_collect(seat_view, words)
    yield _pace(seat_view, words)
    yield _purse(seat_view, words, seat_view.others)
    yield _thieves_about(seat_view, words, seat_view.others)


def _list_auction_hints(seat_view: CoachView, words: Words) -> Iterator[Said]:
    _, cheques = words.gettext, spots.cheques(seat_view)
    if not seat_view.beside and cheques:
        yield _("You're alone here: any cheque buys, so play your lowest. A thief would get nothing."), cheques[-1:]
        yield _("Save high cheques for when someone bids against you: once paid, a cheque is gone."), cheques[:1]
        return
    if seat_view.beside:
        who = {"who": words.all_of(seat_view.beside)}
        said = words.ngettext(
            "%(who)s may bid against you. The highest cheque buys; the others go back to their owners.",
            "%(who)s may bid against you. The highest cheque buys; the others go back to their owners.",
            len(seat_view.beside),
        )
        yield said % who, spots.list_chosen_places(seat_view, seat_view.beside)
    yield _purse(seat_view, words, seat_view.beside)
    if seat_view.mine.thieves:
        said = _("Your thief steals the cheque that is paid, unless a second thief turns up. Nobody gets caught here.")
        yield said, spots.thieves(seat_view)


def _list_castle_hints(seat_view: CoachView, words: Words) -> Iterator[Said]:
    _ = words.gettext
    if not seat_view.beside:
        if seat_view.mine.can_exhibit:
            yield _("You're alone here: your exhibition wins and nobody can rob it."), spots.own(seat_view, "exhibit")
        else:
            said = _("You're alone here with nothing to exhibit: a thief or a detective will find nobody.")
            yield said, [*spots.thieves(seat_view), *spots.own(seat_view, "detective")]
        yield _exhibit_or_collect(seat_view, words)
        return
    yield _near_the_end(seat_view, words)
    yield _thieves_about(seat_view, words, seat_view.beside)
    if seat_view.mine.can_exhibit:
        rival = max(seat_view.beside, key=lambda seat: seat_view.table.seats[seat].hand)
        values = {
            "who": words.name_seat(rival),
            "theirs": _objects(seat_view.table.seats[rival].hand, words),
            "mine": len(seat_view.mine.best_exhibition),
        }
        said = _("You can show %(mine)d objects; %(who)s holds %(theirs)s in all.") % values
        yield said, [player(rival), *spots.objects(seat_view)]
    else:
        said = _("You can't exhibit: play a thief if you expect an exhibition, a detective if you expect a thief.")
        yield said, [*spots.thieves(seat_view), *spots.own(seat_view, "detective")]
    if seat_view.mine.thieves:
        showing = [seat for seat in seat_view.beside if seat_view.table.seats[seat].hand >= LEAST]
        if len(showing) > 1:
            said = _("%(who)s could all exhibit: your thief would take one object from each.")
            yield (
                said % {"who": words.all_of(showing)},
                [*spots.thieves(seat_view), *spots.list_chosen_places(seat_view, showing)],
            )
        said = _("A thief takes one object from each exhibition, but a detective sends it to the cells.")
        yield said, spots.thieves(seat_view)


def _purchase(seat_view: CoachView, words: Words) -> Iterator[Said]:
    _ = words.gettext
    now = seat_view.size_with("")
    for number, window in enumerate(seat_view.table.windows):
        if window.object:
            shown = [place(f"window-{number}")]
            size = seat_view.size_with(window.object.letter)
            values = {"thing": words.the(window.object.id), "count": size}
            if size > now:
                yield _("With %(thing)s you could exhibit %(count)d objects.") % values, shown
            else:
                yield _("Buying %(thing)s wouldn't make your best exhibition bigger.") % values, shown
    said = _("If two exhibitions are the same size, the one with the oldest object wins: check the years too.")
    yield said, spots.WINDOWS


def _exhibition(seat_view: CoachView, words: Words) -> Iterator[Said]:
    _ = words.gettext
    thieves = seat_view.playing("thief")
    rivals = seat_view.playing("exhibit")
    if thieves:
        said = words.ngettext(
            "%(who)s has a thief here: you'll lose one of the objects you show. What you hold back is safe.",
            "%(who)s have thieves here: each takes one of the objects you show. What you hold back is safe.",
            len(thieves),
        )
        yield said % {"who": words.all_of(thieves)}, spots.list_chosen_places(seat_view, thieves)
    else:
        yield _("No thief here: everything you show comes back."), spots.objects(seat_view)
    if rivals:
        most = max(rivals, key=lambda seat: seat_view.table.seats[seat].hand)
        values = {"who": words.name_seat(most), "count": _objects(seat_view.table.seats[most].hand, words)}
        said = _("%(who)s exhibits too and holds %(count)s: more objects win; if level, the oldest object.") % values
        yield said, spots.list_chosen_places(seat_view, [most])
    else:
        yield _("Nobody else exhibits: three objects take you just as far as ten."), spots.objects(seat_view)
    yield _moves(seat_view, words), (spots.PAIR,)


def _theft(seat_view: CoachView, words: Words) -> Iterator[Said]:
    _ = words.gettext
    now = seat_view.size_with("")
    shown = {thing.letter for seat in seat_view.table.seats for thing in seat.exhibition}
    useful = sorted(letter for letter in shown if seat_view.size_with(letter) > now)
    if useful:
        letters = {"letters": words.join_items(useful)}
        yield (
            _("These letters would make your best exhibition bigger: %(letters)s.") % letters,
            spots.exhibitors(seat_view),
        )
    else:
        yield _("Nothing here makes your best exhibition bigger: take the oldest object."), spots.exhibitors(seat_view)
    detectives = seat_view.playing("detective")
    if detectives:
        said = _("There's a detective here: your thief goes to the cells afterwards, but you keep the loot.")
        yield said, spots.list_chosen_places(seat_view, detectives)
    else:
        yield (
            _("No detective here: your thief comes back to your hand."),
            spots.list_chosen_places(seat_view, [seat_view.mine.seat]),
        )


def _moves(seat_view: CoachView, words: Words) -> str:
    castle = seat_view.table.castle
    if castle is None:
        return ""
    values = {"best": castle.best, "second": castle.second}
    return words.gettext("The best exhibition earns %(best)d spaces, the second best %(second)d.") % values


def _pace(seat_view: CoachView, words: Words) -> Said:
    """Advise to collect or to walk, by the leader's castle and the rounds left."""
    _, castle = words.gettext, seat_view.table.castle
    said, shown = _near_the_end(seat_view, words)
    if said or castle is None:
        return said, shown
    if castle.best <= POOR and not seat_view.table.closed:
        said = _("The castles pay little yet: for now a larger collection is worth more than a few spaces.")
        return said, (spots.PAIR,)
    if castle.best >= RICH and seat_view.mine.can_exhibit:
        said = _("The castles pay well now: a round in which others exhibit and you don't costs you dear.")
        return said, (spots.PAIR,)
    return "", ()


def _near_the_end(seat_view: CoachView, words: Words) -> Said:
    """Say that a pawn can reach the banquet table this round, by the edition's rules."""
    _, castle = words.gettext, seat_view.table.castle
    lead = max(seat.space for seat in seat_view.table.seats)
    if castle is None or lead + castle.best < seat_view.table.track.banquet_space:
        return "", ()
    shown = [*spots.leaders(seat_view), place("banquet")]
    if seat_view.table.rules == OF_1990:
        said = _("A pawn may reach the banquet this round: the game would stop at once, whoever is still to move.")
    else:
        said = _("A pawn may reach the banquet this round: it would be the last, and then the best collections move.")
    return said, shown


def _exhibit_or_collect(seat_view: CoachView, words: Words) -> Said:
    _, thieves, objects = words.gettext, spots.thieves(seat_view), spots.objects(seat_view) or spots.WINDOWS
    if not seat_view.mine.can_exhibit:
        if seat_view.table.closed:
            return _("You can't exhibit, and nothing is for sale any more: steal objects with thieves."), thieves
        return _("You can't exhibit yet: you need three objects with no gap in their letters."), objects
    castle = seat_view.table.castle
    values = {"count": len(seat_view.mine.best_exhibition), "best": castle.best if castle else 0}
    said = _("You could exhibit %(count)d objects at the castle; the best exhibition earns %(best)d spaces.") % values
    return said, [spots.PAIR, *objects]


def _purse(seat_view: CoachView, words: Words, rivals: tuple[int, ...]) -> Said:
    _ = words.gettext
    if seat_view.table.closed or seat_view.here == "castle":
        return "", ()
    cheques, thieves = spots.cheques(seat_view), spots.thieves(seat_view) or [player(seat_view.mine.seat)]
    if not seat_view.mine.cheques:
        return _("You have no cheques left: at the auction house you could only play a thief."), thieves
    values = {"money": words.money(seat_view.mine.cheques[0])}
    against = seat_view.highest_against(rivals)
    if against is None:
        return _("Your rivals have no cheques left: your lowest will do."), cheques[-1:]
    if against < seat_view.mine.cheques[0]:
        return _("Nobody can have a higher cheque than your %(money)s: it would win.") % values, cheques[:1]
    return _("Your highest cheque is %(money)s; someone may have a higher one.") % values, cheques[:1]


def _thieves_about(seat_view: CoachView, words: Words, rivals: tuple[int, ...]) -> Said:
    _, detective = words.gettext, spots.own(seat_view, "detective")
    thieves = sum(len(seat_view.table.seats[seat].thieves) for seat in rivals)
    if not thieves:
        return _("No rival thief is at large: exhibitions are safe, and a detective would earn nothing."), detective
    said = words.ngettext(
        "%(count)d rival thief is at large: catch it at the castle with your detective and you move %(steps)s.",
        "%(count)d rival thieves are at large: catch one at the castle with your detective and you move %(steps)s.",
        thieves,
    )
    steps = seat_view.table.seats[seat_view.mine.seat].place
    walked = words.ngettext("%(steps)d space", "%(steps)d spaces", steps) % {"steps": steps}
    return said % {"count": thieves, "steps": walked}, detective


def _objects(count: int, words: Words) -> str:
    return words.ngettext("%(count)d object", "%(count)d objects", count) % {"count": count}


HINTS: dict[str, Hints] = {
    "location": _location,
    "action": _action,
    "location_action": _both,
    "purchase": _purchase,
    "exhibition": _exhibition,
    "theft": _theft,
}
"""Hints for each kind of ask."""
