"""Recipes of ``docs/recipes.md``, all followed in one copy of the project.

The copy is then served and used. A missing step fails here, and so does a seam that no longer takes a recipe."""

import fnmatch
import json
import re
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.sync.client import connect

from tests.recipes import around, command, game, picture
from tests.recipes.tree import Tree
from tests.sources import ROOT, list_project_files
from tools.served import Served

pytestmark = pytest.mark.slow("a copy of the project is made, served and tested")

DOCUMENT = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
FOLLOWED = {
    "A game": game.add_game,
    "A command": command.add_command,
    "An option": around.add_room_option,
    "A message to players": around.add_message,
    "A language": around.add_language,
    "A level of a bot": game.add_bot,
    "A notification channel": around.add_channel,
    "A column of the database": around.add_column,
}
"""Recipes by their headings. ``tests/releases`` covers the data of a release."""

GUARDS = (
    "tests/engine/test_game_contract.py",
    "tests/engine/test_pictures.py",
    "tests/web/games/test_scenes.py",
    "tests/engine/test_bots.py::test_the_normal_bot_beats_random_bots[throws]",
    "tests/engine/test_hidden_information.py::test_every_game_with_secrets_has_pairs[throws]",
    "tests/secrecy/test_coach.py::test_coach_helps_with_every_choice_without_secrets[throws]",
    "tests/rooms/test_refusals.py::test_every_refusal_code_comes_from_rooms_hosts_or_web[throws]",
    "tests/rooms/test_subjects.py",
    "tests/web/test_protocol_document.py::test_every_command_and_each_of_its_fields_is_there",
    "tests/web/test_protocol_document.py::test_every_event_and_field_of_the_record_is_there",
    "tests/web/test_protocol_document.py::test_every_option_is_there_with_its_default_and_values",
    "tests/journal/test_migrate.py::test_the_steps_make_the_tables_the_program_uses[sqlite]",
    "tests/checks/test_layers.py::test_a_part_imports_only_the_parts_below_it",
    "tests/checks/test_circles.py::test_imports_form_no_cycle_between_files_or_folders",
)
"""Tests of the suite that enforce the recipes; they are run in the copy."""

PATIENCE_S = 60.0
"""Seconds that an answer may take on a busy machine."""


