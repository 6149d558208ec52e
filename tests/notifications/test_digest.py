"""Report of the last reveal in a notification.

Only games over days have it, in public sentences alone, for viewers who may know them."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.notifications.digest import last_reveal
from app.notifications.texts import write_status
from app.rooms import commands as c
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.play import SharedDeal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.play.fold import SAME_EVENING
from app.rooms.views.log_view import list_visible_reveals
from app.web.games import find_presenter
from app.web.table.digest import MOST_LETTERS, digest
from app.web.text.sentences import Speech
from engine.core.game import AnyGame
from engine.core.seats import Viewer
from tests.notifications.offices import LATER_MS, an_office, phone, words
from tests.notifications.receivers import hook, mail
from tests.notifications.test_secrecy import DAYS
from tests.rooms.builders import ADA, BEN, NAMES, a_game, all_sealed, game_of, holder, run_commands

HOURS: dict[str, Any] = {"clock": {"mode": "gentle", "per_ask": 12 * 3600}}
UNTIMED: dict[str, Any] = {"clock": {"mode": "off", "per_ask": 24 * 3600}}
LATE: dict[str, Any] = {**DAYS, "watchers": "delayed"}
ALONE: dict[str, Any] = {**DAYS, "watchers": "none"}


def play_reveals(game: str, reveals: int, **options: Any) -> Iterator[Room]:
    """Yield a game of three after each of its first reveals, all choices random."""
    rng, room = random.Random(game), a_game(3, game=game, **options)
    for _ in range(reveals):
        if room.phase != "playing":
            return
        play = game_of(room)
        made: AnyGame = play.game
        room = all_sealed(room, {seat: made.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()})
        yield room


def tells(room: Room, viewer: Viewer, language: str) -> str:
    """Return the report of the last reveal in a notification."""
    return write_status(room, viewer, language, digest)


def sentences(room: Room, ask: int) -> str:
    """Return all public sentences of one reveal."""
    (reveal,) = (each for each in list_visible_reveals(room, ADA) if each.ask == ask)
    speech, presenter = Speech(words("en")), find_presenter(room.game.key)
    said = [presenter.sentence(each, speech) for each in reveal.effects if each.audience is None]
    return " ".join(
        "".join(part if isinstance(part, str) else NAMES[part] for part in each.parts) for each in said if each
    )


def test_a_call_over_days_tells_what_the_last_reveal_brought(game: str) -> None:
    last = None
    for room in play_reveals(game, 20, **DAYS):
        said = tells(room, BEN, "en")
        assert len(said) <= MOST_LETTERS
        public = sentences(room, game_of(room).ask - 1)
        assert all(part.strip(". ") in public for part in said.split(". ")), (said, public)
        last = said or last
    assert last


@pytest.mark.parametrize("options", [{}, HOURS, UNTIMED], ids=["no clock", "hours", "a clock that is off"])
def test_a_game_of_an_evening_has_none(game: str, options: dict[str, Any]) -> None:
    assert {tells(room, seat, "en") for room in play_reveals(game, 6, **options) for seat in (BEN, None)} == {""}


@pytest.mark.parametrize("options", [{}, HOURS, UNTIMED], ids=["no clock", "hours", "a clock that is off"])
def test_a_game_that_outlasts_its_evening_goes_on_over_days(game: str, options: dict[str, Any]) -> None:
    """The moment of the ask counts, whatever the clock."""
    for room in play_reveals(game, 6, **options):
        begun, play = room.begun_at, game_of(room)
        assert begun is not None
        for later, is_told in ((SAME_EVENING, False), (SAME_EVENING + 1, True)):
            late = replace(room, play=replace(play, opened_at=Millis(begun + later)))
            assert (last_reveal(late, BEN) is not None) == is_told
            assert is_told or tells(late, BEN, "en") == ""


def test_nothing_is_told_before_anything_was_revealed(game: str) -> None:
    assert tells(a_game(3, game=game, **DAYS), BEN, "en") == ""


def test_it_is_told_in_the_readers_language(game: str) -> None:
    *_, room = play_reveals(game, 6, **DAYS)
    assert len({tells(room, BEN, language) for language in ("en", "de", "fr")}) == 3


def test_what_all_read_tells_no_more_than_watchers_see(game: str) -> None:
    """Without watchers there is nothing; with late watchers it is one reveal late."""
    for late, alone in zip(play_reveals(game, 6, **LATE), play_reveals(game, 6, **ALONE), strict=True):
        assert tells(alone, None, "en") == ""
        seats, public = last_reveal(late, BEN), last_reveal(late, None)
        assert seats is not None
        assert public is None or public.ask < seats.ask
        assert (public is not None) == (len(list_visible_reveals(late, BEN)) > 1)


def test_all_read_nothing_while_a_second_table_has_the_cards(game: str) -> None:
    *_, room = play_reveals(game, 6, **{**DAYS, "watchers": "public"})
    assert tells(room, None, "en") != ""
    paired = replace(room, shared=SharedDeal("5e" * 32, None, table=RoomCode("R2D2TCN4")))
    assert tells(paired, None, "en") == ""


@pytest.mark.rule("A10.3")
def test_digest_is_empty_in_games_without_open_memory() -> None:
    for room in play_reveals("adel_verpflichtet", 8, **DAYS, open_memory=False):
        assert tells(room, BEN, "en") == ""


def test_a_long_sentence_is_cut() -> None:
    names = tuple(f"{name} {'x' * 300}" for name in NAMES[:3])
    said = []
    for room in play_reveals("adel_verpflichtet", 8, **DAYS):
        play = game_of(room)
        long = replace(room, play=replace(play, history=tuple(replace(each, names=names) for each in play.history)))
        said.append(tells(long, BEN, "en"))
    assert all(len(text) <= MOST_LETTERS for text in said)
    assert any(text.endswith("x…") for text in said)


def test_every_way_of_calling_tells_it() -> None:
    async def runs() -> None:
        async with an_office(**DAYS) as office:
            ben, address = phone(office, "Ben")
            url = office.http.url("/hook")
            await office.knows(address, mail(holder("Carla"), "carla@example.org"), hook(url))
            for name in NAMES[:3]:
                await office.house.seals(name)
            await office.send_due(LATER_MS)
            room = await office.house.room()
            said = tells(room, BEN, "en")
            assert said
            bodies = [
                ben.read(got.body)["body"] if got.path == "/push/1" else got.json["text"] for got in office.http.got
            ]
            letters = [message.get_content() for _, message in office.smtp.got]
            assert len(bodies) == 2
            assert len(letters) == 1
            assert all(said in text for text in [*bodies, *letters])

    asyncio.run(runs())


def test_a_sealed_card_changes_no_letter_of_it(game: str) -> None:
    *_, room = play_reveals(game, 4, **DAYS)
    play = game_of(room)
    before = {viewer: tells(room, viewer, "en") for viewer in (ADA, BEN, None)}
    for seat, ask in play.asks.items():
        for choice in list(ask.choices)[:4]:
            sealed = run_commands(room, c.Seal(seat, play.ask, play.game.text(choice)))
            if game_of(sealed).ask == play.ask:
                assert {viewer: tells(sealed, viewer, "en") for viewer in before} == before
