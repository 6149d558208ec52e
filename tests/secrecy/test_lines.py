"""Checklist lines with tests of their own: others' bytes while a card is sealed."""

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
from engine.core.plain import Plain, canonical, to_plain
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA, BEN, CARLA, SEED, a_game, all_sealed, game_of, reveal, run_commands, seal, to_time
from tests.secrecy.feeds import SERVERS, decode
from tests.secrecy.hidden import Nothing, get_hidden

OTHERS: tuple[Viewer, ...] = (BEN, CARLA, None)


def get_first_message(feed: str, room: Room, viewer: Viewer) -> str:
    """Return the first message of a viewer's new connection."""
    message = decode(SERVERS[feed]()().update(room, viewer, frozenset()))
    assert message is not None
    return message


def list_choice_texts(room: Room, seat: Seat) -> list[str]:
    play = game_of(room)
    return [play.game.text(choice) for choice in play.asks[seat].choices]


def play_tables(game: str, reveals: int = 12, **options: Plain) -> Iterator[Room]:
    """Play a game at random; yield it whenever several seats have a prompt."""
    rng = random.Random(4)
    room = a_game(3, 0, SEED, game, **options)
    for _ in range(reveals):
        if room.phase != "playing":
            return
        if len(game_of(room).asks) > 1 and ADA in game_of(room).asks:
            yield room
        room = all_sealed(room, {seat: rng.choice(list_choice_texts(room, seat)) for seat in game_of(room).asks})


@pytest.mark.parametrize("feed", SERVERS)
def test_sealed_cards_look_alike_to_others(game: str, feed: str) -> None:
    """Neither length, order nor place tells the card or its place in the hand."""
    room = next(play_tables(game, watchers="public"))
    cards = (
        [list_choice_texts(room, ADA)[0], list_choice_texts(room, ADA)[-1]]
        if feed == "browser"
        else list_choice_texts(room, ADA)
    )
    sealed = [run_commands(room, seal(room, ADA, text)) for text in cards]
    for viewer in (BEN,) if feed == "browser" else OTHERS:
        assert len({get_first_message(feed, one, viewer) for one in sealed}) == 1
    assert len({get_first_message(feed, one, ADA) for one in sealed}) == len(cards), (
        "to its owner it is told, else this would compare nothing"
    )


def test_order_and_time_of_seals_are_nowhere_visible(game: str) -> None:
    room = next(play_tables(game, watchers="public", grace=2))
    told: dict[Viewer, set[str]] = {}
    for order in itertools.permutations(game_of(room).asks):
        sealed = room
        for place, seat in enumerate(order):
            sealed = run_commands(sealed, seal(sealed, seat), ms=0 if place == 2 else -1_000 * (seat + 1))
        for moment in (sealed, run_commands(sealed, reveal(sealed), ms=5_000)):
            for viewer in (ADA, *OTHERS):
                told.setdefault(viewer, set()).add(get_first_message("program", moment, viewer))
    assert {len(messages) for messages in told.values()} == {2}, "one before the reveal, one after it"


def test_lifted_and_resealed_card_never_flickers(game: str) -> None:
    room = next(play_tables(game, watchers="public", grace=2))
    one, other = list_choice_texts(room, ADA)[0], list_choice_texts(room, ADA)[-1]
    course = [run_commands(room, seal(room, ADA, one))]
    course.append(run_commands(course[-1], c.Lift(ADA, game_of(room).ask)))
    course.append(run_commands(course[-1], seal(room, ADA, other)))
    for viewer in OTHERS:
        assert len({get_first_message("program", moment, viewer) for moment in course}) == 1


def test_legal_choices_are_listed_only_to_their_seat(game: str) -> None:
    """They do not depend on hidden things: another deal gives the same list."""
    rng = random.Random(2)
    for room in play_tables(game):
        play = game_of(room)
        for viewer in (ADA, BEN, CARLA, None):
            ask = view(room, viewer).ask
            assert (ask is not None) == (viewer in play.asks)
            if ask is None or viewer is None:
                continue
            state = get_hidden(game).redeal(play.state, viewer, rng)
            assert [play.game.text(each) for each in play.game.asks(state)[viewer].choices] == list(ask.choices)