@dataclass
class House:
    """Client of the served copy."""

    tree: Tree
    served: Served
    client: httpx2.Client
    data: Path

    def post(self, path: str, token: str = "", **body: Any) -> Any:
        """Post a JSON message and return the answer, which must be good."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = self.client.post(path, json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def view(self, room: str, token: str) -> Any:
        """Return that player's view."""
        return self.client.get(f"/api/rooms/{room}", headers={"authorization": f"Bearer {token}"}).json()

    def page(self, path: str, token: str = "", language: str = "en") -> str:
        """Return a page as that player's browser gets it."""
        headers = {"accept-language": language, "cookie": f"dev={token}"}
        answer = self.client.get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        # a page gives a device to browsers, not to programs
        self.client.cookies.clear()
        return answer.text

    def table(self, **options: Any) -> tuple[str, list[str]]:
        """Open a room of the new game for two; return its code and their tokens."""
        opened = self.post("/api/rooms", game="throws", name="Ada", options={"grace": 0, "bot_pace": 0, **options})
        key = opened["links"]["join"].rpartition("/")[2]
        ben = self.post(f"/api/rooms/{opened['room']}/seats", name="Ben", key=key)
        return opened["room"], [opened["token"], ben["token"]]

    def does(self, room: str, token: str, **message: Any) -> None:
        """Give a command, which must succeed."""
        self.post(f"/api/rooms/{room}/commands", token, **message)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Served copy of the project after all recipes."""
    tree = Tree(tmp_path_factory.mktemp("followed"))
    for follow in FOLLOWED.values():
        follow(tree)
    game.add_option(tree)
    picture.add_presenter(tree)
    picture.add_picture(tree)
    # it lists missing translations, and ends with 1 until there are none
    with pytest.raises(AssertionError, match="to translate"):
        tree.run("-m", "tools.catalogues")
    around.translate(tree)
    with pytest.raises(AssertionError, match=r"Español: .* to translate"):
        tree.run("-m", "tools.catalogues")
    data = tmp_path_factory.mktemp("data")
    served = Served(data, {"SIGNET_CALL_AFTER": "0"}, tree.serve())
    served.start()
    with httpx2.Client(base_url=served.url, follow_redirects=True, timeout=PATIENCE_S) as client:
        yield House(tree, served, client, data)
    served.stop()


def test_every_recipe_is_followed() -> None:
    assert re.findall(r"^## (.+)$", DOCUMENT, re.MULTILINE) == [*FOLLOWED, "A release"]


def test_recipe_game_is_listed_and_can_be_played_through(house: House) -> None:
    assert ">Throws</h2>" in house.page("/")
    assert 'id="T1.2"' in house.page("/rules/throws")
    room, tokens = house.table(rounds=2)
    house.does(room, tokens[0], do="begin")
    assert 'value="scissors"' in house.page(f"/r/{room}", tokens[0])
    for _ in range(2):
        for token, throw in zip(tokens, ("paper", "stone"), strict=True):
            house.does(room, token, do="seal", ask=house.view(room, token)["ask"]["ask"], choice=throw)
    ended = house.view(room, tokens[0])
    assert (ended["room"]["phase"], ended["table"]["points"]) == ("finished", [2, 0])


def test_recipe_table_is_a_picture_and_receives_a_film(house: House) -> None:
    room, tokens = house.table()
    house.does(room, tokens[0], do="begin")
    page = house.page(f"/r/{room}", tokens[0])
    assert 'class="scene scene-throws"' in page and 'data-table-id="1/1"' in page
    assert re.findall(r'data-place="([^"]*)"', page) == ["bank", "card-0", "tray-0", "card-1", "tray-1"]
    assert re.findall(r'data-face="([^"]*)"', page) == ["back-throw", "throw-stone", "throw-scissors", "throw-paper"]
    headers = {"cookie": f"dev={tokens[0]}", "origin": house.served.url}
    live = f"ws{house.served.url.removeprefix('http')}/r/{room}/live?table_id=1/1"
    with connect(live, additional_headers=headers, proxy=None) as socket:
        heard: dict[str, Any] = {}
        house.does(room, tokens[0], do="seal", ask=1, choice="paper")
        while not heard.get("peeks"):
            heard |= json.loads(socket.recv(timeout=PATIENCE_S))
        assert (heard["peeks"], list(heard["sealed"])) == ({"card-0": "throw-paper"}, ["card-0"])
        house.does(room, tokens[1], do="seal", ask=1, choice="stone")
        while "film" not in heard:
            heard |= json.loads(socket.recv(timeout=PATIENCE_S))
    assert [move["id"] for move in heard["film"]["seals"] if "id" in move] == ["card-0", "card-1"]
    moves = [move for step in heard["film"]["steps"] for move in step["moves"]]
    assert [(move["as"], move["face"]) for move in moves if "as" in move] == [
        ("throw-0", "throw-paper"),
        ("throw-1", "throw-stone"),
    ]
    assert {"heap": "point", "from": "bank", "to": "tray-0", "n": 1} in moves
    assert 'class="scene scene-throws"' in house.page(f"/r/{room}/replay", tokens[0])


def test_recipe_option_can_be_chosen_and_appears_on_the_page(house: House) -> None:
    room, tokens = house.table(left_handed=True)
    assert house.view(room, tokens[0])["room"]["options"]["left_handed"] is True
    assert 'name="option.left_handed"' in house.page(f"/r/{room}", tokens[0])


def test_the_terminal_takes_a_whole_number_too(house: House) -> None:
    count = ("-m", "engine", "count", "--game", "throws", "--option")
    assert "rounds=2" in house.tree.run(*count, "rounds=2")
    with pytest.raises(AssertionError, match="there are: whole numbers from 1 to 9"):
        house.tree.run(*count, "rounds=10")


def test_an_option_of_a_room_is_chosen_seen_and_worded(house: House) -> None:
    room, tokens = house.table(candles=True)
    assert house.view(room, tokens[0])["room"]["options"]["candles"] is True
    assert "Nothing but a light for the mood." in house.page(f"/r/{room}", tokens[0])


def test_a_command_is_carried_out_refused_and_in_the_record(house: House) -> None:
    room, tokens = house.table()
    bearer = {"authorization": f"Bearer {tokens[1]}"}
    early = house.client.post(f"/api/rooms/{room}/commands", json={"do": "wave", "hand": "left"}, headers=bearer)
    assert early.json()["refused"] == "not_begun"
    house.does(room, tokens[0], do="begin")
    house.does(room, tokens[1], do="wave", hand="left")
    wrong = house.client.post(f"/api/rooms/{room}/commands", json={"do": "wave", "hand": "both"}, headers=bearer)
    assert wrong.json()["refused"] == "bad_field"
    events = house.client.get(f"/api/rooms/{room}/journal", headers=bearer).json()["facts"]
    waved = [event for event in events if event["fact"] == "Waved"]
    assert [(event["seat"], event["hand"]) for event in waved] == [(1, "left")]


def test_recipe_language_translates_messages_and_rules(house: House) -> None:
    assert "There are 3 boxes here." in house.page("/")
    page = house.page("/", language="es")
    assert "Aquí hay 3 cajas." in page
    assert '<html lang="es"' in page
    assert "Todos eligen a la vez." in house.page("/rules/throws", language="es")
    room, tokens = house.table(language="es")
    assert "Velas" in house.page(f"/r/{room}", tokens[0], language="es")


def test_a_level_of_a_bot_is_seated_named_and_plays(house: House) -> None:
    opened = house.post("/api/rooms", game="throws", name="Ada", options={"grace": 0, "bot_pace": 0, "rounds": 1})
    room, token = opened["room"], opened["token"]
    house.does(room, token, do="bot", seat=1, level="stubborn")
    assert "stubborn" in house.page(f"/r/{room}", token)
    assert "terco" in house.page(f"/r/{room}", token, language="es")
    house.does(room, token, do="begin")
    house.does(room, token, do="seal", ask=1, choice="paper")
    wait(lambda: house.view(room, token)["room"]["phase"] == "finished")
    assert house.view(room, token)["table"]["last"] == ["paper", "stone"]


def test_a_way_to_call_people_back_calls_who_chose_it(house: House) -> None:
    room, tokens = house.table()
    note = house.data / "note.txt"
    own = {"origin": house.served.url, "cookie": f"dev={tokens[1]}"}
    answer = house.client.post(f"/r/{room}/calls/note", data={"file": str(note)}, headers=own)
    assert "Saved." in answer.text
    house.does(room, tokens[0], do="begin")
    # the file exists a moment before its content
    wait(lambda: note.exists() and note.read_text(encoding="utf-8") != "")
    assert note.read_text(encoding="utf-8") == "Throws waits for seat 1"


def test_a_column_is_in_the_database(house: House) -> None:
    with sqlite3.connect(house.data / "signet.db") as connection:
        assert [name for _, name, *_ in connection.execute("PRAGMA table_info(rooms)")][-1] == "shelf"
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0009",)]
    connection.close()


def test_recipe_copy_passes_the_tests_that_guard_the_recipes(house: House) -> None:
    one = "throws-3-1-false or not (test_game_contract or test_pictures or test_scenes)"
    said = house.tree.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", one, *GUARDS)
    assert re.search(r"^\d+ passed", said, re.MULTILINE)
    assert "throws: no table of this test knows it" in said, "what the suite knows nothing of, it says"


def wait(until: Any) -> None:
    """Wait for the condition. Raises AssertionError if it does not come true."""
    for _ in range(600):
        if until():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come")


# ---- names in the document

NAMED = sorted(set(re.findall(r"`([^`\n]+)`", DOCUMENT)))
PATHS = [name for name in NAMED if "/" in name and " " not in name]
CODE = [name for name in NAMED if re.fullmatch(r"[A-Za-z_.]+", name)]
FILES = [path.relative_to(ROOT) for path in list_project_files()]


def test_every_path_of_a_recipe_is_there() -> None:
    there = {each.as_posix() for file in FILES for each in (file, *file.parents)}
    wanted = {path: re.sub("<[^>]*>", "*", path).rstrip("/") for path in PATHS}
    assert len(wanted) > 25
    assert [path for path, pattern in wanted.items() if not fnmatch.filter(there, pattern)] == []


def test_every_name_of_a_recipe_is_in_the_code() -> None:
    sources = [
        file for file in FILES if file.suffix in (".py", ".html") and file.parts[0] in ("app", "engine", "templates")
    ]
    words = {word for file in sources for word in re.findall(r"\w+", (ROOT / file).read_text(encoding="utf-8"))}
    known = words | {file.name for file in FILES}
    assert len(CODE) > 20
    # an ending such as ...OfSeat stands for many names
    lost = [
        name for name in CODE if not any(each.endswith(name.removeprefix("...").rpartition(".")[2]) for each in known)
    ]
    assert lost == []
