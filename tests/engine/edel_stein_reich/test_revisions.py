"""A game goes on by the revision of the rules it began with: its figures name it."""

import json
from pathlib import Path

import pytest

from engine.core.chance import SeededChance
from engine.core.errors import BadEditionError
from engine.core.plain import Plain
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.components import RULES
from engine.edel_stein_reich.edition import SHIPPED, VARIABLE, Edition, read, read_shipped
from engine.edel_stein_reich.state import State
from tests.engine.edel_stein_reich.tables import ADA, BEN, Story, a_table, play, seat_in, view
from tests.engine.edel_stein_reich.test_scoring import ALL_MONEY, LAST_TURN, NOTHING

CARDS = {ADA: "sole_all_1 certificate_1 certificate_2", BEN: "sole_all_2 certificate_3"}


def first() -> Edition:
    """Return the club edition as stored by games of the first revision."""
    return read(json.loads(SHIPPED.read_text(encoding="utf-8")))


def use_edition(edition: Edition, state: State) -> State:
    """Return the table as a game begun with this edition."""
    return state._replace(table=state.table._replace(edition=edition))


def score(edition: Edition) -> Story:
    """Return a scoring in which Ada has the card and both sole majorities.

    They are red gems and certificates."""
    holdings = {**NOTHING, ADA: "rr", BEN: "r"}
    return play(
        use_edition(edition, a_table(4, holdings=holdings, cards=CARDS, turn=LAST_TURN[4], number=3)), ALL_MONEY[4]
    )


def pays_for_certificates(edition: Edition) -> bool:
    """Return whether E8.2 is played as written.

    The card then adds to the certificates, in the effects and in the forecast."""
    story = score(edition)
    seen = seat_in(story.before, ADA).forecast
    told = [each.text for each in story.effects("certificates_extra")]
    is_paid = story.state.money == (14 + 4 + 10 + 4, 4, 0, 0)
    is_told = told == ["E8.2 certificates_extra round=3 seat=0 card=sole_all_1 count=2 pays=4"]
    return is_paid and is_told and (seen.certificates, seen.extra, seen.total) == (10, 4, 32)


@pytest.mark.rule("E8.2")
def test_a_new_game_pays_for_most_certificates_alone() -> None:
    assert read_shipped().rules == RULES
    assert pays_for_certificates(read_shipped())


@pytest.mark.rule("E8.2")
def test_first_revision_pays_for_colours_alone() -> None:
    assert not pays_for_certificates(first())
    story = score(first())
    assert story.state.money == (14 + 4 + 10, 4, 0, 0)
    assert seat_in(story.before, ADA).forecast.total == 28
    assert not any(card.certificates for card in seat_in(story.before, ADA).cards)
    assert not any(face.certificates for face in view(story.before).faces)


@pytest.mark.rule("E8.2")
def test_bot_values_card_more_if_certificates_count() -> None:
    holdings = {**NOTHING, ADA: "rr", BEN: "r"}
    table = a_table(4, holdings=holdings, cards=CARDS, turn=LAST_TURN[4], number=3)
    now, before = (Turn(view(use_edition(edition, table))).now for edition in (read_shipped(), first()))
    assert now[ADA] > before[ADA] + 1
    assert before[2:] == now[2:]


def test_figures_without_revision_keep_the_first_and_their_digest() -> None:
    assert first().rules == 1
    assert first().data == json.loads(SHIPPED.read_text(encoding="utf-8"))
    dealt = GAME.new(4, {}, SeededChance(bytes(32)), first().data)
    assert GAME.digest(dealt) == "1cfa5507dd0712fa59c1676967e4c0b6e2d87e7a67876f5d1a56902c219e1b56"
    assert GAME.load(GAME.dump(dealt)).table.edition is first()


@pytest.mark.parametrize("named", [None, 1, RULES + 7])
def test_owners_figures_follow_the_present_rules(
    named: int | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    figures: dict[str, Plain] = {**json.loads(SHIPPED.read_text(encoding="utf-8")), "name": "attic edition"}
    path = tmp_path / "attic.json"
    path.write_text(json.dumps(figures if named is None else {**figures, "rules": named}), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(path))
    assert GAME.edition() == {**figures, "rules": RULES}
    assert pays_for_certificates(read(GAME.edition()))


@pytest.mark.parametrize("rules", [0, -1, RULES + 1, True, "2", None])
def test_a_revision_that_nobody_knows_is_refused(rules: Plain) -> None:
    figures = first().data
    assert isinstance(figures, dict)
    with pytest.raises(
        BadEditionError, match=f"^E1.3: the revision of the rules must be a whole number from 1 to {RULES}"
    ):
        read({**figures, "rules": rules})
