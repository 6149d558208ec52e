"""What crosses to the process in which bots think holds nothing that the bot's own seat may not know."""

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
from engine.core.game import Deed
from engine.core.plain import canonical
from engine.core.seats import Seat
from tests.known import SHIPPED
from tests.rooms.builders import SEED, a_game, after, all_sealed, game_of
from tests.secrecy.hidden import exchanged
from tests.secrecy.test_canaries import holds, secrets_from

Ask = Callable[[Room, Seat], Question]


def spelled_out(question: Question) -> bytes:
    """What crosses, every part of it written in full: so equal things are equal bytes, whoever else holds them. Without
    the dice: they are the bot's own, and hang on the seed."""
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
    # which objects there are is printed on the box
    components = canonical(registry.find(game).edition())
    for people in (2, 3):
        room = after(a_game(people, game=game), *(c.SetStandIn(Seat(s), Seat(s), level) for s in range(people)))
        while room.phase == "playing":
            play = game_of(room)
            chosen = {seat: play.game.text(rng.choice(each.choices)) for seat, each in play.asks.items()}
            for seat in play.asks:
                others = {other: card for other, card in chosen.items() if other != seat}
                waiting = after(room, *(c.SealForBot(other, play.ask, card) for other, card in others.items()))
                question = ask(waiting, seat)
                told = pack_question(question).replace(components, b"").decode("latin-1")
                assert [what for secret, what in secrets_from(waiting, seat).items() if holds(told, secret)] == []
                assert bytes.fromhex(SEED).decode("latin-1") not in told
                twin = exchanged(waiting, seat, rng)
                assert spelled_out(ask(twin, seat)) == spelled_out(question)
                differed += game_of(twin).state != play.state
                looked_at += 1
            room = all_sealed(room, chosen)
    assert looked_at > 50
    assert differed > 20 or game not in SHIPPED


@pytest.mark.parametrize("shipped", SHIPPED)
def test_nor_does_what_one_is_asked_that_learns_how_they_play(shipped: str) -> None:
    check_whole_games(shipped, level="strong")


def with_sealed_cards_as_deeds(room: Room, seat: Seat) -> Question:
    """Tells what the others have sealed among what they did."""
    play = game_of(room)
    sealed = [Deed(play.game.round(play.state), other, card.choice) for other, card in play.sealed.items()]
    question = question_for(room, seat)
    return question._replace(deeds=(*question.deeds, *sealed))


def test_what_a_bot_is_asked_holds_nothing_of_others(game: str) -> None:
    check_whole_games(game)


def with_the_state(room: Room, seat: Seat) -> Question:
    """Hands the whole state over."""
    return question_for(room, seat)._replace(view=game_of(room).state)


def with_others_cards(room: Room, seat: Seat) -> Question:
    """Hands over what the others have sealed."""
    return question_for(room, seat)._replace(level=repr(game_of(room).sealed))


def with_anothers_view(room: Room, seat: Seat) -> Question:
    """Asks with the eyes of the next seat."""
    play = game_of(room)
    other = Seat((seat + 1) % play.seats)
    return question_for(room, seat)._replace(view=play.game.view(play.state, other))


def with_the_seed(room: Room, seat: Seat) -> Question:
    """Lends the game's own chance."""
    return question_for(room, seat)._replace(dice=bytes.fromhex(game_of(room).seed))


@pytest.mark.parametrize(
    "ask", [with_the_state, with_others_cards, with_anothers_view, with_the_seed, with_sealed_cards_as_deeds]
)
def test_whoever_hands_over_more_is_caught(ask: Ask) -> None:
    with pytest.raises(AssertionError):
        check_whole_games(SHIPPED[0], ask)


def test_the_dice_hang_on_seat_and_ask_and_seed(game: str) -> None:
    room = a_game(2, game=game)
    room = after(room, *(c.SetStandIn(Seat(seat), Seat(seat), "normal") for seat in range(2)))
    play = game_of(room)
    later = replace(room, play=replace(play, ask=AskNumber(play.ask + 1)))
    other = replace(room, play=replace(play, seed="a1" * 32))
    dice = {question_for(each, seat).dice for each in (room, later, other) for seat in play.asks}
    assert len(dice) == 3 * len(play.asks)
