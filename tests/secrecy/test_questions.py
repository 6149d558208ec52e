"""Questions to the process in which bots think: only what the bot's seat may know."""

import io
import pickle
import random
from collections.abc import Callable

import pytest

from app.live.host.bot_choices import question_for
from app.rooms import commands as c
from app.rooms.model.ids import AskNumber
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine import registry
from engine.bots.question import Question, pack_question, unpack_question
from engine.core.game import PastAction
from engine.core.plain import canonical
from engine.core.seats import Seat
from tests.known import SHIPPED
from tests.rooms.builders import SEED, a_game, all_sealed, game_of, run_commands
from tests.secrecy.hidden import exchange_secrets
from tests.secrecy.test_canaries import contains, list_secrets

Ask = Callable[[Room, Seat], Question]


def serialize(question: Question) -> bytes:
    """Return a question with every part written in full.

    Equal things are equal bytes, whoever else holds them. The dice are left out: they belong to the bot and depend on
    the seed."""
    is_past, fields = pickle.loads(pack_question(question))  # noqa: S301 - just packed
    assert is_past is False
    parts = tuple(unpack_question(fields)._replace(dice=b""))
    out = io.BytesIO()
    pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    pickler.dump(parts)
    return out.getvalue()


def check_whole_games(game: str, ask: Ask = question_for, level: str = "normal") -> None:
    rng, looked_at, differed = random.Random(7), 0, 0
    # The box shows which objects there are.
    components = canonical(registry.find(game).edition())
    for people in (2, 3):
        room = run_commands(a_game(people, game=game), *(c.SetStandIn(Seat(s), Seat(s), level) for s in range(people)))
        while room.phase == "playing":
            play = game_of(room)
            chosen = {seat: play.game.text(rng.choice(each.choices)) for seat, each in play.asks.items()}
            for seat in play.asks:
                others = {other: card for other, card in chosen.items() if other != seat}
                waiting = run_commands(room, *(c.SealForBot(other, play.ask, card) for other, card in others.items()))
                question = ask(waiting, seat)
                told = pack_question(question).replace(components, b"").decode("latin-1")
                assert [what for secret, what in list_secrets(waiting, seat).items() if contains(told, secret)] == []
                assert bytes.fromhex(SEED).decode("latin-1") not in told
                twin = exchange_secrets(waiting, seat, rng)
                assert serialize(ask(twin, seat)) == serialize(question)
                differed += game_of(twin).state != play.state
                looked_at += 1
            room = all_sealed(room, chosen)
    assert looked_at > 50
    assert differed > 20 or game not in SHIPPED


@pytest.mark.parametrize("shipped", SHIPPED)
def test_learning_bots_question_holds_no_others_secret(shipped: str) -> None:
    check_whole_games(shipped, level="strong")


def leak_seals_as_past_actions(room: Room, seat: Seat) -> Question:
    """Return a question with others' sealed cards among their past_actions."""
    play = game_of(room)
    sealed = [PastAction(play.game.round(play.state), other, card.choice) for other, card in play.sealed.items()]
    question = question_for(room, seat)
    return question._replace(past_actions=(*question.past_actions, *sealed))


def test_bots_question_holds_no_others_secret(game: str) -> None:
    check_whole_games(game)


def leak_state(room: Room, seat: Seat) -> Question:
    """Return a question with the whole state."""
    return question_for(room, seat)._replace(view=game_of(room).state)


def leak_seals(room: Room, seat: Seat) -> Question:
    """Return a question with others' sealed cards."""
    return question_for(room, seat)._replace(level=repr(game_of(room).sealed))


def leak_next_view(room: Room, seat: Seat) -> Question:
    """Return a question from the next seat's perspective."""
    play = game_of(room)
    other = Seat((seat + 1) % play.seats)
    return question_for(room, seat)._replace(view=play.game.view(play.state, other))


def leak_chance(room: Room, seat: Seat) -> Question:
    """Return a question with the game's own chance."""
    return question_for(room, seat)._replace(dice=bytes.fromhex(game_of(room).seed))


@pytest.mark.parametrize("ask", [leak_state, leak_seals, leak_next_view, leak_chance, leak_seals_as_past_actions])
def test_question_with_more_is_detected(ask: Ask) -> None:
    with pytest.raises(AssertionError):
        check_whole_games(SHIPPED[0], ask)


def test_dice_depend_on_seat_prompt_and_seed(game: str) -> None:
    room = a_game(2, game=game)
    room = run_commands(room, *(c.SetStandIn(Seat(seat), Seat(seat), "normal") for seat in range(2)))
    play = game_of(room)
    later = replace(room, play=replace(play, ask=AskNumber(play.ask + 1)))
    other = replace(room, play=replace(play, seed="a1" * 32))
    dice = {question_for(each, seat).dice for each in (room, later, other) for seat in play.asks}
    assert len(dice) == 3 * len(play.asks)
