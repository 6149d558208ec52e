"""Reading the details of a happening, and the lists that several sentences share."""

from collections.abc import Sequence

from app.web.games.adel_verpflichtet.words import Words
from engine.adel_verpflichtet.happenings import exhibitions_in
from engine.core.happenings import Happening


def numbers(happening: Happening, name: str) -> list[int]:
    """A detail that is a list of numbers."""
    return [int(item) for item in _items(happening, name)]


def texts(happening: Happening, name: str) -> list[str]:
    """A detail that is a list of words."""
    return [str(item) for item in _items(happening, name)]


def number(happening: Happening, name: str) -> int:
    """A detail that is one number."""
    return numbers(happening, name)[0]


def doer(happening: Happening, w: Words) -> str:
    """The mark of the seat whose doing it was. Raises ValueError when it was nobody's."""
    if happening.seat is None:
        raise ValueError(f"nobody's doing: {happening.text}")
    return w.who(happening.seat)


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


def _items(happening: Happening, name: str) -> Sequence[int | str]:
    listed = happening.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)
