"""Phrases, reactions, muting, watchers' chat and voice link, without game rules."""

import re

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.audience import audience
from app.rooms.chat.words import PHRASES, SIGNS, VOICE_SCHEMES, voice_host, voice_link
from app.rooms.model.ids import AskNumber
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Viewer
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    JOIN_KEY,
    a_game,
    a_room,
    all_sealed,
    apply_events,
    ask_of,
    begin,
    events_of,
    get_occupant,
    get_refusal_code,
    holder,
    play_to_end,
    run_commands,
)

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}",
    "</bdi>",
    "javascript:alert(1)",
)


def texts(room: Room, viewer: Viewer) -> list[str]:
    """Return the table's messages that the viewer reads."""
    return [line.text for line in view(room, viewer).said]


def list_watcher_messages(room: Room, viewer: Viewer) -> list[str]:
    """Return the watchers' messages that the viewer reads."""
    return [line.text for line in view(room, viewer).watchers_said]


def test_keys_are_words_and_every_one_says_something() -> None:
    assert all(re.fullmatch(r"[a-z_]{1,32}", key) and words for key, words in (PHRASES | SIGNS).items())
    assert len(PHRASES) >= 4 <= len(SIGNS)


def test_phrase_is_stored_by_key_and_shown_with_its_text(game: str) -> None:
    room = a_game(2, game=game)
    assert events_of(room, c.SayPhrase(BEN, "bluffed")) == (e.PhraseSaid(BEN, "bluffed"),)
    (line,) = view(run_commands(room, c.SayPhrase(BEN, "bluffed")), ADA).said
    assert (line.phrase, line.text, line.sign, line.ask) == ("bluffed", "Well bluffed!", None, None)
    assert get_refusal_code(room, c.SayPhrase(BEN, "Well bluffed!")) == "bad_field"


def test_reaction_refers_to_a_revealed_ask_or_to_none(game: str) -> None:
    room = a_game(3, game=game)
    first = ask_of(room)
    assert get_refusal_code(room, c.React(ADA, "gasp", first)) == "bad_field"
    assert get_refusal_code(a_room(), c.React(ADA, "gasp", first)) == "bad_field"
    assert get_refusal_code(room, c.React(ADA, "shrug")) == "bad_field"
    room = run_commands(all_sealed(room), c.React(ADA, "gasp", first), c.React(BEN, "hat"))
    assert [(line.sign, line.ask) for line in view(room, CARLA).said] == [("gasp", first), ("hat", None)]
    assert get_refusal_code(room, c.React(ADA, "gasp", ask_of(room))) == "bad_field"


def test_delayed_watchers_see_no_reaction_to_an_unseen_reveal(game: str) -> None:
    room = all_sealed(a_game(3, game=game, watchers="delayed"))
    revealed = AskNumber(ask_of(room) - 1)
    room = run_commands(room, c.React(ADA, "gasp", revealed), c.React(BEN, "hat"))
    assert texts(room, None) == ["Hats off"]
    assert texts(room, CARLA) == ["A gasp", "Hats off"]
    later = all_sealed(room)
    assert texts(later, None) == ["Hats off", "A gasp"], "it comes when they see the reveal"
    later = run_commands(later, c.WatcherSay("Walter", "w"), c.Say(CARLA, "hm"))
    assert texts(later, None) == ["Hats off", "A gasp", "hm"]
    seen = view(later, None)
    numbers = [*(line.number for line in seen.said), *(line.number for line in seen.watchers_said)]
    assert numbers == [1, 2, 4, 3], "a gap would tell of a hidden line"


@pytest.mark.parametrize("phase", ["lobby", "playing", "paused", "finished"])
def test_people_talk_in_every_phase(game: str, phase: str) -> None:
    room = {
        "lobby": lambda: a_room(2, game=game, watchers="public"),
        "playing": lambda: a_game(2, game=game, watchers="public"),
        "paused": lambda: run_commands(a_game(2, game=game, watchers="public"), c.Pause(ADA)),
        "finished": lambda: play_to_end(a_game(2, game=game, watchers="public")),
    }[phase]()
    assert room.phase == phase
    said = run_commands(
        room, c.Say(ADA, "a"), c.SayPhrase(ADA, "luck"), c.React(BEN, "eye"), c.WatcherSay("Walter", "w")
    )
    assert texts(said, BEN) == ["a", "Good luck, everyone!", "I saw that coming"]
    assert list_watcher_messages(said, None) == ["w"]
    # chat does not affect the game
    assert said.play == room.play