def test_refusal_does_not_depend_on_others_secrets(game: str) -> None:
    for room in play_tables(game, reveals=6):
        wrong = [c.Seal(BEN, game_of(room).ask, text) for text in ("nonsense", "thief 99", "bid red red", "castle 7")]
        wrong += [
            c.Seal(BEN, ask, list_choice_texts(room, BEN)[0])
            for ask in (AskNumber(0), AskNumber(game_of(room).ask + 1))
        ]
        answers = set()
        for text in list_choice_texts(room, ADA):
            sealed = run_commands(room, seal(room, ADA, text))
            said = tuple(decide(sealed, command, to_time(0)) for command in wrong)
            assert all(isinstance(one, Refusal) for one in said)
            answers.add(said)
        assert len(answers) == 1


def test_second_tab_sees_the_same_and_a_watcher_less(game: str) -> None:
    for room in play_tables(game, reveals=6, watchers="public"):
        sealed = run_commands(room, seal(room, ADA, list_choice_texts(room, ADA)[-1]))
        assert get_first_message("program", sealed, ADA) == get_first_message("program", sealed, ADA)
        public = view(sealed, None)
        assert (public.ask, public.plan, public.you) == (None, (), None)
        assert public.room.join_link is None


def test_bot_choice_and_time_depend_only_on_its_view(game: str) -> None:
    """Exchange all hidden things: the bot chooses the same after the same time."""
    rng, compared = random.Random(3), 0
    for table in play_tables(game, reveals=6, bot_pace=2):
        room = run_commands(table, c.SetStandIn(ADA, ADA, "normal"))
        play = game_of(room)
        for _ in range(3):
            other = replace(play, state=get_hidden(game).redeal(play.state, ADA, rng))
            twin = replace(room, play=replace(other, asks=play.game.asks(other.state)))
            twin = run_commands(twin, seal(twin, BEN, list_choice_texts(twin, BEN)[-1]))
            assert bot_choice(twin, ADA) == bot_choice(room, ADA)
            moves = bot_moves_at(room, ADA)
            assert bot_moves_at(twin, ADA) == moves
            assert moves is not None and moves >= play.opened_at + 1_000, "a bot takes its time, as a person does"
            compared += other.state != play.state
    assert compared > 0 or isinstance(get_hidden(game), Nothing)


def test_vote_shows_the_voter_and_no_card(game: str) -> None:
    room = next(play_tables(game, watchers="public"))
    motion = c.Vote(ADA, "restart", True, SEED[::-1], None)
    for viewer in OTHERS:
        told = {
            get_first_message("program", run_commands(room, seal(room, ADA, text), motion), viewer)
            for text in list_choice_texts(room, ADA)
        }
        assert len(told) == 1


def test_saving_a_table_shows_nothing_of_its_cards(game: str) -> None:
    """Messages on votes, agreement and saving do not depend on sealed cards."""
    room = next(play_tables(game, watchers="public"))
    agreed = [c.Vote(seat, "save", True, SEED[::-1], None) for seat in (ADA, BEN)]
    for viewer in OTHERS:
        for commands in (agreed[:1], agreed, [*agreed, c.SaveTable(ADA)]):
            told = {
                get_first_message("program", run_commands(room, seal(room, ADA, text), *commands), viewer)
                for text in list_choice_texts(room, ADA)
            }
            assert len(told) == 1


def test_table_does_not_change_before_the_reveal(game: str) -> None:
    """No price, pile or count follows a sealed card."""
    for room in play_tables(game, watchers="public", grace=2):
        before = [canonical(to_plain(view(room, viewer).table)) for viewer in OTHERS]
        sealed = room
        for seat in game_of(room).asks:
            sealed = run_commands(sealed, seal(sealed, seat, list_choice_texts(sealed, seat)[-1]))
        assert game_of(sealed).reveal_at is not None
        assert [canonical(to_plain(view(sealed, viewer).table)) for viewer in OTHERS] == before


def test_answer_to_a_seal_is_the_same_for_all(game: str) -> None:
    """Others on the network could read the answer's length."""
    room = next(play_tables(game))
    feeds = [SERVERS["program"]()() for _ in list_choice_texts(room, ADA)]
    answers = {
        feed.answer("c1", Done(7, ADA), run_commands(room, seal(room, ADA, text)), ADA)
        for feed, text in zip(feeds, list_choice_texts(room, ADA), strict=True)
    }
    assert len(answers) == 1
