"""Coach of Edel, Stein & Reich: lesson sentences, and hints before a choice."""

from collections.abc import Callable, Iterator, Sequence

from app.rooms.model.reveal import Reveal
from app.rooms.views.view_types import RoomView
from app.web.games.coach import CHOICES, Coach, Said, hints, place, player, tips
from app.web.games.edel_stein_reich.coach_spots import CERTIFICATES, gem_places, leading, tray
from app.web.games.edel_stein_reich.lesson import LINES, CoachView, is_over, phases
from app.web.games.edel_stein_reich.prompts.model import describe_gain
from app.web.games.edel_stein_reich.words import Words
from engine.edel_stein_reich.gems import COLOURS
from engine.edel_stein_reich.view_types import TableView

LATE = 2
"""Number of last turns before a scoring in which it counts as near."""

MUCH = 6
"""Money in millions from which a gem card pays much."""

Hints = Callable[[TableView, int, Words], Iterator[Said]]


def coach_of(view: RoomView, reveals: Sequence[Reveal], words: Words) -> Coach | None:
    """Return the coach of a seat, or None for a viewer without a hand."""
    table: TableView | None = view.table
    if table is None or table.mine is None or table.stage == "over":
        return None
    kind = view.ask.kind if view.ask else ""
    seat_view = CoachView(table, table.mine.seat, reveals)
    return Coach(
        tips(LINES, phases(seat_view, kind), seat_view, words.speech),
        hints(HINTS[kind](table, table.mine.seat, words) if kind else ()),
        is_over(seat_view),
    )


def _action(table: TableView, me: int, words: Words) -> Iterator[Said]:
    _ = words.gettext
    values = {"money": describe_gain(table, me, "money", words), "gems": describe_gain(table, me, "gems", words)}
    yield _("Your card is worth %(money)s or %(gems)s.") % values, (place(f"card-{me}"),)
    if table.guessing:
        yield _("The other player will guess what tempts you most. Surprise them now and then."), (player(1 - me),)
    else:
        cards = [(seat.gem_card.money, seat.seat) for seat in table.seats if seat.gem_card and seat.seat != me]
        most = max((money for money, _seat in cards), default=0)
        tempted = [dealer for money, dealer in cards if money == most]
        said = words.ngettext(
            "The money tempts %(who)s most (%(money)s). Clash there and you may be paid gems to step back.",
            "The money tempts %(who)s most (%(money)s each). Clash there and you may be paid gems to step back.",
            len(tempted),
        )
        said %= {"who": words.all_of(tempted), "money": words.money(most)}
        yield said, [place(f"card-{dealer}") for dealer in tempted]
    if table.turns - table.turn < LATE:
        said = _("The scoring is near: only the most of a colour pays, so go where a single gem decides.")
        yield said, gem_places(me)
    else:
        yield _card(table, me, words)
    yield _race(table, me, words)


def _guess(table: TableView, me: int, words: Words) -> Iterator[Said]:
    _ = words.gettext
    active = table.guessing.active if table.guessing else 1 - me
    card = (place(f"card-{active}"),)
    values = {
        "who": words.name_seat(active),
        "money": describe_gain(table, active, "money", words),
        "gems": describe_gain(table, active, "gems", words),
    }
    yield _("%(who)s's card is worth %(money)s or %(gems)s. Which would you take?") % values, card
    if table.guessing and table.guessing.guesses:
        yield _("Guess right this time and you bargain for it; guess wrong and they get it."), card
    else:
        yield _("Guess right first time and the other player gets nothing this turn."), card


def _bid(table: TableView, me: int, words: Words) -> Iterator[Said]:
    _ = words.gettext
    bargain = table.negotiation
    if bargain is None:
        return
    them = bargain.other if bargain.opener == me else bargain.opener
    values = {"them": words.name_seat(them), "action": words.the_action(bargain.action)}
    if bargain.bid:
        values["gems"] = words.holding(bargain.bid)
        said = _("Accept and you get %(gems)s. Raise only if you'd rather have %(action)s.") % values
        yield said, (place(f"pan-{them}"), f".station-{bargain.action}")
        said = _("To raise, offer more gems, or as many in better colours: red beats yellow beats green beats blue.")
        yield said, gem_places(me)
    elif bargain.passed:
        yield _("%(them)s offered nothing: your cheapest gem buys %(action)s.") % values, gem_places(me)
    else:
        yield _("Start low: %(them)s may accept, or offer you more to step back.") % values, gem_places(me)
        said = _("What you offer goes to %(them)s: don't give away a colour you lead.") % values
        yield said, leading(table, me)
        yield _("Being paid to step back is often worth more than the action itself."), (player(them),)
    yield _race(table, me, words)


