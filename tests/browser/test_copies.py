"""Copies of pieces, which fly in films: at rest each lies exactly on its piece."""

import pytest

from tests.browser.conftest import MakePlayer
from tests.browser.sample_tables import get_pose, open_pose, seat_as

pytestmark = pytest.mark.browser

LIFTED = """async () => {
    const { copyOf, lift } = await import("/static/js/scene/flights.js");
    const pieces = [...document.querySelectorAll(".place[id] > .piece")].filter(each => each.checkVisibility());
    const boxOf = element => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height];
    };
    const pairs = pieces.map(piece => [piece, copyOf(piece)]).filter(([, copy]) => copy);
    const lifted = pairs.map(([piece, copy]) => [piece, lift(copy, copy.box).copy]);
    const apart = lifted.map(([piece, copy]) => {
        const [here, there] = [boxOf(piece), boxOf(copy)];
        return [piece.id, Math.max(...here.map((value, place) => Math.abs(value - there[place])))];
    });
    return { count: apart.length, apart: apart.filter(([, far]) => far > 8) };
}"""
"""Script for the number of visible pieces and for misplaced copies."""


@pytest.mark.parametrize("name", ["purchase", "theft"])
def test_copy_lies_on_its_piece(person: MakePlayer, name: str) -> None:
    seen = open_pose(seat_as(person()), get_pose("adel_verpflichtet", name)).evaluate(LIFTED)
    assert seen["count"] > 10
    assert seen["apart"] == []
