"""Lines of the checklist that have a test of their own: what others get, byte by byte, while a card lies sealed."""

import itertools
import random
from collections.abc import Iterator

import pytest

from app.live.host.bot_choices import bot_choice
from app.live.host.requests import Done
from app.rooms import commands as c
from app.rooms.decide import decide
from app.rooms.model.clocks import bot_moves_at
from app.rooms.model.ids import AskNumber
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.view import view
from engine.core.plain import Plain, canonical, plain
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA, BEN, CARLA, SEED, a_game, after, all_sealed, at, game_of, reveal, seal
from tests.secrecy.feeds import SERVERS, as_text
from tests.secrecy.hidden import Nothing, hidden

OTHERS: tuple[Viewer, ...] = (BEN, CARLA, None)


def sent(feed: str, room: Room, viewer: Viewer) -> str:
    """What a new connection of the viewer is sent."""
    message = as_text(SERVERS[feed]()().update(room, viewer, frozenset()))
    assert message is not None
    return message


def texts(room: Room, seat: Seat) -> list[str]:
    play = game_of(room)
    return [play.game.text(choice) for choice in play.asks[seat].choices]


def some_tables(game: str, reveals: int = 12, **options: Plain) -> Iterator[Room]:
    """A game at random, at every point at which several are asked."""
    rng = random.Random(4)
    room = a_game(3, 0, SEED, game, **options)
    for _ in range(reveals):
        if room.phase != "playing":
            return
        if len(game_of(room).asks) > 1 and ADA in game_of(room).asks:
            yield room
        room = all_sealed(room, {seat: rng.choice(texts(room, seat)) for seat in game_of(room).asks})


@pytest.mark.parametrize("feed", SERVERS)
def test_a_sealed_card_weighs_the_same_and_lies_in_the_same_place_whatever_it_is(game: str, feed: str) -> None:
    """Neither length nor order nor place of anything tells which card it is, nor from where in the hand it came."""
    room = next(some_tables(game, watchers="public"))
    cards = [texts(room, ADA)[0], texts(room, ADA)[-1]] if feed == "browser" else texts(room, ADA)
    sealed = [after(room, seal(room, ADA, text)) for text in cards]
    for viewer in (BEN,) if feed == "browser" else OTHERS:
        assert len({sent(feed, one, viewer) for one in sealed}) == 1
    assert len({sent(feed, one, ADA) for one in sealed}) == len(cards), (
        "to its owner it is told, else this would compare nothing"
    )


def test_in_which_order_and_when_cards_were_sealed_is_nowhere_once_all_are(game: str) -> None:
    room = next(some_tables(game, watchers="public", grace=2))
    told: dict[Viewer, set[str]] = {}
    for order in itertools.permutations(game_of(room).asks):
        sealed = room
        for place, seat in enumerate(order):
            sealed = after(sealed, seal(sealed, seat), ms=0 if place == 2 else -1_000 * (seat + 1))
        for moment in (sealed, after(sealed, reveal(sealed), ms=5_000)):
            for viewer in (ADA, *OTHERS):
                told.setdefault(viewer, set()).add(sent("program", moment, viewer))
    assert {len(messages) for messages in told.values()} == {2}, "one before the reveal, one after it"


def test_a_card_lifted_and_laid_again_never_flickers(game: str) -> None:
    room = next(some_tables(game, watchers="public", grace=2))
    one, other = texts(room, ADA)[0], texts(room, ADA)[-1]
    course = [after(room, seal(room, ADA, one))]
    course.append(after(course[-1], c.Lift(ADA, game_of(room).ask)))
    course.append(after(course[-1], seal(room, ADA, other)))
    for viewer in OTHERS:
        assert len({sent("program", moment, viewer) for moment in course}) == 1


def test_legal_choices_are_listed_to_who_is_asked_alone(game: str) -> None:
    """And follow from nothing that this seat may not know: dealt otherwise, the list is the same."""
    rng = random.Random(2)
    for room in some_tables(game):
        play = game_of(room)
        for viewer in (ADA, BEN, CARLA, None):
            ask = view(room, viewer).ask
            assert (ask is not None) == (viewer in play.asks)
            if ask is None or viewer is None:
                continue
            state = hidden(game).redeal(play.state, viewer, rng)
            assert [play.game.text(each) for each in play.game.asks(state)[viewer].choices] == list(ask.choices)


