"""Strip of the last turn with revealed actions, and their results."""

from collections.abc import Iterable, Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.chronicle import PlayedRow
from app.web.games.edel_stein_reich.words import Words
from app.web.text.details import doer, number, numbers, texts, word
from app.web.text.sentences import parts_of
from engine.core.effects import Effect

OPENS = frozenset({"actions_open", "sealed_opens"})
"""Kinds of effects that reveal actions."""

ENDS = frozenset({"gem_cards_open", "scoring_begins", "seals"})
"""Kinds of effects that belong to no turn, or to the next one."""


def last_turn(reveals: Sequence[Reveal], words: Words) -> tuple[PlayedRow, ...]:
    """Return the newest turn with revealed actions, one line per seat."""
    effects = [effect for reveal in reveals for effect in reveal.effects]
    starts = [place for place, effect in enumerate(effects) if effect.kind in OPENS]
    if not starts:
        return ()
    told = list(_turn(effects[starts[-1] :]))
    return tuple(
        PlayedRow(
            seat=seat,
            signs=(f"card-{action}",),
            label=words.action(action),
            results=tuple(parts_of(said) for said in _results(seat, action, told, words)),
        )
        for seat, action in sorted(_actions(told[0]).items())
    )


def _turn(effects: Iterable[Effect]) -> Iterable[Effect]:
    for effect in effects:
        if effect.kind in ENDS:
            return
        yield effect


def _actions(h: Effect) -> dict[int, str]:
    if h.kind == "sealed_opens" and h.seat is not None:
        return {int(h.seat): word(h, "action")}
    return dict(zip(numbers(h, "seats"), texts(h, "actions"), strict=True))


def _results(seat: int, action: str, told: Iterable[Effect], words: Words) -> Iterable[str]:
    _ = words.gettext
    for h in told:
        if h.kind in ("lapses", "nobody_wants", "found_out") and word(h, "action") == action:
            if h.seat in (None, seat):
                yield _("nobody gets it")
        elif h.seat == seat:
            yield from _own(h, words)
        elif h.kind == "accepts" and number(h, "from_seat") == seat:
            values = {"gems": words.gems(texts(h, "gems")), "who": doer(h, words)}
            yield _("pays %(who)s %(gems)s") % values
        elif h.kind == "buys_for_one" and number(h, "to_seat") == seat:
            yield _("lets %(who)s have it for %(gems)s") % {
                "who": doer(h, words),
                "gems": words.gem(texts(h, "gems")[0]),
            }
        elif h.kind == "sends_back" and number(h, "from_seat") == seat:
            yield _("loses %(gem)s") % {"gem": words.gem(word(h, "gem"))}
        elif h.kind == "swaps" and number(h, "other") == seat:
            values = {"gives": words.gem(word(h, "takes")), "takes": words.gem(word(h, "gives")), "who": doer(h, words)}
            yield _("has to give %(who)s %(gives)s for %(takes)s") % values


def _own(h: Effect, words: Words) -> Iterable[str]:
    _ = words.gettext
    match h.kind:
        case "takes_money":
            yield words.money(number(h, "money"))
        case "takes_gems" | "takes_three":
            yield _("takes %(gems)s") % {"gems": words.gems(texts(h, "gems"))}
        case "takes_open_event" | "draws_event":
            yield words.event(word(h, "card"))
        case "declines_event":
            yield _("leaves it")
        case "declines_free_choice":
            yield _("leaves it") if word(h, "could") == "yes" else _("has nothing to choose")
        case "accepts":
            values = {"who": words.name_seat(number(h, "from_seat")), "gems": words.gems(texts(h, "gems"))}
            yield _("lets %(who)s have it for %(gems)s") % values
        case "buys_for_one":
            values = {"gem": words.gem(texts(h, "gems")[0]), "who": words.name_seat(number(h, "to_seat"))}
            yield _("buys it from %(who)s for %(gem)s") % values
        case "exchanges":
            values = {"gem": words.gem(word(h, "gem")), "gems": words.gems(texts(h, "gems"))}
            yield _("returns %(gem)s, takes %(gems)s") % values
        case "picks_gem":
            yield _("takes %(gem)s") % {"gem": words.gem(word(h, "gem"))}
        case "majority_pays":
            yield words.money(number(h, "pays"))
        case "swaps":
            yield _("gives %(who)s %(gives)s for %(takes)s") % {
                "who": words.name_seat(number(h, "other")),
                "gives": words.gem(word(h, "gives")),
                "takes": words.gem(word(h, "takes")),
            }
