"""Keys of levels: strength and character."""

import pytest

from engine.core.bots.levels import CHARACTERS, Thinker, character_of, strength_of
from engine.registry import GAMES


@pytest.mark.parametrize(
    ("level", "strength", "character"),
    [
        ("normal", "normal", None),
        ("strong_careful", "strong", "careful"),
        ("strong_greedy", "strong", "greedy"),
        ("strong_crook", "strong", "crook"),
        ("crook", "crook", None),
        ("very_strong", "very_strong", None),
    ],
)
def test_a_level_is_a_strength_and_perhaps_a_character(level: str, strength: str, character: str | None) -> None:
    assert (strength_of(level), character_of(level)) == (strength, character)


@pytest.mark.parametrize("key", GAMES)
def test_every_level_has_a_known_character(key: str) -> None:
    bots = GAMES[key].bots
    for level in bots:
        assert strength_of(level) in bots
        assert character_of(level) in (None, *CHARACTERS)


@pytest.mark.parametrize("key", GAMES)
def test_a_cheaper_bot_is_no_thinker(key: str) -> None:
    bots = GAMES[key].bots
    for bot in bots.values():
        if isinstance(bot, Thinker):
            assert not isinstance(bots[bot.cheaper], Thinker)