def _event_source(table: TableView, me: int, words: Words) -> Iterator[Said]:
    _ = words.gettext
    if table.open_event:
        card = table.open_event
        yield _("The open card: %(says)s") % {"says": words.event_says(card)}, (place("event"),)
    waiting = sum(face.copies for face in table.faces if face.scoring)
    values = {"scoring": waiting, "all": sum(face.copies for face in table.faces)}
    said = _(
        "The face-down card is a gamble: %(scoring)d of all %(all)d cards are kept until the scoring, the rest "
        "take effect at once."
    )
    yield said % values, (place("event-pile"),)
    yield _certificates(table, me, words)


def _event(table: TableView, me: int, words: Words) -> Iterator[Said]:
    _ = words.gettext
    yield _("Each option shows what it would do. Leaving the card costs nothing."), (CHOICES,)
    yield _race(table, me, words)


def _return_gem(table: TableView, me: int, words: Words) -> Iterator[Said]:
    _ = words.gettext
    owner = table.queue[0]
    held, mine = table.seats[owner].gems, table.seats[me].gems
    near = [colour for colour in COLOURS if mine[colour.place] and held[colour.place] >= mine[colour.place]]
    values = {"who": words.name_seat(owner)}
    if near:
        values["colours"] = words.join_items([words.colour(colour.value) for colour in near])
        said = _("%(who)s has at least as many %(colours)s gems as you: take one of those and you may take the lead.")
        yield said % values, [tray(owner, colour) for colour in near]
    else:
        said = _("%(who)s is behind you in every colour you collect: take their best gem.") % values
        yield said, gem_places(owner)
    yield _race(table, me, words)


def _free_choice(table: TableView, me: int, words: Words) -> Iterator[Said]:
    _ = words.gettext
    yield _("Look for a colour where one or two more gems would give you the lead."), gem_places(me)
    yield _race(table, me, words)


def _card(table: TableView, me: int, words: Words) -> Said:
    """Advise on the viewer's gem card: a majority, or money that nobody can take."""
    _, card = words.gettext, table.seats[me].gem_card
    if card is None:
        return "", ()
    for at, colour in enumerate(COLOURS):
        mine, most = table.seats[me].gems[at], max(seat.gems[at] for seat in table.seats if seat.seat != me)
        if mine <= most < mine + min(card.gems[at], table.supply[at]):
            values = {"colour": words.colour(colour.value), "money": words.money(words.values[at])}
            said = _("The gems on your card would give you the most of a colour: %(colour)s, %(money)s at the scoring.")
            return said % values, (place(f"card-{me}"), tray(me, colour))
    if card.money >= MUCH:
        values = {"money": words.money(card.money)}
        said = _("Money is yours for good, gems go back at the scoring: %(money)s is a lot for one turn.")
        return said % values, (place(f"card-{me}"),)
    return "", ()


def _race(table: TableView, me: int, words: Words) -> Said:
    """Advise on the best colour that the seat leads, shares, or can take soon."""
    _ = words.gettext
    mine = table.seats[me].gems
    best: tuple[int, int, Said] | None = None
    for at, colour in enumerate(COLOURS):
        most = max(seat.gems[at] for seat in table.seats if seat.seat != me)
        values = {"gems": words.number_of(mine[at], colour), "money": words.money(words.values[at])}
        missing = most - mine[at]
        if not most and not mine[at]:
            continue
        if missing < 0:
            said = _("With %(gems)s you lead: %(money)s at the scoring if it stays that way.") % values
        elif missing == 0:
            said = _("With %(gems)s you share the lead: one more, and %(money)s is yours alone.") % values
        else:
            lack = {**values, "missing": words.number_of(missing + 1, colour)}
            said = _("Another %(missing)s and you alone have the most: %(money)s.") % lack
        if best is None or (abs(missing), at) < best[:2]:
            best = (abs(missing), at, (said, (tray(me, colour),)))
    if best is None:
        return _("Nobody has any gems: the first of each colour takes the lead."), gem_places(me)
    return best[2]


def _certificates(table: TableView, me: int, words: Words) -> Said:
    _ = words.gettext
    most = max(seat.certificates for seat in table.seats if seat.seat != me)
    values = {"mine": table.seats[me].certificates, "theirs": most, "money": words.money(words.certificates[0])}
    said = _("Certificates: you have %(mine)d, the others at most %(theirs)d; having the most pays %(money)s.")
    if not any(seat.certificates for seat in table.seats):
        said = _("Nobody has a certificate yet. Having the most pays %(money)s.")
    return said % values, (place(f"kept-{me}"), CERTIFICATES)


HINTS: dict[str, Hints] = {
    "action": _action,
    "guess": _guess,
    "bid": _bid,
    "event_source": _event_source,
    "event": _event,
    "return_gem": _return_gem,
    "free_choice": _free_choice,
}
"""Hints for each kind of ask."""
