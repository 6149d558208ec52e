"""Sentences about negotiations."""

from app.web.games.edel_stein_reich.words import Words
from app.web.text.details import doer, number, numbers, texts, word
from engine.core.effects import Effect


def negotiation_begins(h: Effect, w: Words) -> str:
    """Return the sentence of ``negotiation_begins``."""
    values = {"who": doer(h, w), "other": w.name_seat(number(h, "other")), "action": w.the_action(word(h, "action"))}
    return w.gettext("%(who)s and %(other)s bargain for %(action)s; %(who)s has the weaker gems and starts.") % values


def bids(h: Effect, w: Words) -> str:
    """Return the sentence of ``bids``."""
    return w.gettext("%(who)s offers %(gems)s.") % {"who": doer(h, w), "gems": w.gems(texts(h, "gems"))}


def raises(h: Effect, w: Words) -> str:
    """Return the sentence of ``raises``."""
    values = {"who": doer(h, w), "gems": w.gems(texts(h, "gems")), "over": w.gems(texts(h, "over"))}
    return w.gettext("%(who)s offers %(gems)s, more than %(over)s.") % values


def passes(h: Effect, w: Words) -> str:
    """Return the sentence of ``passes``."""
    if word(h, "has_gems") == "no":
        return w.gettext("%(who)s has no gems to offer.") % {"who": doer(h, w)}
    return w.gettext("%(who)s offers nothing.") % {"who": doer(h, w)}


def accepts(h: Effect, w: Words) -> str:
    """Return the sentence of ``accepts``."""
    values = {"who": doer(h, w), "gems": w.gems(texts(h, "gems")), "from": w.name_seat(number(h, "from_seat"))}
    if word(h, "could_raise") == "no":
        return w.gettext("%(who)s can't raise and takes %(gems)s from %(from)s, who gets the action.") % values
    return w.gettext("%(who)s accepts %(gems)s from %(from)s, who gets the action.") % values


def buys_for_one(h: Effect, w: Words) -> str:
    """Return the sentence of ``buys_for_one``."""
    values = {"who": doer(h, w), "gems": w.gem(texts(h, "gems")[0]), "to": w.name_seat(number(h, "to_seat"))}
    return w.gettext("%(who)s gets the action for one gem: %(gems)s goes to %(to)s.") % values


def nobody_wants(h: Effect, w: Words) -> str:
    """Return the sentence of ``nobody_wants``."""
    values = {"who": w.all_of(numbers(h, "seats")), "action": w.the_action(word(h, "action"))}
    return w.gettext("%(who)s both offer nothing: nobody gets %(action)s.") % values
