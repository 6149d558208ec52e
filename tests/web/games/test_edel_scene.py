"""Table of Edel, Stein & Reich as a picture.

It has words for a scoring, a place to look at, and faces for its cards."""

from gettext import NullTranslations
from typing import Any

import pytest

from app.web.games.edel_stein_reich.scene import SCENE
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import Speech
from engine.core.film.film import film
from engine.edel_stein_reich.gems import COLOURS
from engine.edel_stein_reich.picture import event_face, picture, places
from engine.registry import GAMES
from tests.engine.deals import Deal

GAME: Any = GAMES["edel_stein_reich"]
DEALS = tuple(Deal("edel_stein_reich", seats, ()) for seats in (2, 3, 5))
WORDS = Words(Speech(NullTranslations(), "en"))
PAYING = frozenset({"majority_pays", "shared_majority_pays", "card_pays"})


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_one_looks_at_a_place_of_the_table_whatever_happens(deal: Deal) -> None:
    known = {place.id for place in places(deal.game.view(deal.start(), None))}
    looked_at = {SCENE.looks_at(step.effect) for turn in deal.story() for step in turn.steps}
    assert looked_at <= known


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_every_place_has_a_name_of_its_own(deal: Deal) -> None:
    table = deal.game.view(deal.start(), None)
    names = SCENE.place_names(table, {seat: f"P{seat}" for seat in range(deal.seats)}, WORDS.speech)
    assert names.keys() == {place.id for place in places(table)}
    assert len(set(names.values())) == len(names)


@pytest.mark.rule("E7.1", "E7.2", "E7.4")
@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_a_scoring_leaves_what_it_paid_and_foretells_nothing(deal: Deal) -> None:
    scored = 0
    for turn in deal.story():
        paid: dict[tuple[int, str], int] | None = None
        for effect, state in turn.steps:
            details: dict[str, Any] = dict(effect.details)
            if effect.kind == "scoring_begins":
                paid = {}
            elif effect.kind in ("round_begins", "game_ends"):
                paid = None
            if paid is None:
                continue
            seats: Any = details.get("seats", ()) if effect.kind == "shared_majority_pays" else (effect.seat,)
            if effect.kind in PAYING:
                for seat in seats:
                    key = int(seat), str(details["colour"])
                    paid[key] = paid.get(key, 0) + int(str(details["pays"]))
                    scored += 1
            signs = picture(GAME.view(state, None)).signs
            assert all(signs[f"now-{seat}"] is None for seat in range(deal.seats))
            shown = {
                (seat, colour.value): signs[f"pays-{seat}-{colour.value}"]
                for seat in range(deal.seats)
                for colour in COLOURS
            }
            told = {key: f"+{paid[key]}" if key in paid else None for key in shown}
            assert shown == told
    assert scored


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_revealed_actions_lie_at_their_stations(deal: Deal) -> None:
    opened = 0
    for turn in deal.story()[::5]:
        for step in film(deal.game, turn.before, turn.steps).steps:
            for move in step.moves:
                if move.get("face", "").startswith("action-"):
                    assert move["to"] == f"rail-{move['face'].removeprefix('action-')}"
                    opened += 1
    assert opened


def test_cards_show_what_is_printed_on_them() -> None:
    for face in DEALS[0].game.view(DEALS[0].start(), None).faces:
        card = WORDS.event_face(event_face(face))
        assert (card.effect, card.colours, card.scoring) == (face.effect, face.colours, face.scoring)
        assert card.says == WORDS.event_says(face)
    assert tuple(WORDS.gem_card_face("gem-card-ryy4").gems) == (1, 2, 0, 0)
