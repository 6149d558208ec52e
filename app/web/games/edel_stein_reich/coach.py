"""What the coach says in Edel, Stein & Reich: what the present choice is about, and what to look at before it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from app.rooms.view_types import RoomView
from app.web.games.coach import Coach, Letter, coach, is_lesson, played, welcome
from app.web.games.edel_stein_reich.prompts.model import brings
from app.web.games.edel_stein_reich.words import Words
from engine.edel_stein_reich.gems import COLOURS
from engine.edel_stein_reich.view_types import TableView

Hints = Callable[[TableView, int, Words], Iterator[str]]


def coach_of(view: RoomView, words: Words) -> Coach | None:
    """The coach's words for a seat; None for who has no hand in the game."""
    table = view.table
    if table is None or table.mine is None or table.stage == "over":
        return None
    about, clause = _about(table, words)
    kind = view.ask.kind if view.ask else ""
    said = coach(clause, about, HINTS[kind](table, table.mine.seat, words) if kind else ())
    return replace(said, letter=_letter(view, words)) if is_lesson(view) else said


def _letter(view: RoomView, words: Words) -> Letter | None:
    _ = words.gettext
    table: TableView = view.table
    if table.stage != "action" or table.round > 1:
        return None
    if table.turn == 1:
        board = _("The table: the cards everybody turned up, the supply of gems, and the event card that lies open.")
        hand = _("Your wealth: gems and money lie open for all to see. Secret is only what you seal.")
        return welcome(words.speech, board, hand)
    if table.turn == 2:
        whole = _("That was a whole turn: seal, open, bargain, carry out. Every turn goes this way.")
        return played(words.speech, whole)
    return None


def _about(table: TableView, words: Words) -> tuple[str, str]:
    """What the table is at, and the clause of it."""
    _ = words.gettext
    said = {
        "action": (_("Everybody seals one action; alone you get it, two bargain, three or more get nothing."), "E3.3"),
        "guess": (_("One has sealed an action, the other guesses it: a right first guess cancels it."), "E10.3"),
        "bid": (_("Two want the same: each may pay the other with gems for stepping back."), "E5.3"),
        "event_source": (_("Whoever carries out the event takes the open card or the unseen top one."), "E4.2"),
        "event": (_("An event card that acts at once is carried out now, or left."), "E4.2"),
        "return_gem": (_("Everybody else loses a gem; the owner of the card says which."), "E8.8"),
        "free_choice": (_("The free choice never collides: alone it exchanges, among several each takes one."), "E4.4"),
    }
    if table.guessing and table.stage == "action":
        return _("One seals an action, the other tries to guess it."), "E10.2"
    return said.get(table.stage) or (_("What was sealed is carried out: money, event, gems, free choice."), "E3.2")


def _action(table: TableView, me: int, words: Words) -> Iterator[str]:
    _ = words.gettext
    values = {"money": brings(table, me, "money", words), "gems": brings(table, me, "gems", words)}
    yield _("Your card is worth %(money)s or %(gems)s.") % values
    if table.guessing:
        yield _("The other player guesses what tempts you most: now and then take something else.")
    else:
        cards = [(seat.gem_card.money, seat.seat) for seat in table.seats if seat.gem_card and seat.seat != me]
        most = max((money for money, _seat in cards), default=0)
        tempted = words.all_of(seat for money, seat in cards if money == most)
        said = words.ngettext(
            "The money tempts %(who)s most, with %(money)s: a gem or two may be paid to who steps back.",
            "The money tempts %(who)s most, with %(money)s each: a gem or two may be paid to who steps back.",
            [money for money, _seat in cards].count(most),
        )
        yield said % {"who": tempted, "money": words.money(most)}
    yield _race(table, me, words)


def _guess(table: TableView, me: int, words: Words) -> Iterator[str]:
    _ = words.gettext
    active = table.guessing.active if table.guessing else 1 - me
    values = {
        "who": words.who(active),
        "money": brings(table, active, "money", words),
        "gems": brings(table, active, "gems", words),
    }
    yield _("To %(who)s the money is worth %(money)s, the gems %(gems)s. What tempts more?") % values
    if table.guessing and table.guessing.guesses:
        yield _("Right now means you bargain for it; wrong lets it pass.")
    else:
        yield _("A right first guess costs the other player the whole turn.")


