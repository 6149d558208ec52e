"""Shuffles of a game, which anybody can repeat."""

import hashlib
import hmac
from collections.abc import Iterator

from app.records.shuffles import deals
from tests.records.evenings import check_data, long_evening, record


def words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the words of a label, written anew from the pages' description."""
    block = 0
    while True:
        digest = hmac.new(seed, f"{label}#{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def shuffle(seed: bytes, label: str, items: list[object]) -> list[object]:
    """Shuffle by Fisher-Yates from the end."""
    source = words(seed, label)
    for last in range(len(items) - 1, 0, -1):
        bound = last + 1
        word = next(word for word in source if word < 2**32 - 2**32 % bound)
        items[last], items[word % bound] = items[word % bound], items[last]
    return items


def test_finished_game_lists_all_shuffles_and_each_follows_from_seed() -> None:
    for game in check_data(record(long_evening())).games:
        if game.end == "running":
            continue
        made = deals(game)
        seed = bytes.fromhex(game.begun.seed)
        assert len({deal.label for deal in made}) == len(made) >= 2
        assert all(deal.label.startswith(f"{game.begun.game}/") for deal in made)
        for deal in made:
            assert list(deal.order) == shuffle(seed, deal.label, list(deal.items))
