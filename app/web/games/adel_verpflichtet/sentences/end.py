"""Sentences about the end of the game."""

from app.web.games.adel_verpflichtet.sentences.lists import shows
from app.web.games.adel_verpflichtet.words import Words
from app.web.text.details import doer, number, numbers
from engine.core.effects import Effect


def finals_open(h: Effect, w: Words) -> str:
    """Return the sentence of ``finals_open``."""
    said = shows(h, w)
    if not said:
        return w.gettext("Nobody has a final exhibition to show.")
    return w.gettext("The final exhibitions: %(shows)s") % {"shows": f"{said}."}


def banquet_reached(h: Effect, w: Words) -> str:
    """Return the sentence of ``banquet_reached``."""
    seats = numbers(h, "seats")
    said = w.ngettext(
        "%(who)s has reached the banquet: that was the last round.",
        "%(who)s have reached the banquet: that was the last round.",
        len(seats),
    )
    return said % {"who": w.all_of(seats)}


def game_stops(h: Effect, w: Words) -> str:
    """Return the sentence of ``game_stops``."""
    return w.gettext("%(who)s has reached the banquet: the game stops at once.") % {"who": doer(h, w)}


def rounds_run_out(h: Effect, w: Words) -> str:
    """Return the sentence of ``rounds_run_out``."""
    return w.gettext("The night is over: that was the last possible round.")


def finalist_moves(h: Effect, w: Words) -> str:
    """Return the sentence of ``finalist_moves``."""
    by = number(h, "by")
    values = {"who": doer(h, w), "by": by}
    if number(h, "rank") == 1:
        return (
            w.ngettext(
                "Best final exhibition: %(who)s moves %(by)d space.",
                "Best final exhibition: %(who)s moves %(by)d spaces.",
                by,
            )
            % values
        )
    return (
        w.ngettext(
            "Second-best final exhibition: %(who)s moves %(by)d space.",
            "Second-best final exhibition: %(who)s moves %(by)d spaces.",
            by,
        )
        % values
    )


def game_ends(h: Effect, w: Words) -> str:
    """Return the sentence of ``game_ends``."""
    ranked = list(zip(numbers(h, "seats"), numbers(h, "places"), strict=True))
    winners, others = [seat for seat, place in ranked if place == 1], [seat for seat, place in ranked if place > 1]
    values = {"who": w.all_of(winners), "others": w.all_of(others)}
    if not others:
        return w.ngettext("%(who)s wins the game.", "%(who)s share first place.", len(winners)) % values
    said = w.ngettext(
        "%(who)s wins the game, ahead of %(others)s.",
        "%(who)s share first place, ahead of %(others)s.",
        len(winners),
    )
    return said % values
