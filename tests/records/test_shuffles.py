"""The shuffles of a game, as anybody can make them again."""

import hashlib
import hmac
from collections.abc import Iterator

from app.records.shuffles import deals
from tests.records.evenings import checked, long_evening, record


def words(seed: bytes, label: str) -> Iterator[int]:
    """The words of a label, written down anew from what the pages say of them."""
    block = 0
    while True:
        digest = hmac.new(seed, f"{label}#{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def shuffled(seed: bytes, label: str, items: list[object]) -> list[object]:
    """Fisher-Yates from the end."""
    source = words(seed, label)
    for last in range(len(items) - 1, 0, -1):
        bound = last + 1
        word = next(word for word in source if word < 2**32 - 2**32 % bound)
        items[last], items[word % bound] = items[word % bound], items[last]
    return items


def test_every_shuffle_of_a_finished_game_is_told_and_follows_from_the_seed() -> None:
    for game in checked(record(long_evening())).games:
        if game.end == "running":
            continue
        made = deals(game)
        seed = bytes.fromhex(game.begun.seed)
        assert len({deal.label for deal in made}) == len(made) >= 2
        assert all(deal.label.startswith(f"{game.begun.game}/") for deal in made)
        for deal in made:
            assert list(deal.order) == shuffled(seed, deal.label, list(deal.items))
