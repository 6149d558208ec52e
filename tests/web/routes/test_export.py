"""Record of a room: complete after the game, and without secrets before its end."""

import time
from dataclasses import fields
from typing import Any, get_args

import pytest

from app.records.export import AFTERWARDS, OPEN, export
from app.rooms import events as e
from tests.web.tables import Table, Web

KINDS: tuple[type, ...] = get_args(e.Event)
SECRET = {"holder", "join_key", "watch_key", "link"}
LOOK_S = 0.02
STUCK_S = 30.0
"""Seconds without a move after which a table of bots counts as stuck."""


def events(table: Table, seat: int) -> list[dict[str, Any]]:
    answer = table.web.client.get(f"{table.path}/journal", headers=table.bearer(seat))
    assert answer.status_code == 200
    record = answer.json()
    assert (record["format"], record["version"]) == ("signet-journal", 1)
    return list(record["facts"])


NEVER = {
    *(e.ReturnLinkMade, e.ReturnLinksRevoked, e.SeatLinkMade, e.DeviceAdded, e.JoinKeyChanged, e.Nudged),
    *(e.InstructionsGiven, e.DeviceSeen, e.DeviceRevoked, e.BackAsked, e.BackRefused, e.BackAskExpired, e.Muted),
    *(e.WatchersHeard, e.VoiceLinkSet, e.WatcherNamed, e.GuessSealed),
    *(e.DateProposed, e.DateAnswered, e.DateFixed, e.DateDropped, e.DateReminded, e.DatePassed),
    *(e.DealOffered, e.DealPaired, e.DealTaken, e.DealOpened),
    *(e.ScreenShown, e.ScreenAsked, e.ScreenRefused, e.ScreenRemoved, e.ScreenCodeHidden),
}


def test_the_record_tells_nothing_of_links_devices_wishes_and_instructions() -> None:
    assert {kind for kind in KINDS if kind not in AFTERWARDS} == NEVER


@pytest.mark.parametrize("told", [OPEN, AFTERWARDS])
def test_export_lists_only_existing_fields_and_no_identity_secrets(told: dict[type, tuple[str, ...]]) -> None:
    for kind, names in told.items():
        assert set(names) <= {field.name for field in fields(kind)}
        assert not set(names) & SECRET


def test_export_of_running_game_omits_choices_seed_and_digest() -> None:
    assert not {e.ChoiceSealed, e.ChoiceLifted, e.AllSealed, e.RevealHeld} & OPEN.keys()
    assert "seed" not in OPEN[e.GameBegun]
    assert OPEN[e.Revealed] == ("ask",)


def test_record_of_running_game_does_not_depend_on_sealed_choices(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    before = events(table, 1)
    assert table.seal(0).status_code == 200
    assert table.post(0, do="lift", ask=1).status_code == 200
    assert table.seal(0, place=1).status_code == 200
    assert events(table, 1) == events(table, 0) == before


def test_record_tells_finished_game_in_full_but_not_the_next(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"variant": "surprise"})
    play_to_the_end(table)
    whole = events(table, 0)
    assert {"ChoiceSealed", "Revealed", "GameFinished"} <= {event["fact"] for event in whole}
    assert all("digest" in event for event in whole if event["fact"] == "Revealed")
    begun = [event for event in whole if event["fact"] == "GameBegun"]
    assert begun[0]["seed"] == table.view(0)["outcome"]["seed"]
    for seat in (0, 1):
        assert table.post(seat, do="stand_in", seat=seat, level=None).status_code == 200
    whole = events(table, 0)
    assert table.post(0, do="again").status_code == 200
    assert table.seal(0).status_code == 200
    later = events(table, 0)
    assert later[: len(whole)] == whole
    assert [event["fact"] for event in later[len(whole) :]] == ["GameBegun"]
    assert "seed" not in later[-1]


def test_public_gets_record_after_game_where_watching_is_allowed(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    assert web.client.get(f"{table.path}/journal").status_code == 404
    play_to_the_end(table)
    answer = web.client.get(f"{table.path}/journal")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="signet-{table.code}.json"'


def test_a_journal_without_a_game_can_be_told() -> None:
    record = export(())
    assert record | {"digest": ""} == {
        "format": "signet-journal",
        "version": 1,
        "facts": [],
        "results": [],
        "digest": "",
    }


def play_to_the_end(table: Table) -> None:
    """Let bots play for both seats."""
    for seat in (0, 1):
        assert table.post(seat, do="stand_in", seat=seat, level="normal").json().get("ok"), table.view(0)["room"]
    before, moved = None, time.monotonic()
    while time.monotonic() < moved + STUCK_S:
        room = table.view(0)["room"]
        if room["phase"] == "finished":
            return
        if room["version"] != before:
            before, moved = room["version"], time.monotonic()
        # each check takes as long as a bot's choice
        time.sleep(LOOK_S)
    pytest.fail("the game did not end")
