"""What-ifs equal the engine's results, and they state every assumption.

An unchanged choice gives what happened. A changed choice gives the reveal as resolved by hand, and goes on to the
end of its round or turn."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.rooms.views.replay import Moment, Replay, replay
from app.web.games import find_presenter
from app.web.replay.what_if import MOST_CHOICES, WhatIf, asks_of, next_ask, try_choices
from app.web.replay.what_if_answers import NoSuchChoiceError
from engine.core.chance import SeededChance
from engine.core.seats import Seat, all_seats
from tests.journal.test_old_games import SAMPLES, entries
from tests.rooms.builders import game_of
from tests.rooms.test_replay import ADEL, EDEL, begin_game, play, replay_game
from tests.whole import whole

GAMES = whole(tuple(SAMPLES), (SAMPLES[6], SAMPLES[9]))


def load_first_replay(path: Path) -> Replay:
    """Return the first game of that room, which is over."""
    made = replay(tuple(entries(json.loads(path.read_text())["rows"])), 1)
    assert made is not None
    return made


def had(game: Replay, first: int, seat: Seat, *choices: str) -> WhatIf:
    """Return the what-if with these choices of the seat from that reveal on."""
    return try_choices(game, first, seat, choices, find_presenter(game.game.key).turn_begins)


def chance_of(game: Replay) -> SeededChance:
    """Return the game's own chance."""
    return SeededChance(bytes.fromhex(game_of(game.room).seed))


def seats_of(game: Replay) -> Sequence[Seat]:
    """Return the seats that played."""
    return all_seats(game_of(game.room).seats)


def check_by_rules(game: Replay, changed: WhatIf) -> None:
    """Check each changed reveal against the rules, and that it leads to the next."""
    state = changed.as_it_was[0].before
    for number, moment in enumerate(changed.moments):
        assert moment.ask == changed.first + number
        assert moment.before == state
        chosen = {seat: game.game.parse(text) for seat, text in moment.choices.items()}
        assert moment.steps == game.game.resolve(state, chosen, chance_of(game))
        state = moment.steps[-1].state


def is_whole(game: Replay, moments: Sequence[Moment]) -> bool:
    """Return whether a round is over after these reveals and not before.

    It is a turn instead where a round has many turns."""
    begins = find_presenter(game.game.key).turn_begins

    def is_over(moment: Moment) -> bool:
        after = moment.steps[-1].state
        is_next = any(step.effect.kind in begins for step in moment.steps)
        return is_next or game.game.round(after) != moment.round or not game.game.asks(after)

    return [is_over(moment) for moment in moments] == [False] * (len(moments) - 1) + [True]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_with_the_choice_that_was_made_it_is_what_happened(path: Path) -> None:
    game = load_first_replay(path)
    last = game.moments[-1].ask
    tried = 0
    for seat in seats_of(game):
        for first in asks_of(game.moments, seat):
            was = next(moment for moment in game.moments if moment.ask == first)
            for choices in ((), (was.choices[seat],)):
                changed = had(game, first, seat, *choices)
                assert (
                    changed.moments == changed.as_it_was == game.moments[first - 1 : first - 1 + len(changed.moments)]
                )
                assert not changed.is_other and not changed.assumed
                assert changed.really == was.choices[seat]
                tried += 1
                # a game that the table ended may end within a round
                assert is_whole(game, changed.moments) or changed.moments[-1].ask == last
    assert tried > 100


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_if_with_other_choice_follows_the_rules(path: Path) -> None:
    game, rng = load_first_replay(path), random.Random(path.stem)
    assumed = others = 0
    for seat in seats_of(game):
        for first in asks_of(game.moments, seat):
            was = next(moment for moment in game.moments if moment.ask == first)
            ask = game.game.asks(was.before)[seat]
            for choice in rng.sample(ask.choices, min(len(ask.choices), whole(4, 2))):
                changed = had(game, first, seat, game.game.text(choice))
                chosen = dict(was.choices) | {seat: game.game.text(choice)}
                assert changed.moments[0].choices == chosen, "everybody else chooses as they did"
                check_by_rules(game, changed)
                assert is_whole(game, changed.moments)
                assert changed.is_other == (changed.moments != changed.as_it_was)
                assert all(each in changed.own for each in changed.assumed if each.seat == seat)
                if changed.moments[0].choices == was.choices:
                    assert not changed.assumed
                assumed += len(changed.assumed)
                others += changed.is_other
    assert others > 50 and assumed > 0