def test_whoever_is_muted_is_not_sent_and_comes_back_whole(game: str) -> None:
    room = run_commands(a_game(3, game=game), c.Say(BEN, "before"), c.Mute(ADA, "Ben", True))
    room = run_commands(
        room, c.Say(BEN, "meanwhile"), c.SayPhrase(BEN, "hurry"), c.React(BEN, "laugh"), c.Say(CARLA, "hm")
    )
    assert texts(room, ADA) == ["hm"]
    assert view(room, ADA).muted == ("Ben",)
    assert texts(room, BEN) == texts(room, CARLA) == texts(room, None)
    assert len(texts(room, BEN)) == 5
    assert texts(run_commands(room, c.Mute(ADA, "Ben", False)), ADA) == texts(room, BEN)


def test_whom_one_mutes_is_nobody_elses_business(game: str) -> None:
    room = a_game(3, game=game)
    (event,) = events_of(room, c.Mute(ADA, "Ben", True))
    (wish,) = events_of(room, c.HearWatchers(ADA, True))
    assert audience(room, event) == audience(room, wish) == ADA
    after_it = apply_events(room, (event, wish))
    assert after_it is not None
    for viewer in (BEN, CARLA, None):
        assert view(after_it, viewer) == view(room, viewer)


def test_muting_goes_by_the_name_over_changed_seats_and_games(game: str) -> None:
    room = run_commands(a_room(3, game=game), c.Say(BEN, "hello"), c.Mute(CARLA, "Ben", True))
    room = run_commands(room, c.SwapSeats(ADA, BEN, CARLA), c.Leave(ADA))
    assert get_occupant(room, BEN).name == "Carla"
    assert texts(room, BEN) == []


def test_who_can_be_muted(game: str) -> None:
    room = run_commands(a_room(3, game=game), c.Say(CARLA, "hello"), c.Leave(CARLA))
    assert get_refusal_code(room, c.Mute(ADA, "Ada", True)) == "bad_field"
    assert get_refusal_code(room, c.Mute(ADA, "Nobody", True)) == "bad_field"
    assert events_of(room, c.Mute(ADA, "Nobody", False)) == ()
    muted = run_commands(room, c.Mute(ADA, "Carla", True))
    assert texts(muted, ADA) == []
    assert events_of(muted, c.Mute(ADA, "Carla", True)) == ()


def test_a_newcomer_on_a_seat_has_muted_nobody(game: str) -> None:
    room = run_commands(a_room(2, game=game), c.Mute(BEN, "Ada", True), c.Leave(BEN))
    room = run_commands(room, c.TakeSeat("Zoe", holder("Zoe"), JOIN_KEY))
    assert view(room, BEN).muted == ()


def test_seats_read_watchers_only_between_games_unless_set_otherwise(game: str) -> None:
    lobby = run_commands(a_room(2, game=game, watchers="public"), c.WatcherSay("Walter", "hello"))
    assert list_watcher_messages(lobby, ADA) == list_watcher_messages(lobby, None) == ["hello"]
    table = run_commands(lobby, begin(game=game))
    assert list_watcher_messages(table, ADA) == []
    assert list_watcher_messages(table, None) == ["hello"]
    assert (view(table, ADA).hears_watchers, view(table, None).hears_watchers) == (False, None)
    heard = run_commands(table, c.HearWatchers(ADA, True))
    assert list_watcher_messages(heard, ADA) == ["hello"]
    assert list_watcher_messages(heard, BEN) == []
    assert list_watcher_messages(run_commands(lobby, c.HearWatchers(ADA, False)), ADA) == []


def test_a_host_can_end_the_watchers_talk_during_a_game(game: str) -> None:
    room = run_commands(a_game(2, game=game, watchers="public"), c.WatcherSay("Walter", "hello"))
    assert get_refusal_code(room, c.ChooseOptions(BEN, {"watchers_talk": False})) == "not_host"
    silent = run_commands(room, c.ChooseOptions(ADA, {"watchers_talk": False}))
    assert get_refusal_code(silent, c.WatcherSay("Walter", "hello?")) == "no_talk"
    assert list_watcher_messages(silent, None) == []
    assert list_watcher_messages(run_commands(silent, c.ChooseOptions(ADA, {"watchers_talk": True})), None) == ["hello"]


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("Ada", "hi", "name_taken"),
        ("\u0410da", "hi", "name_taken"),
        ("", "hi", "bad_field"),
        ("A\u202e", "hi", "bad_field"),
        ("Walter", " ", "bad_field"),
        ("Walter", "x" * 501, "bad_field"),
    ],
)
def test_what_a_watcher_cannot_say(name: str, text: str, code: str) -> None:
    assert get_refusal_code(a_room(watchers="public"), c.WatcherSay(name, text)) == code


