"""What the coach says in Adel verpflichtet: what the present choice is about, and what to look at before it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from app.rooms.view_types import RoomView
from app.web.games.adel_verpflichtet.coach_facts import Eyes
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.coach import Coach, Letter, coach, is_lesson, played, welcome

Hints = Callable[[Eyes, Words], Iterator[str]]


def coach_of(view: RoomView, words: Words) -> Coach | None:
    """The coach's words for a seat; None for who has no hand in the game."""
    table = view.table
    if table is None or table.mine is None or table.stage == "over":
        return None
    eyes = Eyes(table, table.mine)
    about, clause = _about(eyes, words)
    kind = view.ask.kind if view.ask else ""
    said = coach(clause, about, HINTS[kind](eyes, words) if kind else ())
    return replace(said, letter=_letter(view, words)) if is_lesson(view) else said


def _letter(view: RoomView, words: Words) -> Letter | None:
    _ = words.gettext
    if view.table.stage not in ("location", "location_action"):
        return None
    if view.table.round == 1:
        board = _("The board: pawns walk past the castles to the banquet; whoever is farthest along in the end wins.")
        hand = _("Your hand: objects to exhibit and cards to play. Nobody else sees it.")
        return welcome(words.speech, board, hand)
    if view.table.round == 2:
        return played(
            words.speech, _("That was a whole round: place, card, auction house, castle. The others all go like this.")
        )
    return None


def _about(eyes: Eyes, words: Words) -> tuple[str, str]:
    """What the table is at, and the clause of it."""
    _ = words.gettext
    stage = eyes.table.stage
    said = {
        "location": (_("First everybody seals a place; all places are turned up together."), "A3.1"),
        "action": (_("Now everybody knows who is where, and seals a card for that place."), "A3.2"),
        "location_action": (_("With two players place and card are sealed together and turned up at once."), "A9.1"),
        "purchase": (_("The highest cheque buys: its owner takes one of the two objects on display."), "A4.1"),
        "exhibition": (_("Whoever exhibits seals which objects to show; the two best walk ahead."), "A6.1"),
        "theft": (_("The thieves at the castle take one object from every exhibition, the highest first."), "A6.4"),
    }
    return said[stage]


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
        yield _("You are alone here: any cheque buys, so the lowest is enough. A thief would find nothing.")
        yield _("Keep high cheques for rounds in which somebody bids against you: what is paid, is gone.")
        return
    who = {"who": words.all_of(eyes.beside)}
    yield _("%(who)s may bid against you. The highest cheque buys, all others come back to the hand.") % who
    if eyes.mine.cheques:
        yield _purse(eyes, words, eyes.beside)
    if eyes.mine.thieves:
        yield _("Your thief takes the cheque that is paid, if no second thief comes. Nobody catches thieves here.")


def _at_castle(eyes: Eyes, words: Words) -> Iterator[str]:
    _ = words.gettext
    if not eyes.beside:
        if eyes.mine.can_exhibit:
            yield _("You are alone here: your exhibition is the best one, and nobody robs it.")
        else:
            yield _("You are alone here and have nothing to exhibit: thief and detective will find nobody.")
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
        yield _("You have no valid exhibition: a thief pays if others exhibit, a detective if others steal.")
    if eyes.mine.thieves:
        yield _("A thief takes an object from every exhibition. Should a detective be here, it goes to the cells.")


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
                yield _("With %(thing)s your best exhibition does not grow.") % values
    yield _("Of two exhibitions of the same size the one with the older piece is better: look at the years, too.")


def _exhibition(eyes: Eyes, words: Words) -> Iterator[str]:
    _ = words.gettext
    thieves = eyes.playing("thief")
    rivals = eyes.playing("exhibit")
    if thieves:
        said = words.ngettext(
            "%(who)s has a thief here: you lose one object of those you show. What you hold back is safe.",
            "%(who)s have thieves here: you lose one object to each. What you hold back is safe.",
            len(thieves),
        )
        yield said % {"who": words.all_of(thieves)}
    else:
        yield _("No thief is here: what you show comes back to your hand.")
    if rivals:
        most = max(rivals, key=lambda seat: eyes.table.seats[seat].hand)
        values = {"who": words.who(most), "count": _objects(eyes.table.seats[most].hand, words)}
        yield _("%(who)s exhibits, too, and holds %(count)s: more objects win, then the oldest piece.") % values
    else:
        yield _("Nobody else exhibits: three objects walk just as far as ten.")
    yield _moves(eyes, words)


def _theft(eyes: Eyes, words: Words) -> Iterator[str]:
    _ = words.gettext
    now = eyes.size_with("")
    shown = {thing.letter for seat in eyes.table.seats for thing in seat.exhibition}
    useful = sorted(letter for letter in shown if eyes.size_with(letter) > now)
    if useful:
        letters = {"letters": words.listed(useful)}
        yield _("Objects of %(letters)s would make your own best exhibition larger.") % letters
    else:
        yield _("Nothing here makes your own exhibition larger: an old piece helps most.")
    if eyes.playing("detective"):
        yield _("A detective is here: your thief goes to the cells afterwards, but the loot is yours.")
    else:
        yield _("No detective is here: your thief comes back to your hand.")


def _moves(eyes: Eyes, words: Words) -> str:
    castle = eyes.table.castle
    if castle is None:
        return ""
    values = {"best": castle.best, "second": castle.second}
    return words.gettext("The best exhibition walks %(best)d ahead, the second best %(second)d.") % values


def _exhibit_or_collect(eyes: Eyes, words: Words) -> str:
    _ = words.gettext
    if not eyes.mine.can_exhibit:
        if eyes.table.closed:
            return _("You have no valid exhibition, and nothing is sold any more: take objects with thieves.")
        return _("You have no valid exhibition yet: you need three objects whose letters leave no gap.")
    castle = eyes.table.castle
    values = {"count": len(eyes.mine.best_exhibition), "best": castle.best if castle else 0}
    return _("You could exhibit %(count)d objects at the castle; the best exhibition walks %(best)d ahead.") % values


def _purse(eyes: Eyes, words: Words, rivals: tuple[int, ...]) -> str:
    _ = words.gettext
    if eyes.table.closed or eyes.here == "castle":
        return ""
    if not eyes.mine.cheques:
        return _("You have no cheque left: at the auction house only a thief is open to you.")
    values = {"money": words.money(eyes.mine.cheques[0])}
    against = eyes.highest_against(rivals)
    if against is None:
        return _("Nobody against you has a cheque left: your smallest will do.")
    if against < eyes.mine.cheques[0]:
        return _("Nobody can have a higher cheque than your %(money)s.") % values
    return _("Your highest cheque is %(money)s; higher ones may still be about.") % values


def _thieves_about(eyes: Eyes, words: Words, rivals: tuple[int, ...]) -> str:
    _ = words.gettext
    thieves = sum(len(eyes.table.seats[seat].thieves) for seat in rivals)
    if not thieves:
        return _("No thief of the others is at large: exhibitions are safe, a detective would walk nowhere.")
    said = words.ngettext(
        "%(count)d thief of the others is at large: if it is caught here, a detective moves you %(steps)s.",
        "%(count)d thieves of the others are at large: if one is caught, a detective moves you %(steps)s.",
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
