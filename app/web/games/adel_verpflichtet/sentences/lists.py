"""The lists that several sentences share."""

from collections.abc import Sequence

from app.web.games.adel_verpflichtet.words import Words
from app.web.text.details import numbers, texts
from engine.adel_verpflichtet.happenings import exhibitions_in
from engine.core.happenings import Happening


def cards(h: Happening, w: Words) -> str:
    """Who plays which card, as a list."""
    played = zip(numbers(h, "seats"), texts(h, "cards"), numbers(h, "values"), strict=True)
    return w.listed([player(seat, w.brief(card, value), w) for seat, card, value in played])


def player(seat: int, card: str, w: Words) -> str:
    """Who plays a card."""
    return w.gettext("%(who)s (%(card)s)") % {"who": w.who(seat), "card": card}


def shows(h: Happening, w: Words) -> Sequence[str]:
    """How much each shows, and the oldest of it; what it is, one sees."""
    said = []
    for seat, objects in exhibitions_in(h):
        values = {"who": w.who(seat), "count": len(objects), "year": min(thing[1:] for thing in objects)}
        said.append(
            w.ngettext(
                "%(who)s shows %(count)d object, of %(year)s",
                "%(who)s shows %(count)d objects, the oldest of %(year)s",
                len(objects),
            )
            % values
        )
    return said
