"""Sentences about event cards."""

from app.web.games.edel_stein_reich.words import Words, event_of
from app.web.text.details import doer, number, numbers, texts, word
from engine.core.effects import Effect


def takes_open_event(h: Effect, w: Words) -> str:
    """Return the sentence of ``takes_open_event``."""
    return w.gettext("%(who)s takes the open event card %(card)s.") % _name_doer_and_card(h, w)


def draws_event(h: Effect, w: Words) -> str:
    """Return the sentence of ``draws_event``."""
    return w.gettext("%(who)s draws the face-down event card: %(card)s.") % _name_doer_and_card(h, w)


def open_event_leaves(h: Effect, w: Words) -> str:
    """Return the sentence of ``open_event_leaves``."""
    return w.gettext("%(card)s goes under the pile unused.") % {"card": w.event(word(h, "card"))}


def keeps_card(h: Effect, w: Words) -> str:
    """Return the sentence of ``keeps_card``."""
    return w.gettext("%(who)s keeps %(card)s for the next scoring.") % _name_doer_and_card(h, w)


def has_no_effect(h: Effect, w: Words) -> str:
    """Return the sentence of ``has_no_effect``."""
    return w.gettext("%(card)s would change nothing for %(who)s.") % _name_doer_and_card(h, w)


def declines_event(h: Effect, w: Words) -> str:
    """Return the sentence of ``declines_event``."""
    return w.gettext("%(who)s decides not to use %(card)s.") % _name_doer_and_card(h, w)


def scores_now(h: Effect, w: Words) -> str:
    """Return the sentence of ``scores_now``."""
    values = {"who": doer(h, w), "colour": w.colour(word(h, "colour"))}
    return w.gettext("%(who)s scores %(colour)s right away.") % values


def brings_to_four(h: Effect, w: Words) -> str:
    """Return the sentence of ``brings_to_four``."""
    returned, taken = texts(h, "returned"), texts(h, "taken")
    values = {"who": doer(h, w), "returned": w.gems(returned), "taken": w.gems(taken)}
    if returned and taken:
        return w.gettext("%(who)s evens two colours out at four: returns %(returned)s, takes %(taken)s.") % values
    if returned:
        return w.gettext("%(who)s evens two colours out at four: returns %(returned)s.") % values
    return w.gettext("%(who)s evens two colours out at four: takes %(taken)s.") % values


def swaps(h: Effect, w: Words) -> str:
    """Return the sentence of ``swaps``."""
    values = {
        "who": doer(h, w),
        "other": w.name_seat(number(h, "other")),
        "gives": w.gem(word(h, "gives")),
        "takes": w.gem(word(h, "takes")),
    }
    return w.gettext("%(who)s gives %(other)s %(gives)s and gets %(takes)s.") % values


def calls_back(h: Effect, w: Words) -> str:
    """Return the sentence of ``calls_back``."""
    seats = numbers(h, "from_seats")
    said = w.ngettext(
        "%(who)s chooses which gem %(from)s returns.",
        "%(who)s chooses which gem each of %(from)s returns.",
        len(seats),
    )
    return said % {"who": doer(h, w), "from": w.all_of(seats)}


def sends_back(h: Effect, w: Words) -> str:
    """Return the sentence of ``sends_back``."""
    values = {"who": doer(h, w), "from": w.name_seat(number(h, "from_seat")), "gem": w.gem(word(h, "gem"))}
    return w.gettext("%(who)s makes %(from)s return %(gem)s.") % values


def takes_three(h: Effect, w: Words) -> str:
    """Return the sentence of ``takes_three``."""
    taken = w.number_of(len(texts(h, "gems")), word(h, "colour"))
    return w.gettext("Lucky find: %(who)s takes %(gems)s.") % {"who": doer(h, w), "gems": taken}


def halves(h: Effect, w: Words) -> str:
    """Return the sentence of ``halves``."""
    return w.gettext("%(who)s returns %(gems)s.") % {"who": doer(h, w), "gems": w.gems(texts(h, "gems"))}


def event_leaves(h: Effect, w: Words) -> str:
    """Return the sentence of ``event_leaves``."""
    return w.gettext("%(card)s goes under the pile.") % {"card": w.event(word(h, "card"))}


def card_pays(h: Effect, w: Words) -> str:
    """Return the sentence of ``card_pays``."""
    effect, _ = event_of(word(h, "card"))
    values = {
        "who": doer(h, w),
        "card": w.event(word(h, "card")),
        "pays": w.money(number(h, "pays")),
        "gems": w.number_of(number(h, "count"), word(h, "colour")),
    }
    if effect == "per_gem":
        return w.gettext("%(who)s's card %(card)s pays %(pays)s for %(gems)s.") % values
    return w.gettext("%(who)s's card %(card)s pays %(pays)s for the sole lead with %(gems)s.") % values


def card_pays_briefly(h: Effect, w: Words) -> str:
    """Return the sentence of a card that pays, without the reason."""
    values = {**_name_doer_and_card(h, w), "pays": w.money(number(h, "pays"))}
    return w.gettext("%(who)s's card %(card)s pays %(pays)s.") % values


def certificates_extra(h: Effect, w: Words) -> str:
    """Return the sentence of ``certificates_extra``."""
    count = number(h, "count")
    said = w.ngettext(
        "%(who)s's card %(card)s pays %(pays)s for the sole lead with %(count)d certificate.",
        "%(who)s's card %(card)s pays %(pays)s for the sole lead with %(count)d certificates.",
        count,
    )
    return said % {**_name_doer_and_card(h, w), "pays": w.money(number(h, "pays")), "count": count}


def _name_doer_and_card(h: Effect, w: Words) -> dict[str, str]:
    return {"who": doer(h, w), "card": w.event(word(h, "card"))}
