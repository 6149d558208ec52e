"""Running gag: what a thief takes who finds nothing worth stealing."""

from app.web.games.adel_verpflichtet.words import Words
from app.web.text.details import vary
from engine.core.effects import Effect


def trifle(h: Effect, w: Words) -> str:
    """Name the trifle of a thief who found nothing, as the object of a sentence."""
    _ = w.gettext
    return vary(h, (_("a teaspoon"), _("an umbrella"), _("a cucumber sandwich"), _("a doorknob")))
