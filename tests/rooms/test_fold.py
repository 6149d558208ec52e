"""Fold of a journal into one room, whole or in parts, and the end of every game.

A broken journal raises an error."""

import dataclasses
import random
from typing import Any

import pytest

from app.rooms import commands as c
from app.rooms.events import Revealed
from app.rooms.fold import BrokenJournalError, fold
from app.rooms.model.ids import AskNumber, Digest, Millis, Version
from app.rooms.model.play import DigestOf, Play, Resolution
from app.rooms.model.values import replace
from engine.core.plain import Plain
from engine.core.seats import Seat
from engine.registry import find
from tests.known import size_near
from tests.rooms.builders import JOIN_KEY, NAMES, a_game, all_sealed, begin, end_grace_pause, game_of, holder
from tests.rooms.evening import Evening, check_refold
from tests.whole import whole


@pytest.mark.parametrize("seed", range(whole(12, 4)))
def test_random_players_and_the_clock_finish_every_game(game: str, seed: int) -> None:
    rng = random.Random(seed)
    clock: dict[str, Plain] = {"mode": rng.choice(["off", "gentle", "hard"]), "bank": 3, "per_ask": rng.choice([0, 4])}
    evening = Evening(game, grace=rng.choice([0, 2]), bot_pace=rng.choice([0, 1]), clock=clock)
    people = min(rng.randint(1, 4), max(find(game).table_sizes))
    for name in NAMES[1:people]:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    for number in range(people, max(people, size_near(game, rng.randint(max(2, people), 5)))):
        assert evening.does(c.SeatBot(Seat(0), Seat(number), "normal"))
    assert evening.does(begin(game=game))
    while evening.room.phase == "playing":
        ask, version = game_of(evening.room).ask, evening.room.version
        for seat in tuple(game_of(evening.room).asks):
            if seat < people and rng.random() < 0.7:
                evening.does(c.Seal(seat, ask, evening.choice(seat, rng.randrange(1000))))
            if rng.random() < 0.1:
                evening.does(c.Lift(seat, ask))
        evening.now = Millis(evening.now + rng.choice([1, 1_000, 3_000]))
        evening.rings()
        assert evening.room.version >= version
        assert len(evening.entries) < 50_000
    assert evening.room.phase == "finished"
    check_refold(evening)


def test_a_journal_with_a_gap_does_not_fold() -> None:
    evening = Evening()
    evening.does(c.Say(Seat(0), "one"))
    evening.does(c.Say(Seat(0), "two"))
    with pytest.raises(BrokenJournalError, match="version"):
        fold(None, [*evening.entries[:-2], evening.entries[-1]])
    with pytest.raises(BrokenJournalError, match="twice"):
        fold(None, [evening.entries[0], replace(evening.entries[0], version=Version(2))])
    with pytest.raises(BrokenJournalError):
        fold(None, evening.entries[1:])


def folds_with(**said: Any) -> bool:
    """Return whether a journal folds with these fields in its last reveal.

    ``digest``: the digest of the state. ``made_of``: the data that it covers."""
    evening = Evening(grace=0)
    evening.does(c.TakeSeat("Ben", holder("Ben"), JOIN_KEY))
    evening.does(begin())
    for seat in (Seat(0), Seat(1)):
        evening.does(c.Seal(seat, AskNumber(1), evening.choice(seat, 0)))
    *before, last = evening.entries
    assert isinstance(last.event, Revealed)
    try:
        return fold(None, [*before, replace(last, event=dataclasses.replace(last.event, **said))]) is not None
    except BrokenJournalError as error:
        assert "otherwise" in str(error)
        return False


def tampering_is_found() -> bool:
    """Return whether a changed digest is detected.

    The digest covers the state's fields or, as in earlier releases, its dump."""
    play = game_of(all_sealed(a_game(2)))
    true = {"dump": play.game.digest(play.state), "fields": play.game.checksum(play.state)}
    assert all(folds_with(made_of=made_of, digest=Digest(digest)) for made_of, digest in true.items())
    changed = [{"made_of": made_of, "digest": Digest("0" * 64)} for made_of in true]
    crossed = [{"made_of": "dump", "digest": true["fields"]}, {"made_of": "fields", "digest": true["dump"]}]
    return not any(folds_with(**said) for said in (*changed, *crossed))


def test_a_journal_whose_game_comes_out_otherwise_does_not_fold() -> None:
    assert tampering_is_found()


@pytest.mark.parametrize("made_of", ["dump", "fields"])
def test_a_fold_that_believes_a_digest_is_found(monkeypatch: pytest.MonkeyPatch, made_of: DigestOf) -> None:
    true = Play.proof

    class Anything(str):
        def __ne__(self, other: object) -> bool:
            return False

    def believing(play: Play, after: Resolution, of: DigestOf) -> Digest:
        digest = true(play, after, of)
        return Digest(Anything(digest)) if of == made_of else digest

    monkeypatch.setattr(Play, "proof", believing)
    assert not tampering_is_found()


def test_loading_only_what_is_new_leads_to_the_same_room() -> None:
    evening = Evening(grace=0)
    evening.does(c.TakeSeat("Ben", holder("Ben"), JOIN_KEY))
    evening.does(begin())
    for cut in range(1, len(evening.entries)):
        assert fold(fold(None, evening.entries[:cut]), evening.entries[cut:]) == evening.room


def test_rooms_compare_by_what_they_are() -> None:
    assert a_game(3) == a_game(3)
    assert a_game(3) != a_game(3, seed="00" * 32)
    assert end_grace_pause(all_sealed(a_game(3))) == end_grace_pause(all_sealed(a_game(3)))
