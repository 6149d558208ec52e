"""Gallery: watchers' guesses, their secrecy and their points."""

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.audience import audience
from app.rooms.budget.bounds import GUESSES, Budget, overspent
from app.rooms.delayed import apply_delay
from app.rooms.gallery.decide import MOST_CHANGES
from app.rooms.gallery.events import MOST_WATCHERS
from app.rooms.gallery.view import GalleryPart, gallery_part
from app.rooms.model.changes import BrokenJournalError
from app.rooms.model.ids import AskNumber, Digest
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.spending import Spending
from app.rooms.model.values import replace
from app.rooms.views.page_view import page_view
from app.rooms.views.view import view
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    a_game,
    a_room,
    all_sealed,
    apply_events,
    ask_of,
    begin_again,
    events_of,
    get_refusal_code,
    holder,
    play_to_end,
    run_commands,
    to_time,
)

WANDA, WALTER = holder("Wanda"), holder("Walter")
SEATS = (ADA, BEN, CARLA)
ALL_CASTLE = ("0 castle", "1 castle", "2 castle")
FIRST = {ADA: "castle", BEN: "castle", CARLA: "auction_house"}


def get_gallery(room: Room, watcher: Digest | None) -> GalleryPart:
    """Return the gallery as the page of that watcher shows it."""
    return view(room, None, holder=watcher).gallery


def guess(room: Room, *answers: str, who: Digest = WANDA, name: str = "Wanda") -> c.Guess:
    """Return a guess of what the watchers see next."""
    ask = get_gallery(room, who).ask
    return c.Guess(name, AskNumber(ask or 0), answers or ALL_CASTLE, who)


def watched_game(**options: str) -> Room:
    """Return a game of three that anybody may watch."""
    return a_game(3, watchers=options.get("watchers", "public"))


def list_scores(room: Room) -> list[tuple[str, int, int | None]]:
    """Return names, points and the last right answers, as a player reads them."""
    return [(each.name, each.points, each.right) for each in view(room, ADA).gallery.scores]


def test_a_right_answer_gives_a_point() -> None:
    room = watched_game()
    room = run_commands(room, guess(room), guess(room, "2 auction_house", who=WALTER, name="Walter"))
    room = all_sealed(room, FIRST)
    assert list_scores(room) == [("Wanda", 2, 2), ("Walter", 1, 1)]
    last = view(room, BEN).gallery.last
    assert last is not None
    assert (last.right, last.answers, last.watchers) == (3, 4, 2)
    assert get_gallery(room, WALTER).scores[1].is_own


def test_points_are_added_over_an_evening() -> None:
    room = watched_game()
    room = all_sealed(run_commands(room, guess(room)), FIRST)
    room = run_commands(room, guess(room, "0 exhibits", "1 exhibits"))
    room = play_to_end(room)
    (wanda,) = list_scores(room)
    assert wanda[1] >= 2
    again = run_commands(room, begin_again())
    assert [each[:2] for each in list_scores(again)] == [wanda[:2]]
    assert again.gallery.pending == ()


def test_the_next_evening_begins_without_points() -> None:
    room = watched_game()
    room = play_to_end(all_sealed(run_commands(room, guess(room)), FIRST))
    assert list_scores(run_commands(room, begin_again(), ms=13 * 3_600_000)) == []


def test_the_last_guess_counts() -> None:
    room = watched_game()
    room = run_commands(room, guess(room), guess(room, "2 auction_house"))
    assert get_gallery(room, WANDA).own == ("2 auction_house",)
    assert list_scores(all_sealed(room, FIRST)) == [("Wanda", 1, 1)]


def test_cards_of_the_castle_count_when_they_open() -> None:
    room = watched_game()
    room = all_sealed(run_commands(room, guess(room)), FIRST)
    room = run_commands(room, guess(room, "0 exhibits", "1 exhibits", "2 bids"))
    sealed = all_sealed(room)
    # the winner of the auction buys before the castle opens
    assert sealed.gallery.pending and sealed.gallery.last is None
    assert list_scores(all_sealed(sealed))[0][1] > 2


def test_nobody_can_tell_a_guess_before_the_reveal() -> None:
    room = watched_game()
    after = run_commands(room, guess(room))
    for viewer in (*SEATS, None):
        assert view(after, viewer) == view(room, viewer)
        assert after.get_visible_version(viewer) == room.get_visible_version(viewer)
        assert replace(page_view(after, viewer), version=room.version) == page_view(room, viewer)
    assert view(after, None, holder=WALTER) == view(room, None, holder=WALTER)
    assert view(after, ADA, holder=WANDA) == view(room, ADA, holder=WANDA)
    assert get_gallery(after, WANDA).own == ALL_CASTLE


def test_a_new_name_waits_for_the_reveal() -> None:
    room = watched_game()
    room = all_sealed(run_commands(room, guess(room)), FIRST)
    renamed = run_commands(room, guess(room, "0 exhibits", name="Wendy"))
    assert view(renamed, ADA) == view(room, ADA)
    assert get_gallery(renamed, WANDA).name == "Wendy"


