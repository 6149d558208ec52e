"""What flies is drawn by copies: at rest each lies exactly where its piece lies, whatever its place is like."""

import pytest

from tests.browser.conftest import MakePlayer
from tests.browser.posed import go, pose, seat

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
"""How many pieces are seen, and those whose copy lies elsewhere than the piece, with the pixels between."""


@pytest.mark.parametrize("name", ["purchase", "theft"])
def test_a_copy_lies_on_its_piece(person: MakePlayer, name: str) -> None:
    seen = go(seat(person()), pose("adel_verpflichtet", name)).evaluate(LIFTED)
    assert seen["count"] > 10
    assert seen["apart"] == []
