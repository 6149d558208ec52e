"""Sentences about scorings and the end."""

from app.web.games.edel_stein_reich.words import Words
from app.web.text.details import doer, number, numbers, texts, word
from engine.core.effects import Effect


def scoring_begins(h: Effect, w: Words) -> str:
    """Return the sentence of ``scoring_begins``."""
    return w.gettext("Scoring %(round)d begins.") % {"round": h.round}


def majority_pays(h: Effect, w: Words) -> str:
    """Return the sentence of ``majority_pays``."""
    values = {
        "who": doer(h, w),
        "gems": w.number_of(number(h, "count"), word(h, "colour")),
        "pays": w.money(number(h, "pays")),
    }
    return w.gettext("%(who)s has the most, %(gems)s: %(pays)s.") % values


def shared_majority_pays(h: Effect, w: Words) -> str:
    """Return the sentence of ``shared_majority_pays``."""
    values = {
        "who": w.all_of(numbers(h, "seats")),
        "gems": w.number_of(number(h, "count"), word(h, "colour")),
        "pays": w.money(number(h, "pays")),
    }
    return w.gettext("%(who)s share the lead, %(gems)s each: %(pays)s each.") % values


def nobody_holds(h: Effect, w: Words) -> str:
    """Return the sentence of ``nobody_holds``."""
    return w.gettext("Nobody has a %(colour)s gem: nobody is paid.") % {"colour": w.colour_of_gem(word(h, "colour"))}


def majority_returns(h: Effect, w: Words) -> str:
    """Return the sentence of ``majority_returns``."""
    values = {"who": doer(h, w), "gems": w.number_of(number(h, "count"), word(h, "colour"))}
    return w.gettext("%(who)s returns %(gems)s.") % values


def certificates_pay(h: Effect, w: Words) -> str:
    """Return the sentence of ``certificates_pay``."""
    count = number(h, "count")
    values = {"who": doer(h, w), "count": count, "pays": w.money(number(h, "pays"))}
    if number(h, "place") == 1:
        said = w.ngettext(
            "%(who)s has the most certificates (%(count)d): %(pays)s.",
            "%(who)s has the most certificates (%(count)d): %(pays)s.",
            count,
        )
        return said % values
    said = w.ngettext(
        "%(who)s has the second most certificates (%(count)d): %(pays)s.",
        "%(who)s has the second most certificates (%(count)d): %(pays)s.",
        count,
    )
    return said % values


def no_certificates(h: Effect, w: Words) -> str:
    """Return the sentence of ``no_certificates``."""
    return w.gettext("Nobody has a certificate.")


def event_cards_return(h: Effect, w: Words) -> str:
    """Return the sentence of ``event_cards_return``."""
    count = len(texts(h, "cards"))
    said = w.ngettext(
        "The event card of %(who)s goes under the pile.",
        "The %(count)d event cards of %(who)s go under the pile.",
        count,
    )
    return said % {"who": w.all_of(dict.fromkeys(numbers(h, "seats"))), "count": count}


def scarce_gems_return(h: Effect, w: Words) -> str:
    """Return the sentence of ``scarce_gems_return``."""
    seats, left = numbers(h, "seats"), number(h, "left")
    values = {
        "who": w.all_of(seats),
        "gem": w.gem(word(h, "colour")),
        "gems": w.number_of(left, word(h, "colour")),
    }
    if not seats:
        return w.gettext("The supply has only %(gems)s left, but nobody has one to return.") % values
    said = w.ngettext(
        "The supply has only %(gems)s left: %(who)s returns %(gem)s.",
        "The supply has only %(gems)s left: %(who)s return %(gem)s each.",
        len(seats),
    )
    return said % values


def game_ends(h: Effect, w: Words) -> str:
    """Return the sentence of ``game_ends``."""
    ranked = list(zip(numbers(h, "seats"), numbers(h, "places"), strict=True))
    winners, others = [seat for seat, place in ranked if place == 1], [seat for seat, place in ranked if place > 1]
    values = {"who": w.all_of(winners), "others": w.all_of(others), "money": w.money(numbers(h, "money")[0])}
    if not others:
        return (
            w.ngettext(
                "%(who)s wins the game with %(money)s.", "%(who)s share first place with %(money)s each.", len(winners)
            )
            % values
        )
    said = w.ngettext(
        "%(who)s wins the game with %(money)s, ahead of %(others)s.",
        "%(who)s share first place with %(money)s each, ahead of %(others)s.",
        len(winners),
    )
    return said % values