def _bid(table: TableView, me: int, words: Words) -> Iterator[str]:
    _ = words.gettext
    bargain = table.negotiation
    if bargain is None:
        return
    them = bargain.other if bargain.opener == me else bargain.opener
    values = {"them": words.who(them), "action": words.the_action(bargain.action)}
    if bargain.bid:
        values["gems"] = words.holding(bargain.bid)
        yield _("Accept and you get %(gems)s; raise only if that is worth less to you than %(action)s.") % values
        yield _("A raise takes more gems, or as many of higher value: red, yellow, green, blue.")
    elif bargain.passed:
        yield _("%(them)s offered nothing: a single gem, the cheapest you have, buys %(action)s.") % values
    else:
        yield _("Offer little at first: %(them)s may accept, or pay you more for stepping back.") % values
        yield _("What you offer goes to %(them)s: do not give away the colour you lead in.") % values
    yield _race(table, me, words)


def _event_source(table: TableView, me: int, words: Words) -> Iterator[str]:
    _ = words.gettext
    if table.open_event:
        card = table.open_event
        yield _("The open card: %(says)s") % {"says": words.event_says(card)}
    waiting = sum(face.copies for face in table.faces if face.scoring)
    values = {"scoring": waiting, "all": sum(face.copies for face in table.faces)}
    yield (
        _("The unseen one is a gamble: %(scoring)d of all %(all)d cards wait for the scoring, the rest act at once.")
        % values
    )
    yield _certificates(table, me, words)


def _event(table: TableView, me: int, words: Words) -> Iterator[str]:
    _ = words.gettext
    yield _("Below each way it says what would come of it; leaving the card costs nothing.")
    yield _race(table, me, words)


def _return_gem(table: TableView, me: int, words: Words) -> Iterator[str]:
    _ = words.gettext
    owner = table.queue[0]
    held, mine = table.seats[owner].gems, table.seats[me].gems
    near = [colour.value for colour in COLOURS if mine[colour.place] and held[colour.place] >= mine[colour.place]]
    values = {"who": words.who(owner)}
    if near:
        values["colours"] = words.listed([words.colour(colour) for colour in near])
        yield _("%(who)s has as many as you or more of %(colours)s: a gem less there may win you the colour.") % values
    else:
        yield _("%(who)s is behind you in every colour you collect: take the gem of most value.") % values
    yield _race(table, me, words)


def _free_choice(table: TableView, me: int, words: Words) -> Iterator[str]:
    _ = words.gettext
    yield _("Look for the colour in which a gem or two more gives you most of all.")
    yield _race(table, me, words)


def _race(table: TableView, me: int, words: Words) -> str:
    """The colour of highest value that the seat leads in, shares, or could take soon."""
    _ = words.gettext
    mine = table.seats[me].gems
    best: tuple[int, int, str] | None = None
    for place, colour in enumerate(COLOURS):
        most = max(seat.gems[place] for seat in table.seats if seat.seat != me)
        values = {"gems": words.number_of(mine[place], colour), "money": words.money(words.values[place])}
        missing = most - mine[place]
        if not most and not mine[place]:
            continue
        if missing < 0:
            said = _("With %(gems)s you lead: %(money)s at the scoring, if it stays so.") % values
        elif missing == 0:
            said = _("With %(gems)s you share the lead: one more, and the %(money)s are yours alone.") % values
        else:
            lack = {**values, "missing": words.number_of(missing + 1, colour)}
            said = _("%(missing)s more, and you alone have most of that colour: %(money)s.") % lack
        if best is None or (abs(missing), place) < best[:2]:
            best = (abs(missing), place, said)
    return best[2] if best else _("Nobody has a gem: the first of each colour leads.")


def _certificates(table: TableView, me: int, words: Words) -> str:
    _ = words.gettext
    most = max(seat.certificates for seat in table.seats if seat.seat != me)
    values = {"mine": table.seats[me].certificates, "theirs": most, "money": words.money(words.certificates[0])}
    return _("Certificates: you have %(mine)d, the others at most %(theirs)d; most of them pay %(money)s.") % values


HINTS: dict[str, Hints] = {
    "action": _action,
    "guess": _guess,
    "bid": _bid,
    "event_source": _event_source,
    "event": _event,
    "return_gem": _return_gem,
    "free_choice": _free_choice,
}
"""What to look at, for each kind of ask."""
