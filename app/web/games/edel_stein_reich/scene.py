"""Picture of the table of Edel, Stein & Reich, made of pieces."""

from collections.abc import Mapping

from app.web.games.edel_stein_reich.words import Words
from app.web.games.scene_presenter import ScenePresenter
from app.web.text.details import number, numbers, word
from app.web.text.sentences import Speech
from engine.core.effects import Effect
from engine.core.picture import BACK
from engine.edel_stein_reich.picture import event_face, places
from engine.edel_stein_reich.view_types import TableView

ACTIONS = frozenset({"lapses", "negotiation_begins", "nobody_wants", "found_out", "sealed_opens"})
"""Kinds of effects that the film shows at the station of their action."""

SUPPLY = frozenset({"majority_pays", "shared_majority_pays", "nobody_holds", "scarce_gems_return", "scores_now"})
"""Kinds of effects that the film shows at the supply of their colour."""

OWN = {
    "bids": "pan",
    "raises": "pan",
    "passes": "pan",
    "accepts": "pan",
    "buys_for_one": "pan",
    "takes_money": "purse",
    "takes_gems": "card",
    "takes_open_event": "effect",
    "draws_event": "effect",
    "keeps_card": "kept",
    "has_no_effect": "effect",
    "declines_event": "effect",
    "event_leaves": "effect",
    "brings_to_four": "effect",
    "calls_back": "effect",
    "swaps": "card",
    "halves": "card",
    "exchanges": "card",
    "declines_free_choice": "card",
    "certificates_pay": "kept",
    "certificates_extra": "kept",
    "opens_round": "slot",
    "seals": "slot",
    "guesses_wrong": "slot",
    "guesses_right": "slot",
}
"""Place of the effect's seat that the film shows, by kind."""

COMMON = {
    "round_begins": "gem-pile",
    "gem_cards_shuffled": "gem-pile",
    "gem_cards_open": "gem-pile",
    "old_event_leaves": "event",
    "open_event_leaves": "event",
    "event_opens": "event",
    "events_shuffled": "event-pile",
    "event_cards_return": "event-pile",
    "scoring_begins": "supply-red",
    "no_certificates": "event-pile",
    "actions_open": "rail-money",
    "chooses_freely": "rail-free_choice",
}
"""Common place that the film shows, by kind."""


def _faces(table: TableView) -> tuple[str, ...]:
    """Return all faces of pieces."""
    cards = [f"gem-card-{card.id}" for card in table.gem_cards]
    events = [event_face(face) for face in table.faces]
    return (*cards, *events, *(f"action-{action}" for action in table.actions), f"{BACK}action")


def _place_names(table: TableView, names: Mapping[int, str], speech: Speech) -> dict[str, str]:
    """Return the name of each place."""
    words = Words(speech)
    _ = speech.words.gettext
    alone = {
        "event": _("The open event card"),
        "event-pile": _("Event cards face down"),
        "under": _("Event cards face up under the pile"),
        "gem-pile": _("Gem cards face down"),
        "aside": _("Gem cards set aside"),
        "discard": _("Gem cards discarded"),
    }
    of_seats = {
        "slot": _("%(who)s's sealed card"),
        "pan": _("%(who)s's pan of the scales"),
        "card": _("%(who)s's gem card"),
        "kept": _("%(who)s's cards for the scoring"),
        "purse": _("%(who)s's money"),
        "effect": _("The event card that %(who)s plays"),
    }
    named = {}
    for place in places(table):
        rest = place.id.rpartition("-")[2]
        if place.kind == "supply":
            named[place.id] = _("Supply: %(colour)s gems") % {"colour": words.colour_of_gems(rest)}
        elif place.kind == "rail":
            named[place.id] = _("Who went for %(action)s") % {"action": words.the_action(rest)}
        elif place.kind == "tray" and place.seat is not None:
            values = {"who": names.get(place.seat, ""), "colour": words.colour_of_gems(rest)}
            named[place.id] = _("%(who)s's %(colour)s gems") % values
        elif place.seat is not None:
            named[place.id] = of_seats[place.kind] % {"who": names.get(place.seat, "")}
        else:
            named[place.id] = alone[place.id]
    return named


def _find_place(effect: Effect) -> str:
    """Return the place that the film shows for the effect."""
    kind, seat = effect.kind, effect.seat
    if kind in ACTIONS:
        return f"rail-{word(effect, 'action')}"
    if kind in SUPPLY:
        return f"supply-{word(effect, 'colour')}"
    if seat is not None and kind in OWN:
        return f"{OWN[kind]}-{seat}"
    match kind:
        case "card_pays" | "majority_returns" | "takes_three" if seat is not None:
            return f"tray-{seat}-{word(effect, 'colour')}"
        case "picks_gem" if seat is not None:
            return f"tray-{seat}-{word(effect, 'gem')}"
        case "sends_back":
            return f"tray-{number(effect, 'from_seat')}-{word(effect, 'gem')}"
        case "game_ends":
            return f"purse-{numbers(effect, 'seats')[0]}"
    return COMMON.get(kind, "")


SCENE = ScenePresenter(has_hands=False, faces=_faces, place_names=_place_names, looks_at=_find_place)