def test_where_nobody_may_watch_no_watcher_talks() -> None:
    assert get_refusal_code(a_room(), c.WatcherSay("Walter", "hello")) == "no_talk"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_texts(text: str) -> None:
    room = run_commands(a_room(2, watchers="public"), c.Say(BEN, text), c.WatcherSay("Walter", text))
    assert texts(room, ADA) == list_watcher_messages(room, ADA) == [text]
    assert get_refusal_code(room, c.SayPhrase(BEN, text)) == get_refusal_code(room, c.React(BEN, text)) == "bad_field"
    assert get_refusal_code(room, c.SetVoiceLink(ADA, text)) == "bad_field"


def test_both_talks_are_kept_so_far(game: str) -> None:
    room = a_room(1, game=game, watchers="public")
    room = run_commands(room, *(c.WatcherSay("Walter", f"line {number}") for number in range(250)), c.Say(ADA, "hello"))
    assert len(room.watchers_chat) == 200
    assert list_watcher_messages(room, None)[-1] == "line 249"
    assert len(list_watcher_messages(room, None)) == 30
    assert texts(room, ADA) == ["hello"]


@pytest.mark.parametrize(
    ("link", "host"),
    [
        ("https://talk.example.org/our-table?x=1#y", "talk.example.org"),
        ("  HTTPS://Talk.Example.org/Table  ", "talk.example.org"),
        ("https://192.168.0.7:8443/", "192.168.0.7"),
        ("https://[2001:db8::1]/room", "[2001:db8::1]"),
        ("mumble://voice.example.org:64738/Friends?version=1.2.0", "voice.example.org"),
        ("ts3server://ts.example.org?port=9987", "ts.example.org"),
        ("https://localhost", "localhost"),
    ],
)
def test_a_voice_link_names_its_host(link: str, host: str) -> None:
    taken = voice_link(link)
    assert taken is not None
    assert taken.startswith(VOICE_SCHEMES)
    assert voice_host(taken) == host


@pytest.mark.parametrize(
    "link",
    [
        "",
        "talk.example.org",
        "http://talk.example.org",
        "javascript:alert(1)",
        "javascript://talk.example.org/%0aalert(1)",
        "data:text/html,hello",
        "file:" + "///etc/passwd",
        "https:talk.example.org",
        "https:///talk.example.org",
        "https://",
        "https://good.example@evil.example/",
        "https://good.example\\@evil.example/",
        "https://good.example:80@evil.example/",
        "https://t\u0430lk.example.org",
        "https://talk.example.org/a b",
        "https://talk.example.org/\nx",
        'https://talk.example.org/"onclick=',
        "https://talk.example.org/<b>",
        "https://-x.example/",
        "https://talk..example/",
        "https://talk.example.org:port/",
        "https://talk.example.org/" + "x" * 300,
    ],
)
def test_what_is_no_voice_link(link: str) -> None:
    assert voice_link(link) is None
    with pytest.raises(ValueError, match="no voice link"):
        voice_host(link)


def test_host_sets_the_voice_link_and_only_seats_see_it(game: str) -> None:
    room = a_game(2, game=game, watchers="public")
    assert get_refusal_code(room, c.SetVoiceLink(BEN, "https://talk.example.org")) == "not_host"
    room = run_commands(room, c.SetVoiceLink(ADA, " https://talk.example.org "))
    assert [view(room, viewer).room.voice for viewer in (ADA, BEN, None)] == ["https://talk.example.org"] * 2 + [None]
    assert events_of(room, c.SetVoiceLink(ADA, "https://talk.example.org")) == ()
    assert view(run_commands(room, c.SetVoiceLink(ADA, "  ")), BEN).room.voice is None


@pytest.mark.parametrize("link", HOSTILE)
def test_voice_link_from_an_imported_file_is_not_trusted(link: str) -> None:
    room = apply_events(a_room(), (e.VoiceLinkSet(link),))
    assert room is not None
    assert view(room, ADA).room.voice is None


def test_any_seat_starts_one_call_that_only_seats_see(game: str) -> None:
    room, link = a_game(2, game=game, watchers="public"), "https://meet.example.org/signet-abc"
    assert get_refusal_code(room, c.StartCall(BEN, "")) == "bad_field"
    assert events_of(room, c.StartCall(BEN, link)) == (e.VoiceLinkSet(link),)
    room = run_commands(room, c.StartCall(BEN, link))
    assert events_of(room, c.StartCall(ADA, f"{link}d")) == (), "the second tap finds the first one's call"
    assert [view(room, viewer).room.voice for viewer in (ADA, BEN, None)] == [link, link, None]
    room = run_commands(room, c.SetVoiceLink(ADA, ""))
    assert events_of(room, c.StartCall(ADA, f"{link}d")) == (e.VoiceLinkSet(f"{link}d"),)
