"""The lists that several sentences share."""

from app.web.games.adel_verpflichtet.words import Words
from app.web.text.details import numbers, texts
from engine.adel_verpflichtet.happenings import exhibitions_in
from engine.core.happenings import Happening


def cards(h: Happening, w: Words) -> str:
    """Who plays which card, as a list."""
    played = zip(numbers(h, "seats"), texts(h, "cards"), numbers(h, "values"), strict=True)
    return w.listed(
        [
            w.gettext("%(who)s plays %(card)s") % {"who": w.who(seat), "card": w.card(card, value)}
            for seat, card, value in played
        ]
    )


def shows(h: Happening, w: Words) -> str:
    """Who shows what, as a sentence."""
    said = []
    for seat, objects in exhibitions_in(h):
        values = {"who": w.who(seat), "count": len(objects), "objects": w.short(objects)}
        said.append(
            w.ngettext(
                "%(who)s shows %(count)d object (%(objects)s)",
                "%(who)s shows %(count)d objects (%(objects)s)",
                len(objects),
            )
            % values
        )
    return f"{w.listed(said)}."
