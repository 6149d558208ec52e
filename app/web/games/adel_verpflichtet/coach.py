"""What the coach says in Adel verpflichtet: the sentences of the lesson, and what to look at before a choice."""

from collections.abc import Callable, Iterator, Sequence

from app.rooms.model.opening import Opening
from app.rooms.view_types import RoomView
from app.web.games.adel_verpflichtet.coach_facts import Eyes
from app.web.games.adel_verpflichtet.lesson import LINES, is_over, phases
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.coach import Coach, hints, is_lesson, tips

Hints = Callable[[Eyes, Words], Iterator[str]]


def coach_of(view: RoomView, openings: Sequence[Opening], words: Words) -> Coach | None:
    """What the coach may say to a seat; None for who has no hand in the game."""
    table = view.table
    if table is None or table.mine is None or table.stage == "over":
        return None
    eyes = Eyes(table, table.mine)
    kind = view.ask.kind if view.ask else ""
    come_up = phases(eyes, kind, openings, is_lesson=is_lesson(view))
    return Coach(
        tips(LINES, come_up, eyes, words.speech),
        hints(HINTS[kind](eyes, words) if kind else ()),
        is_over(eyes),
    )


def _location(eyes: Eyes, words: Words) -> Iterator[str]:
    yield _exhibit_or_collect(eyes, words)
    yield _purse(eyes, words, eyes.others)
    yield _thieves_about(eyes, words, eyes.others)


def _action(eyes: Eyes, words: Words) -> Iterator[str]:
    if eyes.here == "auction_house":
        yield from _at_auction(eyes, words)
    else:
        yield from _at_castle(eyes, words)


def _both(eyes: Eyes, words: Words) -> Iterator[str]:
    yield _exhibit_or_collect(eyes, words)
    yield _purse(eyes, words, eyes.others)
    yield _thieves_about(eyes, words, eyes.others)


def _at_auction(eyes: Eyes, words: Words) -> Iterator[str]:
    _ = words.gettext
    if not eyes.beside:
        yield _("You're alone here: any cheque buys, so play your lowest. A thief would get nothing.")
        yield _("Save high cheques for when someone bids against you: once paid, a cheque is gone.")
        return
    who = {"who": words.all_of(eyes.beside)}
    yield (
        words.ngettext(
            "%(who)s may bid against you. The highest cheque buys; the others go back to their owners.",
            "%(who)s may bid against you. The highest cheque buys; the others go back to their owners.",
            len(eyes.beside),
        )
        % who
    )
    if eyes.mine.cheques:
        yield _purse(eyes, words, eyes.beside)
    if eyes.mine.thieves:
        yield _("Your thief steals the cheque that is paid, unless a second thief turns up. Nobody gets caught here.")


def _at_castle(eyes: Eyes, words: Words) -> Iterator[str]:
    _ = words.gettext
    if not eyes.beside:
        if eyes.mine.can_exhibit:
            yield _("You're alone here: your exhibition wins and nobody can rob it.")
        else:
            yield _("You're alone here with nothing to exhibit: a thief or a detective will find nobody.")
        yield _exhibit_or_collect(eyes, words)
        return
    yield _thieves_about(eyes, words, eyes.beside)
    if eyes.mine.can_exhibit:
        seat = max(eyes.beside, key=lambda seat: eyes.table.seats[seat].hand)
        values = {
            "who": words.who(seat),
            "theirs": _objects(eyes.table.seats[seat].hand, words),
            "mine": len(eyes.mine.best_exhibition),
        }
        yield _("You can show %(mine)d objects; %(who)s holds %(theirs)s in all.") % values
    else:
        yield _("You can't exhibit: play a thief if you expect an exhibition, a detective if you expect a thief.")
    if eyes.mine.thieves:
        yield _("A thief takes one object from each exhibition, but a detective sends it to the cells.")


def _purchase(eyes: Eyes, words: Words) -> Iterator[str]:
    _ = words.gettext
    now = eyes.size_with("")
    for window in eyes.table.windows:
        if window.object:
            size = eyes.size_with(window.object.letter)
            values = {"thing": words.the(window.object.id), "count": size}
            if size > now:
                yield _("With %(thing)s you could exhibit %(count)d objects.") % values
            else:
                yield _("Buying %(thing)s wouldn't make your best exhibition bigger.") % values
    yield _("If two exhibitions are the same size, the one with the oldest object wins: check the years too.")