def test_events_of_the_gallery_are_for_nobody() -> None:
    room = watched_game()
    events = events_of(room, guess(room))
    assert {type(event) for event in events} == {e.WatcherNamed, e.GuessSealed}
    assert {audience(room, event) for event in events} == {"nobody"}


def test_delayed_watchers_guess_the_reveal_they_see_next() -> None:
    room = watched_game(watchers="delayed")
    first = ask_of(room)
    room = all_sealed(room, FIRST)
    assert get_gallery(room, WANDA).ask == first
    room = run_commands(room, guess(room))
    assert list_scores(room) == []
    room = all_sealed(room)
    assert list_scores(room) == [("Wanda", 2, 2)]
    assert get_gallery(room, WANDA).ask == first + 1


def test_delayed_watchers_guess_learns_nothing_of_later_asks() -> None:
    room = all_sealed(watched_game(watchers="delayed"), FIRST)
    room = run_commands(room, guess(room))
    before = get_gallery(room, WANDA)
    for seat in SEATS:
        play = room.play
        assert play is not None
        room = run_commands(room, c.Seal(seat, play.ask, play.game.text(play.asks[seat].choices[0])))
        if room.play is not None and room.play.ask == play.ask:
            assert get_gallery(room, WANDA) == before
    assert gallery_part(apply_delay(room, None), None, WANDA) == get_gallery(room, WANDA)


def test_a_game_that_ends_early_drops_guesses() -> None:
    room = watched_game()
    room = run_commands(room, guess(room))
    ended = apply_events(room, [e.GameAborted(1)])
    assert ended is not None
    assert ended.gallery.pending == () and list_scores(ended) == []


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        (("0 exhibits",), "bad_field"),
        (("0 castle", "0 auction_house"), "bad_field"),
        (("4 castle",), "bad_field"),
        (("castle",), "bad_field"),
        (("-1 castle",), "bad_field"),
    ],
)
def test_an_impossible_guess_is_refused(answers: tuple[str, ...], code: str) -> None:
    room = watched_game()
    assert get_refusal_code(room, guess(room, *answers)) == code


@pytest.mark.parametrize("name", ["Ada", "ADA", "Bot", ""])
def test_a_guess_needs_a_free_name(name: str) -> None:
    room = watched_game()
    assert get_refusal_code(room, guess(room, name=name)) in ("name_taken", "bad_field")


def test_a_late_guess_is_refused() -> None:
    room = watched_game()
    late = guess(room)
    assert get_refusal_code(all_sealed(room, FIRST), late) == "ask_is_over"
    assert get_refusal_code(a_room(3, watchers="public"), late) == "ask_is_over"


def test_a_table_without_watchers_has_no_gallery() -> None:
    room = a_game(3, watchers="none")
    assert get_refusal_code(room, guess(room)) == "no_talk"
    assert get_gallery(room, WANDA).ask is None


def test_a_thousand_watchers_leave_the_gallery_bounded() -> None:
    room = watched_game()
    refused = 0
    for number in range(1000):
        command = guess(room, who=holder(f"watcher {number}"), name=f"Guest {number}")
        if number < MOST_WATCHERS:
            room = run_commands(room, command)
        else:
            refused += get_refusal_code(room, command) == "room_full"
    assert refused == 1000 - MOST_WATCHERS
    assert len(list_scores(all_sealed(room, FIRST))) == MOST_WATCHERS


def test_a_watcher_changes_a_guess_so_often() -> None:
    room = run_commands(watched_game(), guess(watched_game()))
    answers = ("0 castle", "0 auction_house")
    for number in range(MOST_CHANGES):
        room = run_commands(room, guess(room, answers[number % 2]))
    assert get_refusal_code(room, guess(room, answers[MOST_CHANGES % 2])) == "used_up"
    assert events_of(room, guess(room, *get_gallery(room, WANDA).own)) == ()


def test_guesses_end_before_the_game_lacks_space() -> None:
    room = watched_game()
    events = events_of(room, guess(room))
    assert overspent(room, events, to_time(0), Budget()) is None
    for spending in (Spending(known=6 << 20), Spending(hidden={"gallery": GUESSES})):
        refusal = overspent(replace(room, spending=spending), events, to_time(0), Budget())
        assert isinstance(refusal, Refusal) and refusal.code == "no_space"
    # guesses leave every player's own space alone
    full = replace(room, spending=Spending(hidden={"gallery": GUESSES}))
    assert overspent(full, [e.Muted(ADA, "Ben", True)], to_time(0), Budget()) is None


def test_a_journal_with_an_impossible_guess_is_broken() -> None:
    room = watched_game()
    for event in (e.GuessSealed(0, ask_of(room), ALL_CASTLE), e.GuessSealed(0, AskNumber(9), ALL_CASTLE)):
        with pytest.raises(BrokenJournalError):
            apply_events(room, [event])
