"""Subjects of a room: uniform modules that list each command and event once."""

from collections import Counter
from typing import get_args

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.decide import DECISIONS
from app.rooms.fold import FOLDS
from app.rooms.schema.event import disclosure
from app.rooms.schema.subject import Subject
from app.rooms.subjects import SUBJECTS
from tests.sources import ROOT

FOLDERS = {path.parent.name: path.parent for path in (ROOT / "app" / "rooms").glob("*/commands.py")}
"""The larger subjects; each of the others is one module."""


def once(kinds: list[type]) -> set[type]:
    """Return the set of the kinds after a check for duplicates."""
    assert [kind for kind, count in Counter(kinds).items() if count > 1] == []
    return set(kinds)


def test_every_command_belongs_to_one_subject() -> None:
    assert once([kind for subject in SUBJECTS for kind in subject.commands]) == set(get_args(c.Command))
    assert set(get_args(c.Command)) == DECISIONS.keys()


def test_every_event_belongs_to_one_subject() -> None:
    assert once([kind for subject in SUBJECTS for kind in subject.events]) == set(get_args(e.Event)) == FOLDS.keys()


def test_what_one_seat_may_know_names_the_seat() -> None:
    for_seat = [kind for kind in get_args(e.Event) if disclosure(kind).for_seat]
    assert [kind.__name__ for kind in for_seat if "seat" not in kind.__match_args__] == []


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_every_subject_folder_contains_the_same_required_files(name: str) -> None:
    files = {path.stem for path in FOLDERS[name].glob("*.py")}
    assert files >= {"__init__", "commands", "events", "decide", "fold"}


def test_every_folder_with_commands_is_a_subject() -> None:
    assert set(FOLDERS) < {subject.decide.__module__.removeprefix("app.rooms.").split(".")[0] for subject in SUBJECTS}


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.decide.__module__)
def test_what_a_subject_lists_is_its_own(subject: Subject) -> None:
    home = subject.decide.__module__.removesuffix(".decide")
    names = {
        name: f"{home}.{name}" if subject.decide.__module__ != home else home for name in ("commands", "events", "fold")
    }
    assert {kind.__module__ for kind in subject.commands} == {names["commands"]}
    assert {kind.__module__ for kind in subject.events} == {names["events"]}
    assert subject.fold.__module__ == names["fold"]