def test_a_refusal_says_the_same_whatever_others_hold_or_have_sealed(game: str) -> None:
    for room in some_tables(game, reveals=6):
        wrong = [c.Seal(BEN, game_of(room).ask, text) for text in ("nonsense", "thief 99", "bid red red", "castle 7")]
        wrong += [c.Seal(BEN, ask, texts(room, BEN)[0]) for ask in (AskNumber(0), AskNumber(game_of(room).ask + 1))]
        answers = set()
        for text in texts(room, ADA):
            sealed = after(room, seal(room, ADA, text))
            said = tuple(decide(sealed, command, at(0)) for command in wrong)
            assert all(isinstance(one, Refusal) for one in said)
            answers.add(said)
        assert len(answers) == 1


def test_a_second_tab_sees_what_the_first_sees_and_a_watcher_less(game: str) -> None:
    for room in some_tables(game, reveals=6, watchers="public"):
        sealed = after(room, seal(room, ADA, texts(room, ADA)[-1]))
        assert sent("program", sealed, ADA) == sent("program", sealed, ADA)
        public = view(sealed, None)
        assert (public.ask, public.plan, public.you) == (None, (), None)
        assert public.room.join_link is None


def test_a_bot_answers_in_its_time_and_from_its_own_view(game: str) -> None:
    """Exchange all that its seat may not know: it chooses the same, after the same time."""
    rng, compared = random.Random(3), 0
    for table in some_tables(game, reveals=6, bot_pace=2):
        room = after(table, c.SetStandIn(ADA, ADA, "normal"))
        play = game_of(room)
        for _ in range(3):
            other = replace(play, state=hidden(game).redeal(play.state, ADA, rng))
            twin = replace(room, play=replace(other, asks=play.game.asks(other.state)))
            twin = after(twin, seal(twin, BEN, texts(twin, BEN)[-1]))
            assert bot_choice(twin, ADA) == bot_choice(room, ADA)
            moves = bot_moves_at(room, ADA)
            assert bot_moves_at(twin, ADA) == moves
            assert moves is not None and moves >= play.opened_at + 1_000, "a bot takes its time, as a person does"
            compared += other.state != play.state
    assert compared > 0 or isinstance(hidden(game), Nothing)


def test_a_vote_says_who_votes_and_nothing_of_their_cards(game: str) -> None:
    room = next(some_tables(game, watchers="public"))
    motion = c.Vote(ADA, "restart", True, SEED[::-1], None)
    for viewer in OTHERS:
        told = {sent("program", after(room, seal(room, ADA, text), motion), viewer) for text in texts(room, ADA)}
        assert len(told) == 1


def test_that_a_table_agreed_to_be_saved_and_was_says_nothing_of_its_cards(game: str) -> None:
    """Whatever lies sealed by then: what each viewer is sent of the votes, the agreement and the saving is the same."""
    room = next(some_tables(game, watchers="public"))
    agreed = [c.Vote(seat, "save", True, SEED[::-1], None) for seat in (ADA, BEN)]
    for viewer in OTHERS:
        for commands in (agreed[:1], agreed, [*agreed, c.SaveTable(ADA)]):
            told = {sent("program", after(room, seal(room, ADA, text), *commands), viewer) for text in texts(room, ADA)}
            assert len(told) == 1


def test_nothing_on_the_table_moves_before_the_reveal(game: str) -> None:
    """No price, no pile, no count follows a card that lies sealed."""
    for room in some_tables(game, watchers="public", grace=2):
        before = [canonical(plain(view(room, viewer).table)) for viewer in OTHERS]
        sealed = room
        for seat in game_of(room).asks:
            sealed = after(sealed, seal(sealed, seat, texts(sealed, seat)[-1]))
        assert game_of(sealed).reveal_at is not None
        assert [canonical(plain(view(sealed, viewer).table)) for viewer in OTHERS] == before


def test_an_answer_to_a_seal_is_the_same_for_every_card(game: str) -> None:
    """Not even in the answer, whose length others on the line could read, is the card told apart."""
    room = next(some_tables(game))
    feeds = [SERVERS["program"]()() for _ in texts(room, ADA)]
    answers = {
        feed.answer("c1", Done(7, ADA), after(room, seal(room, ADA, text)), ADA)
        for feed, text in zip(feeds, texts(room, ADA), strict=True)
    }
    assert len(answers) == 1
