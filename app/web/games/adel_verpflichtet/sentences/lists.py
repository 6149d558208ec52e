"""Lists that several sentences share."""

from app.web.games.adel_verpflichtet.words import Words
from app.web.text.details import numbers, texts
from engine.adel_verpflichtet.effects import exhibitions_in
from engine.core.effects import Effect

MANY = 3
"""Number of entries from which a list in a sentence is shortened."""


def cards(h: Effect, w: Words) -> str:
    """List the seats and their cards; long lists group the seats with the same card."""
    seats = numbers(h, "seats")
    played = [w.brief(card, value) for card, value in zip(texts(h, "cards"), numbers(h, "values"), strict=True)]
    if len(seats) < MANY:
        return w.join_items([player(seat, card, w) for seat, card in zip(seats, played, strict=True)])
    players = {card: [seat for seat, each in zip(seats, played, strict=True) if each == card] for card in played}
    return "; ".join(
        w.gettext("%(who)s (%(card)s)") % {"who": w.all_of(seats), "card": card} for card, seats in players.items()
    )


def player(seat: int, card: str, w: Words) -> str:
    """Say which card a seat plays."""
    return w.gettext("%(who)s (%(card)s)") % {"who": w.name_seat(seat), "card": card}


def shows(h: Effect, w: Words) -> str:
    """List how many objects each seat exhibits; empty if none does.

    The picture shows the objects themselves."""
    shown = exhibitions_in(h)
    if len(shown) == 1:
        ((seat, objects),) = shown
        values = {"who": w.name_seat(seat), "count": len(objects)}
        return w.ngettext("%(who)s shows %(count)d object", "%(who)s shows %(count)d objects", len(objects)) % values
    return w.join_items([player(seat, str(len(objects)), w) for seat, objects in shown])


def loot(h: Effect, w: Words) -> list[str]:
    """Name each stolen object and its owner; in full if there is only one."""
    things = texts(h, "objects")
    call = w.name_in_full if len(things) == 1 else w.quote_name
    return [
        w.gettext("%(object)s from %(from)s") % {"object": call(thing), "from": w.name_seat(seat)}
        for seat, thing in zip(numbers(h, "from_seats"), things, strict=True)
    ]