def _exhibition(eyes: Eyes, words: Words) -> Iterator[str]:
    _ = words.gettext
    thieves = eyes.playing("thief")
    rivals = eyes.playing("exhibit")
    if thieves:
        said = words.ngettext(
            "%(who)s has a thief here: you'll lose one of the objects you show. What you hold back is safe.",
            "%(who)s have thieves here: each takes one of the objects you show. What you hold back is safe.",
            len(thieves),
        )
        yield said % {"who": words.all_of(thieves)}
    else:
        yield _("No thief here: everything you show comes back.")
    if rivals:
        most = max(rivals, key=lambda seat: eyes.table.seats[seat].hand)
        values = {"who": words.who(most), "count": _objects(eyes.table.seats[most].hand, words)}
        yield _("%(who)s exhibits too and holds %(count)s: more objects win; if level, the oldest object.") % values
    else:
        yield _("Nobody else exhibits: three objects take you just as far as ten.")
    yield _moves(eyes, words)


def _theft(eyes: Eyes, words: Words) -> Iterator[str]:
    _ = words.gettext
    now = eyes.size_with("")
    shown = {thing.letter for seat in eyes.table.seats for thing in seat.exhibition}
    useful = sorted(letter for letter in shown if eyes.size_with(letter) > now)
    if useful:
        letters = {"letters": words.listed(useful)}
        yield _("These letters would make your best exhibition bigger: %(letters)s.") % letters
    else:
        yield _("Nothing here makes your best exhibition bigger: take the oldest object.")
    if eyes.playing("detective"):
        yield _("There's a detective here: your thief goes to the cells afterwards, but you keep the loot.")
    else:
        yield _("No detective here: your thief comes back to your hand.")


def _moves(eyes: Eyes, words: Words) -> str:
    castle = eyes.table.castle
    if castle is None:
        return ""
    values = {"best": castle.best, "second": castle.second}
    return words.gettext("The best exhibition earns %(best)d spaces, the second best %(second)d.") % values


def _exhibit_or_collect(eyes: Eyes, words: Words) -> str:
    _ = words.gettext
    if not eyes.mine.can_exhibit:
        if eyes.table.closed:
            return _("You can't exhibit, and nothing is for sale any more: steal objects with thieves.")
        return _("You can't exhibit yet: you need three objects with no gap in their letters.")
    castle = eyes.table.castle
    values = {"count": len(eyes.mine.best_exhibition), "best": castle.best if castle else 0}
    return _("You could exhibit %(count)d objects at the castle; the best exhibition earns %(best)d spaces.") % values


def _purse(eyes: Eyes, words: Words, rivals: tuple[int, ...]) -> str:
    _ = words.gettext
    if eyes.table.closed or eyes.here == "castle":
        return ""
    if not eyes.mine.cheques:
        return _("You have no cheques left: at the auction house you could only play a thief.")
    values = {"money": words.money(eyes.mine.cheques[0])}
    against = eyes.highest_against(rivals)
    if against is None:
        return _("Your rivals have no cheques left: your lowest will do.")
    if against < eyes.mine.cheques[0]:
        return _("Nobody can have a higher cheque than your %(money)s: it would win.") % values
    return _("Your highest cheque is %(money)s; someone may have a higher one.") % values


def _thieves_about(eyes: Eyes, words: Words, rivals: tuple[int, ...]) -> str:
    _ = words.gettext
    thieves = sum(len(eyes.table.seats[seat].thieves) for seat in rivals)
    if not thieves:
        return _("No rival thief is at large: exhibitions are safe, and a detective would earn nothing.")
    said = words.ngettext(
        "%(count)d rival thief is at large: catch it at the castle with your detective and you move %(steps)s.",
        "%(count)d rival thieves are at large: catch one at the castle with your detective and you move %(steps)s.",
        thieves,
    )
    steps = eyes.table.seats[eyes.mine.seat].place
    walked = words.ngettext("%(steps)d space", "%(steps)d spaces", steps) % {"steps": steps}
    return said % {"count": thieves, "steps": walked}


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
"""What to look at, for each kind of ask."""
