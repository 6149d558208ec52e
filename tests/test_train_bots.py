"""Training of bots: they can read the result, and a seed reproduces it."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model.box import box_of
from engine.adel_verpflichtet.bot.model.prospects import FEATURES, KNOTS
from engine.adel_verpflichtet.bot.model.weights import learnt
from engine.adel_verpflichtet.edition import read_shipped
from engine.core.chance import SeededChance
from tools.train_bots import adel_training
from tools.train_bots.__main__ import main
from tools.train_bots.adel_games import lessons
from tools.train_bots.adel_training import Probe
from tools.train_bots.fit import chances, fit_weights, loss_of


def test_score_is_the_weighted_sum_of_the_learned_features() -> None:
    view = GAME.view(GAME.new(4, {}, SeededChance(b"probe")), None)
    box = box_of(view)
    prospects, probe = learnt().prospects_at(view), Probe(box)
    looked_at = 0
    for lesson in lessons(box, read_shipped(), 4, random.Random(3)):
        weights = np.array(prospects.weights_at(max(lesson.position.pawns)))
        assert probe.features(lesson) @ weights == pytest.approx(prospects.scores(lesson.position))
        looked_at += 1
    assert looked_at > 15


@pytest.mark.parametrize("seats", GAME.table_sizes)
def test_a_game_to_learn_from_has_one_victory(seats: int) -> None:
    box = box_of(GAME.view(GAME.new(seats, {}, SeededChance(b"probe")), None))
    ended = [lessons(box, read_shipped(), seats, random.Random(number)) for number in range(4)]
    assert sum(map(bool, ended)) >= 2
    for game in ended:
        assert all(sum(lesson.shares) == pytest.approx(1) for lesson in game)
        assert all(max(lesson.position.pawns) < box.banquet for lesson in game)


def test_a_fit_finds_the_weights_that_made_what_happened() -> None:
    rng = np.random.default_rng(1)
    features, true = rng.normal(size=(4_000, 3, 2)), np.array([[1.0, -0.5], [2.0, 0.5]])
    knots = np.array([(way, 1 - way) for way in rng.random(4_000)])
    expected = chances(features, knots, true)
    won = np.array([rng.multinomial(1, each) for each in expected], dtype=float)
    found, loss = fit_weights(features, knots, won)
    assert found == pytest.approx(true, abs=0.25)
    assert loss <= loss_of(true, features, knots, won) + 1e-3


def test_the_same_seed_makes_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(adel_training, "REHEARSALS", 1)
    monkeypatch.setattr(adel_training, "REHEARSED", 1)
    monkeypatch.setattr(adel_training, "HABITUAL", 1)
    made = []
    for name in ("one.json", "other.json"):
        asked = ["--game", GAME.key, "--seats", "3", "--games", "8", "--seed", "5", "--out", str(tmp_path / name)]
        assert main(asked) == 0
        made.append(json.loads((tmp_path / name).read_text(encoding="utf-8")))
    assert made[0] == made[1]
    assert made[0]["edition"] == read_shipped().digest
    assert len(made[0]["weights"]["3"]) == len(KNOTS) * len(FEATURES)
    assert made[0]["usual"].keys() == made[0]["habitual"].keys() == {"3"}
    assert "of others" in capsys.readouterr().out


def test_what_is_made_by_hand_is_not_trained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--game", "edel_stein_reich"])
    assert "made by hand" in capsys.readouterr().err
