"""Sentences about negotiations."""

from app.web.games.edel_stein_reich.words import Words
from app.web.text.details import doer, number, numbers, texts, vary, word
from engine.core.effects import Effect


def negotiation_begins(h: Effect, w: Words) -> str:
    """Return the sentence of ``negotiation_begins``."""
    said = w.gettext("%(who)s and %(other)s bargain for %(action)s; %(who)s has the weaker gems and starts.")
    return said % _name_bargain(h, w)


def bids(h: Effect, w: Words) -> str:
    """Return the sentence of ``bids``."""
    return w.gettext("%(who)s offers %(other)s %(gems)s for %(action)s.") % _bid(h, w)


def raises(h: Effect, w: Words) -> str:
    """Return the sentence of ``raises``."""
    _ = w.gettext
    said = vary(
        h,
        (
            _("%(who)s offers %(other)s %(gems)s for %(action)s, more than %(over)s."),
            _("%(who)s raises %(other)s's %(over)s to %(gems)s for %(action)s."),
        ),
    )
    return said % {**_bid(h, w), "over": w.gems(texts(h, "over"))}


def passes(h: Effect, w: Words) -> str:
    """Return the sentence of ``passes``."""
    values = _name_bargain(h, w)
    if word(h, "has_gems") == "no":
        return w.gettext("%(who)s has no gems to offer %(other)s for %(action)s.") % values
    return w.gettext("%(who)s offers %(other)s nothing for %(action)s.") % values


def accepts(h: Effect, w: Words) -> str:
    """Return the sentence of ``accepts``."""
    if word(h, "could_raise") == "no":
        return w.gettext("%(who)s can't raise and takes %(gems)s; %(from)s gets %(action)s.") % _name_sale(h, w)
    return accepts_briefly(h, w)


def accepts_briefly(h: Effect, w: Words) -> str:
    """Return the sentence of ``accepts`` without its reason."""
    return w.gettext("%(who)s accepts %(gems)s; %(from)s gets %(action)s.") % _name_sale(h, w)


def buys_for_one(h: Effect, w: Words) -> str:
    """Return the sentence of ``buys_for_one``."""
    values = {
        "who": doer(h, w),
        "gem": w.gem(texts(h, "gems")[0]),
        "to": w.name_seat(number(h, "to_seat")),
        "action": w.the_action(word(h, "action")),
    }
    return w.gettext("%(who)s gets %(action)s for one gem: %(gem)s goes to %(to)s.") % values


def nobody_wants(h: Effect, w: Words) -> str:
    """Return the sentence of ``nobody_wants``."""
    values = {"who": w.all_of(numbers(h, "seats")), "action": w.the_action(word(h, "action"))}
    return w.gettext("%(who)s both offer nothing: nobody gets %(action)s.") % values


def _name_bargain(h: Effect, w: Words) -> dict[str, str]:
    return {"who": doer(h, w), "other": w.name_seat(number(h, "other")), "action": w.the_action(word(h, "action"))}


def _bid(h: Effect, w: Words) -> dict[str, str]:
    return {**_name_bargain(h, w), "gems": w.gems(texts(h, "gems"))}


def _name_sale(h: Effect, w: Words) -> dict[str, str]:
    return {
        "who": doer(h, w),
        "gems": w.gems(texts(h, "gems")),
        "from": w.name_seat(number(h, "from_seat")),
        "action": w.the_action(word(h, "action")),
    }
