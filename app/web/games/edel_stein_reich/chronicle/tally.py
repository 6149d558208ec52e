"""Counts of actions per seat, and of gems paid between seats."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from app.rooms.model.reveal import Reveal
from app.web.games.chronicle import Tally, TallyColumn, Ties, place_effects
from app.web.games.edel_stein_reich.last_turn import OPENS
from app.web.games.edel_stein_reich.words import Words
from app.web.text.details import number, numbers, texts, word
from engine.core.effects import Effect

ACTIONS = ("money", "event", "gems")
FREE = "free_choice"
LAPSES = "lapses"


def make_tally(reveals: Sequence[Reveal], seats: int, words: Words) -> Tally:
    """Count how often each seat chose each action, and how often it got nothing."""
    counted: Counter[tuple[int, str]] = Counter()
    for each in place_effects(reveals):
        h = each.effect
        if h.kind in OPENS:
            counted.update(find_revealed_actions(h))
        elif h.kind in ("lapses", "nobody_wants"):
            counted.update((seat, LAPSES) for seat in numbers(h, "seats"))
        elif h.kind == "found_out" and h.seat is not None:
            counted[int(h.seat), LAPSES] += 1
    actions = ACTIONS + ((FREE,) if any(action == FREE for _, action in counted) else ())
    heads = tuple(TallyColumn(f"card-{action}", words.action(action)) for action in actions)
    return Tally(
        columns=(*heads, TallyColumn("sign-idle", words.gettext("got nothing"))),
        counts={seat: tuple(counted[seat, action] for action in (*actions, LAPSES)) for seat in range(seats)},
    )


def find_revealed_actions(h: Effect) -> Iterable[tuple[int, str]]:
    """Return seat and action for each action that the effect reveals."""
    if h.kind == "sealed_opens" and h.seat is not None:
        return [(int(h.seat), word(h, "action"))]
    return zip(numbers(h, "seats"), texts(h, "actions"), strict=True)


def ties(reveals: Sequence[Reveal], words: Words) -> Ties:
    """Count the gems that each seat paid each other seat for an action."""
    paid: Counter[tuple[int, int]] = Counter()
    for each in place_effects(reveals):
        h = each.effect
        if h.kind == "accepts" and h.seat is not None:
            paid[number(h, "from_seat"), int(h.seat)] += len(texts(h, "gems"))
        elif h.kind == "buys_for_one" and h.seat is not None:
            paid[int(h.seat), number(h, "to_seat")] += len(texts(h, "gems"))
    return Ties(words.gettext("Gems paid for actions"), words.gettext("paid"), dict(paid))


def count_reads(reveals: Sequence[Reveal], words: Words) -> Ties:
    """Count how often two seats chose the same action, in both directions."""
    clashed: Counter[tuple[int, int]] = Counter()
    for each in place_effects(reveals):
        h = each.effect
        if h.kind == "lapses":
            clashed.update(permutations(numbers(h, "seats"), 2))
        elif h.kind == "negotiation_begins" and h.seat is not None:
            clashed.update(permutations((int(h.seat), number(h, "other")), 2))
    said = words.gettext(
        "Two players clash when they go for the same thing in the same turn. The fewer clashes, the better they guess."
    )
    return Ties(words.gettext("Who clashed with whom"), words.gettext("clashed with"), dict(clashed), said)
