"""The strip of the last round: who played what, and what came of it."""

from collections.abc import Iterable, Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.adel_verpflichtet.sentences.lists import loot
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.chronicle import PlayedRow
from app.web.text.details import doer, numbers, texts
from app.web.text.sentences import parts_of
from engine.core.effects import Effect

OPENS = frozenset({"auction_opens", "castle_opens", "cards_open"})
"""Kinds that turn up action cards."""


def last_round(reveals: Sequence[Reveal], words: Words) -> tuple[PlayedRow, ...]:
    """Return the newest round with revealed action cards, one line per seat."""
    effects = [effect for reveal in reveals for effect in reveal.effects]
    rounds = [effect.round for effect in effects if effect.kind in OPENS]
    if not rounds:
        return ()
    told = [effect for effect in effects if effect.round == rounds[-1]]
    went, played = _cards(told)
    return tuple(
        PlayedRow(
            seat=seat,
            signs=_signs(went.get(seat), played.get(seat)),
            label=_label(went.get(seat), played.get(seat), words),
            results=tuple(parts_of(said) for said in _results(seat, told, words)),
        )
        for seat in sorted({*went, *played})
    )


def _cards(told: Iterable[Effect]) -> tuple[dict[int, str], dict[int, tuple[str, int]]]:
    went: dict[int, str] = {}
    played: dict[int, tuple[str, int]] = {}
    for h in told:
        if h.kind in ("locations_open", "cards_open"):
            went |= dict(zip(numbers(h, "seats"), texts(h, "locations"), strict=True))
        if h.kind in OPENS:
            cards = zip(texts(h, "cards"), numbers(h, "values"), strict=True)
            played |= dict(zip(numbers(h, "seats"), cards, strict=True))
    return went, played


def _signs(location: str | None, card: tuple[str, int] | None) -> tuple[str, ...]:
    place = (f"sign-{location}",) if location else ()
    return (*place, f"card-{card[0]}") if card else place


def _label(location: str | None, card: tuple[str, int] | None, words: Words) -> str:
    if location and card:
        return words.name_place_and_card(location, words.card_title(*card))
    return words.location(location) if location else words.card_title(*card) if card else ""


def _results(seat: int, told: Iterable[Effect], words: Words) -> Iterable[str]:
    for h in told:
        if h.seat == seat:
            yield from _own(h, words)
        elif h.kind == "steals":
            taken = [
                thing
                for owner, thing in zip(numbers(h, "from_seats"), texts(h, "objects"), strict=True)
                if owner == seat
            ]
            if taken:
                yield words.gettext("loses %(objects)s to %(who)s") % {
                    "objects": words.join_items([words.quote_name(thing) for thing in taken]),
                    "who": doer(h, words),
                }
        elif h.kind == "steals_cheque" and numbers(h, "from_seat") == [seat]:
            yield words.gettext("loses the cheque to %(who)s") % {"who": doer(h, words)}


def _own(h: Effect, words: Words) -> Iterable[str]:
    _ = words.gettext
    match h.kind:
        case "buys":
            yield _("buys %(object)s") % {"object": words.quote_name(texts(h, "object")[0])}
        case "steals_cheque":
            values = {
                "cheque": words.money(numbers(h, "cheque")[0]),
                "from": words.name_seat(numbers(h, "from_seat")[0]),
            }
            yield _("steals %(from)s's %(cheque)s") % values
        case "exhibitor_moves" | "detective_moves":
            by = numbers(h, "by")[0]
            yield words.ngettext("moves %(by)d space", "moves %(by)d spaces", by) % {"by": by}
        case "finalist_moves":
            by = numbers(h, "by")[0]
            yield words.ngettext(
                "moves %(by)d space for the final exhibition", "moves %(by)d spaces for the final exhibition", by
            ) % {"by": by}
        case "steals":
            yield _("steals %(objects)s") % {"objects": words.join_items(loot(h, words))}
        case "arrested":
            yield _("is caught by %(by)s") % {"by": words.all_of(numbers(h, "detectives"))}
        case "freed":
            yield _("gets %(thief)s back") % {"thief": words.thief(numbers(h, "thief")[0])}