LEAST = 12
"""Least number of prompts of a game that the test looks at.

It looks at more until some choice was kept."""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_if_keeps_real_choices_where_same_ask_recurs(path: Path) -> None:
    game, rng = load_first_replay(path), random.Random(path.stem)
    kept = 0
    asks = asks_of(game.moments, Seat(0))
    # in some games the same prompt seldom follows
    for looked, first in enumerate(rng.sample(asks, len(asks))):
        if looked >= LEAST and kept:
            break
        was = next(moment for moment in game.moments if moment.ask == first)
        ask = game.game.asks(was.before)[Seat(0)]
        changed = had(game, first, Seat(0), game.game.text(ask.choices[-1]))
        made_up = {(each.ask, each.seat) for each in changed.assumed}
        for moment in changed.moments[1:]:
            for seat, owed in game.game.asks(moment.before).items():
                really = [
                    each.choices[seat] for each in changed.as_it_was if game.game.asks(each.before).get(seat) == owed
                ]
                if (moment.ask, seat) not in made_up:
                    assert moment.choices[seat] in really
                    kept += 1
    assert kept or all(len(had(game, ask, Seat(0)).moments) == 1 for ask in asks_of(game.moments, Seat(0)))


@pytest.mark.parametrize("key", [ADEL, EDEL])
def test_it_comes_out_the_same_every_time(key: str) -> None:
    evening = begin_game(key, 4)
    play(evening, random.Random(9))
    one, other = replay_game(evening), replay_game(evening)
    for first in asks_of(one.moments, Seat(1))[:20]:
        ask = one.game.asks(next(each for each in one.moments if each.ask == first).before)[Seat(1)]
        text = one.game.text(ask.choices[-1])
        assert had(one, first, Seat(1), text) == had(other, first, Seat(1), text)


def test_what_if_lets_seat_choose_again_at_later_asks() -> None:
    evening = begin_game(ADEL, 3)
    play(evening, random.Random(2))
    game, seat = replay_game(evening), Seat(0)
    first = next(
        moment.ask
        for moment in game.moments
        if moment.choices.get(seat) == "castle" and len(game.game.asks(moment.before)[seat].choices) > 1
    )
    changed = had(game, first, seat, "auction_house")
    assert changed.own[0].choice == "auction_house" and len(changed.own) > 1
    at, ask = next_ask(game.game, changed)
    assert (at.ask, ask.kind) == (first + 1, "action")
    for choice in ask.choices:
        text = game.game.text(choice)
        further = had(game, first, seat, "auction_house", text)
        assert further.moments[1].choices[seat] == text
        assert (first + 1, seat) not in {(each.ask, each.seat) for each in further.assumed}
        check_by_rules(game, further)


@pytest.mark.parametrize("key", [ADEL, EDEL])
def test_what_could_not_be_chosen_is_refused(key: str) -> None:
    evening = begin_game(key, 3)
    play(evening, random.Random(5))
    game, seat = replay_game(evening), Seat(0)
    first = asks_of(game.moments, seat)[0]
    text = game.moments[first - 1].choices[seat]
    idle = next((moment.ask for moment in game.moments if seat not in moment.choices), None)
    cases: list[tuple[int, Seat | None, tuple[str, ...], str]] = [
        (0, seat, (text,), "bad_field"),
        (-1, seat, (text,), "bad_field"),
        (game.moments[-1].ask + 1, seat, (text,), "bad_field"),
        (first, None, (text,), "not_asked"),
        (first, Seat(4), (text,), "not_asked"),
        (first, seat, ("",), "choice_not_legal"),
        (first, seat, (f"{text} ",), "choice_not_legal"),
        (first, seat, ("show A1",), "choice_not_legal"),
        (first, seat, ("bid red",), "choice_not_legal"),
        (first, seat, (text,) * (MOST_CHOICES + 1), "bad_field"),
    ]
    if idle is not None:
        cases.append((idle, seat, (), "not_asked"))
    for at, who, choices, code in cases:
        with pytest.raises(NoSuchChoiceError) as refused:
            try_choices(game, at, who, choices, find_presenter(key).turn_begins)
        assert refused.value.refusal.code == code, (at, who, choices)
    own = [each.choice for each in had(game, first, seat).own]
    with pytest.raises(NoSuchChoiceError) as nothing:
        next_ask(game.game, had(game, first, seat, *own))
    assert nothing.value.refusal.code == "not_asked"
    with pytest.raises(NoSuchChoiceError) as further:
        had(game, first, seat, *own, text)
    assert further.value.refusal.code == "not_asked"
