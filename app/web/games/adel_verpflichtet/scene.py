"""Picture of the table of Adel verpflichtet, made of pieces."""

from collections.abc import Mapping

from app.web.games.adel_verpflichtet.words import Words
from app.web.games.scene_presenter import ScenePresenter
from app.web.text.details import number
from app.web.text.sentences import Speech
from engine.adel_verpflichtet.picture import places
from engine.adel_verpflichtet.view_types import TableView
from engine.core.effects import Effect
from engine.core.picture import BACK, Place

AT_CASTLE = frozenset(
    {
        "castle_opens",
        "exhibitions_open",
        "exhibitions_rank",
        "steals",
        "finds_nothing_left",
        "finds_no_show",
        "detectives_idle",
        "exhibits_return",
        "finals_open",
    }
)
AT_AUCTION = frozenset({"passes", "auction_opens", "outbids", "cheques_return", "house_closes", "cheques_gone"})
AT_TILL = frozenset({"steals_cheque", "thieves_clash", "finds_no_cheque"})
AT_CELLS = frozenset({"arrested", "freed"})
AT_WINDOW = frozenset({"buys", "turns_up", "pile_ends"})
AT_BANQUET = frozenset({"banquet_reached", "game_stops", "game_ends"})
EVERYWHERE = frozenset(
    {
        *("locations_open", "cards_open", "round_ends", "rounds_run_out"),
        *("pair_counts", "exhibitor_moves", "detective_moves", "finalist_moves"),
    }
)
"""Kinds of effects that concern the whole table; pawns walk anywhere on the road."""


def _faces(table: TableView) -> tuple[str, ...]:
    """Return all faces of pieces; thieves and cheques only if a seat has them."""
    things = [f"{series.letter}{year}" for series in table.series for year in series.years]
    cheques = [f"cheque-{value}" for seat in table.seats for value in seat.starting_cheques]
    thieves = [f"thief-{value}" for seat in table.seats for value in seat.starting_thieves]
    backs = [f"{BACK}{kind}" for kind in ("location", "card", "object")]
    cards = ["detective", "exhibit", "location-castle", "location-auction_house"]
    pawns = [f"pawn-{seat.colour}" for seat in table.seats]
    return (*things, *sorted(cheques), *sorted(thieves), *cards, *backs, *pawns)


def _place_names(table: TableView, names: Mapping[int, str], speech: Speech) -> dict[str, str]:
    """Return the name of each place, including both houses."""
    words = Words(speech)
    houses = {
        "castle": words.location("castle"),
        "auction_house": words.location("auction_house"),
        "banquet": speech.words.gettext("Banquet"),
    }
    return houses | {place.id: _name(place, table, names, words) for place in places(table)}


def _find_place(effect: Effect) -> str:
    """Return the place where the effect happens."""
    kind = effect.kind
    if kind in AT_WINDOW:
        return f"window-{number(effect, 'window') - 1}"
    if kind in AT_CASTLE:
        return "castle"
    if kind in AT_AUCTION:
        return "auction_house"
    if kind in AT_TILL:
        return "till"
    if kind in AT_CELLS:
        return "cell-1"
    if kind in AT_BANQUET:
        return "banquet"
    return ""


def _name(place: Place, table: TableView, names: Mapping[int, str], words: Words) -> str:
    _ = words.gettext
    number = int(place.id.rpartition("-")[2]) if "-" in place.id else 0
    values = {"number": number + 1, "who": names[place.seat] if place.seat is not None else ""}
    match place.kind:
        case "road":
            return _on_road(number, table, words)
        case "window":
            return _("Window %(number)d of the auction house") % values
        case "pile":
            return _("The pile of window %(number)d") % values
        case "till":
            return _("Till")
        case "cell":
            return _("Cell %(number)d") % {"number": number}
        case "seal":
            return _("%(who)s's sealed card") % values
        case "yard":
            return _("%(who)s at the auction house") % values
        case "court":
            return _("%(who)s at the castle") % values
        case "show":
            return _("%(who)s's exhibition") % values
        case "final":
            return _("%(who)s's final exhibition") % values
    return _("In front of %(who)s") % values


def _on_road(space: int, table: TableView, words: Words) -> str:
    if space >= table.track.banquet_space:
        return words.gettext("Banquet, seat %(number)d") % {"number": space - table.track.banquet_space + 1}
    values = {"space": space, "castle": words.on_track(table.track, space)}
    return words.gettext("Space %(space)d, %(castle)s") % values if space else words.castle(0)


SCENE = ScenePresenter(has_hands=True, faces=_faces, place_names=_place_names, looks_at=_find_place)
