"""Sentences about the beginning of rounds and turns, and about sealed actions."""

from app.web.games.edel_stein_reich.cues import is_last_round
from app.web.games.edel_stein_reich.words import Words
from app.web.text.details import doer, number, numbers, texts, vary, word
from engine.core.effects import Effect
from engine.edel_stein_reich.choices import Action


def round_begins(h: Effect, w: Words) -> str:
    """Return the sentence of ``round_begins``."""
    if is_last_round(h):
        return w.gettext("The last round begins.")
    return w.gettext("Round %(round)d begins.") % {"round": h.round}


def opens_round(h: Effect, w: Words) -> str:
    """Return the sentence of ``opens_round``."""
    _, by = w.gettext, word(h, "by")
    said = {
        "money": _("%(who)s has more money and starts the round."),
        "gems": _("%(who)s has as much money but more gems, and starts the round."),
        "turn": _("Money and gems are level: this time %(who)s starts the round."),
    }
    default = _("Money and number of gems are level: %(who)s has the better gems and starts the round.")
    return said.get(by, default) % {"who": doer(h, w)}


def gem_cards_shuffled(h: Effect, w: Words) -> str:
    """Return the sentence of ``gem_cards_shuffled``."""
    aside, top = number(h, "set_aside"), word(h, "top")
    if not aside:
        return w.gettext("All gem cards are shuffled.")
    said = w.ngettext(
        "All gem cards are shuffled, and %(count)d is set aside: %(card)s.",
        "All gem cards are shuffled, and %(count)d are set aside; the top one shows %(card)s.",
        aside,
    )
    return said % {"count": aside, "card": w.gem_card(top)}


def gem_cards_open(h: Effect, w: Words) -> str:
    """Return the sentence of ``gem_cards_open``; the table shows the cards."""
    return w.gettext("Turn %(turn)d begins.") % {"turn": number(h, "turn")}


def old_event_leaves(h: Effect, w: Words) -> str:
    """Return the sentence of ``old_event_leaves``."""
    return w.gettext("Nobody took the event card %(card)s: it goes under the pile.") % {
        "card": w.event(word(h, "card"))
    }


def events_shuffled(h: Effect, w: Words) -> str:
    """Return the sentence of ``events_shuffled``."""
    count = number(h, "cards")
    said = w.ngettext(
        "The event pile is used up: the %(count)d used card is turned over.",
        "The event pile is used up: the %(count)d used cards are shuffled.",
        count,
    )
    return said % {"count": count}


def event_opens(h: Effect, w: Words) -> str:
    """Return the sentence of ``event_opens``."""
    return w.gettext("New event card: %(card)s.") % {"card": w.event(word(h, "card"))}


def seals(h: Effect, w: Words) -> str:
    """Return the sentence of ``seals``."""
    return w.gettext("%(who)s has sealed an action.") % {"who": doer(h, w)}


def actions_open(h: Effect, w: Words) -> str:
    """Return the sentence of ``actions_open``: the seats of each action."""
    chosen: dict[str, list[int]] = {}
    for seat, action in sorted(zip(numbers(h, "seats"), texts(h, "actions"), strict=True)):
        chosen.setdefault(action, []).append(seat)
    said = [
        w.gettext("%(action)s: %(who)s.") % {"action": w.action(action), "who": w.all_of(chosen[action])}
        for action in Action
        if action in chosen
    ]
    return " ".join(said)


def guesses_wrong(h: Effect, w: Words) -> str:
    """Return the sentence of ``guesses_wrong``."""
    values = {"who": doer(h, w), "action": w.action(word(h, "guess"))}
    if number(h, "attempt") == 1:
        return w.gettext("%(who)s guesses %(action)s. Wrong! One guess left.") % values
    return w.gettext("%(who)s guesses %(action)s. Wrong again!") % values


def guesses_right(h: Effect, w: Words) -> str:
    """Return the sentence of ``guesses_right``."""
    values = {"who": doer(h, w), "action": w.action(word(h, "guess"))}
    if number(h, "attempt") == 1:
        return w.gettext("%(who)s guesses %(action)s. Right first time!") % values
    return w.gettext("%(who)s guesses %(action)s. Right on the second guess!") % values


def sealed_opens(h: Effect, w: Words) -> str:
    """Return the sentence of ``sealed_opens``."""
    return w.gettext("%(who)s's card is revealed: %(action)s.") % {
        "who": doer(h, w),
        "action": w.action(word(h, "action")),
    }


def found_out(h: Effect, w: Words) -> str:
    """Return the sentence of ``found_out``."""
    values = {"who": doer(h, w), "action": w.the_action(word(h, "action"))}
    return w.gettext("%(who)s is found out and doesn't get %(action)s.") % values


def lapses(h: Effect, w: Words) -> str:
    """Return the sentence of ``lapses``."""
    values = {"who": w.all_of(numbers(h, "seats")), "action": w.the_action(word(h, "action"))}
    _ = w.gettext
    if word(h, "action") == "gems":
        said = vary(
            h,
            (
                _("%(who)s all want %(action)s: nobody gets any."),
                _("%(who)s all reach for %(action)s: nobody gets any."),
            ),
        )
        return said % values
    said = vary(
        h, (_("%(who)s all want %(action)s: nobody gets it."), _("%(who)s all reach for %(action)s: nobody gets it."))
    )
    return said % values


def takes_money(h: Effect, w: Words) -> str:
    """Return the sentence of ``takes_money``."""
    _ = w.gettext
    said = vary(h, (_("%(who)s takes %(money)s."), _("%(who)s pockets %(money)s.")))
    return said % {"who": doer(h, w), "money": w.money(number(h, "money"))}


def takes_gems(h: Effect, w: Words) -> str:
    """Return the sentence of ``takes_gems``."""
    lost = texts(h, "lost")
    values = {"who": doer(h, w), "gems": w.gems(texts(h, "gems")), "lost": w.gems(lost)}
    if lost:
        return w.gettext("%(who)s takes %(gems)s; the supply was %(lost)s short.") % values
    return vary(h, (w.gettext("%(who)s takes %(gems)s."), w.gettext("%(who)s gathers in %(gems)s."))) % values


def chooses_freely(h: Effect, w: Words) -> str:
    """Return the sentence of ``chooses_freely``."""
    seats = numbers(h, "seats")
    if len(seats) == 1:
        return w.gettext("Only %(who)s went for free choice and may swap one gem for two.") % {"who": w.all_of(seats)}
    return w.gettext("%(who)s each take one gem of their choice, in this order.") % {"who": w.all_of(seats)}


def exchanges(h: Effect, w: Words) -> str:
    """Return the sentence of ``exchanges``."""
    values = {"who": doer(h, w), "gem": w.gem(word(h, "gem")), "gems": w.gems(texts(h, "gems"))}
    return w.gettext("%(who)s returns %(gem)s and takes %(gems)s.") % values


def picks_gem(h: Effect, w: Words) -> str:
    """Return the sentence of ``picks_gem``."""
    return w.gettext("%(who)s takes %(gem)s.") % {"who": doer(h, w), "gem": w.gem(word(h, "gem"))}


def declines_free_choice(h: Effect, w: Words) -> str:
    """Return the sentence of ``declines_free_choice``."""
    if word(h, "could") == "yes":
        return w.gettext("%(who)s skips the free choice.") % {"who": doer(h, w)}
    return w.gettext("There is nothing for %(who)s to choose.") % {"who": doer(h, w)}
