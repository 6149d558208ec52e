"""Cues of films: sounds and beats that exist, only for what is told in words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from app.paths import STATIC
from app.rooms.views.film import FilmStep, RevealFilm
from app.web.games import find_presenter
from app.web.games.adel_verpflichtet import cues as adel_cues
from app.web.games.adel_verpflichtet.sentences import TELLERS as ADEL_TELLERS
from app.web.games.cue import Cue
from app.web.games.edel_stein_reich import cues as edel_cues
from app.web.games.edel_stein_reich.sentences import TELLERS as EDEL_TELLERS
from app.web.games.plain.presenter import plain_presenter
from app.web.games.presenter import Presenter
from app.web.scene.films import Written, steps
from app.web.text.sentences import Speech
from engine.core.effects import Effect
from engine.core.seats import Seat
from engine.edel_stein_reich.components import ROUNDS
from tests.dummy.throws import GAME
from tests.engine.deals import DEALS, Deal

SPEECH = Speech(NullTranslations())
SOUND = re.compile(r'^  (\w+): \{ kind: "(\w+)"', re.MULTILINE)
SOUNDS = dict(SOUND.findall((STATIC / "js/sounds/sounds.js").read_text(encoding="utf-8")))
"""Kind of each sound of the script."""
BEATS = frozenset(
    re.findall(r"^  (\w+): \{$", (STATIC / "js/beats/moves.js").read_text(encoding="utf-8"), re.MULTILINE)
)
"""Beats of the script."""

Find = Callable[[Effect], Cue]


def list_faults(presenter: Presenter, find: Find, effects: list[Effect], seats: int) -> Iterator[str]:
    """Yield every fault of these effects' cues."""
    for effect in effects:
        cue = find(effect)
        if cue.sound and SOUNDS.get(cue.sound) != "step":
            yield f"{effect.kind}: no sound {cue.sound}"
        if cue.beat and cue.beat not in BEATS:
            yield f"{effect.kind}: no beat {cue.beat}"
        if not {*cue.seats} <= {*range(seats)} or (cue.seats and not cue.beat):
            yield f"{effect.kind}: seats {cue.seats}"
        if any(cue) and (presenter.is_quiet(effect) or presenter.sentence(effect, SPEECH) is None):
            yield f"{effect.kind}: no words"


def tell(effect: Effect, presenter: Presenter) -> Written:
    """Return the step of a film of this effect alone."""
    (step,) = steps(RevealFilm("", "1/1", "1/2", (), (FilmStep(effect, ()),)), presenter, SPEECH)
    return step


def collect_effects(deal: Deal) -> list[Effect]:
    """Return all effects of the deal's game."""
    return [step.effect for turn in deal.story() for step in turn.steps]


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_a_cue_has_its_sound_its_beat_and_words(deal: Deal) -> None:
    presenter = find_presenter(deal.key)
    assert [*list_faults(presenter, presenter.cue, collect_effects(deal), deal.seats)] == []


@pytest.mark.parametrize(
    ("cue", "fault"),
    [
        (Cue("trumpet"), "no sound trumpet"),
        (Cue("chat"), "no sound chat"),
        (Cue("bell", "gong"), "no beat gong"),
        (Cue("bell", "bars", (9,)), "seats (9,)"),
        (Cue("bell", "", (0,)), "seats (0,)"),
        (Cue("bell"), "no words"),
    ],
)
def test_a_faulty_cue_is_found(cue: Cue, fault: str) -> None:
    deal = next(deal for deal in DEALS if deal.key == "adel_verpflichtet")
    presenter = find_presenter(deal.key)
    found = list_faults(presenter, lambda effect: cue, collect_effects(deal), deal.seats)
    assert fault in {each.partition(": ")[2] for each in found}


@pytest.mark.parametrize(("sounds", "tellers"), [(adel_cues.SOUNDS, ADEL_TELLERS), (edel_cues.SOUNDS, EDEL_TELLERS)])
def test_tables_name_known_effects_and_sounds(sounds: dict[str, str], tellers: dict[str, Any]) -> None:
    assert sounds.keys() <= tellers.keys()
    assert {SOUNDS.get(name) for name in sounds.values()} == {"step"}


def test_every_sound_and_beat_of_games_is_used() -> None:
    found = {find_presenter(deal.key).cue(effect) for deal in DEALS for effect in collect_effects(deal)}
    tables = {*adel_cues.SOUNDS.values(), *edel_cues.SOUNDS.values()}
    assert {cue.sound for cue in found} | tables >= {name for name, kind in SOUNDS.items() if kind == "step"}
    assert {cue.beat for cue in found} - {""} == BEATS


def test_a_game_without_cues_has_silent_steps() -> None:
    scored = Effect("T2.1", "scored", 1, Seat(0), (("points", 1),))
    assert plain_presenter(GAME).cue(scored) == Cue()
    assert {"sound", "beat"} & {*tell(scored, plain_presenter(GAME))} == set()


def test_a_step_carries_its_sound_and_its_beat() -> None:
    presenter = find_presenter("adel_verpflichtet")
    caught = Effect("A6.6", "arrested", 4, Seat(1), (("thief", 5), ("detectives", (0,)), ("cell", 1)))
    step = tell(caught, presenter)
    assert (step["sound"], step["beat"]) == ("whistle", {"name": "bars", "seats": (1,)})
    bought = Effect("A4.1", "buys", 4, Seat(1), (("cheque", 5_000), ("window", 1), ("object", "A1598")))
    assert tell(bought, presenter)["sound"] == "coins"
    assert "beat" not in tell(bought, presenter)
    assert not {"sound", "beat"} & {
        *tell(Effect("A6.9", "house_closes", 4), replace(presenter, cue=lambda each: Cue()))
    }


def test_a_bargains_winner_comes_before_the_other_seat() -> None:
    accepted = Effect("E5.3", "accepts", 1, Seat(2), (("gems", ("red",)), ("from_seat", 0), ("could_raise", "yes")))
    bought = Effect("E5.7", "buys_for_one", 1, Seat(2), (("gems", ("red",)), ("to_seat", 0)))
    assert edel_cues.find_cue(accepted) == Cue("scales", "scales", (0, 2))
    assert edel_cues.find_cue(bought) == Cue("scales", "scales", (2, 0))


def test_only_the_last_round_has_a_bell_and_a_step() -> None:
    presenter = find_presenter("edel_stein_reich")
    begins = [Effect("E3.1", "round_begins", number) for number in range(1, ROUNDS + 1)]
    assert [presenter.cue(each).beat for each in begins] == [*[""] * (ROUNDS - 1), "bell"]
    assert [presenter.is_quiet(each) for each in begins] == [*[True] * (ROUNDS - 1), False]
    said = presenter.sentence(begins[-1], SPEECH)
    assert said is not None and said.parts == ("The last round begins.",)


def test_all_first_places_get_a_laurel() -> None:
    ends = Effect("A8.3", "game_ends", 9, None, (("seats", (2, 0, 1)), ("places", (1, 1, 3))))
    assert adel_cues.find_cue(ends) == Cue("triumph", "laurel", (2, 0))
