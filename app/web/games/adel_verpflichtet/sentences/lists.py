"""The lists that several sentences share."""

from app.web.games.adel_verpflichtet.words import Words
from app.web.text.details import numbers, texts
from engine.adel_verpflichtet.effects import exhibitions_in
from engine.core.effects import Effect

MANY = 3
"""From so many on a list in a sentence is shortened."""


def cards(h: Effect, w: Words) -> str:
    """Who plays which card, as a list; of many, those who play the same are named together."""
    seats = numbers(h, "seats")
    played = [w.brief(card, value) for card, value in zip(texts(h, "cards"), numbers(h, "values"), strict=True)]
    if len(seats) < MANY:
        return w.listed([player(seat, card, w) for seat, card in zip(seats, played, strict=True)])
    players = {card: [seat for seat, each in zip(seats, played, strict=True) if each == card] for card in played}
    return "; ".join(
        w.gettext("%(who)s (%(card)s)") % {"who": w.all_of(seats), "card": card} for card, seats in players.items()
    )


def player(seat: int, card: str, w: Words) -> str:
    """Who plays a card."""
    return w.gettext("%(who)s (%(card)s)") % {"who": w.who(seat), "card": card}


def shows(h: Effect, w: Words) -> str:
    """Who shows how much, as a list; what it is, one sees. Empty when nobody shows anything."""
    shown = exhibitions_in(h)
    if len(shown) == 1:
        ((seat, objects),) = shown
        values = {"who": w.who(seat), "count": len(objects)}
        return w.ngettext("%(who)s shows %(count)d object", "%(who)s shows %(count)d objects", len(objects)) % values
    return w.listed([player(seat, str(len(objects)), w) for seat, objects in shown])
