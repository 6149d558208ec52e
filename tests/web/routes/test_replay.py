"""Replay and rounds over HTTP, for seats, watchers and holders of a link.

They contain nothing that their reader may not know."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from httpx2 import Response

from app.rooms.views.replay import replay_key
from engine.core.seats import Seat, Viewer
from engine.registry import find
from tests.known import lacks
from tests.rooms.builders import game_of
from tests.web.routes.test_export import play_to_the_end
from tests.web.tables import Table, Web
from tests.web.test_canaries import holds, secrets_from, the_room
from tests.whole import whole

PAGES = ("replay", "rounds")
NOBODY: dict[str, str] = {}
FACES = re.compile(r'<template id="faces">.*?</template>', re.DOTALL)


def device(table: Table, seat: int) -> dict[str, str]:
    """Return the header of the browser that holds the seat."""
    return {"cookie": f"dev={table.tokens[seat]}"}


def get(table: Table, path: str, headers: Mapping[str, str]) -> Response:
    """Return the page under the room's own path."""
    table.web.client.cookies.clear()
    return table.web.client.get(f"/r/{table.code}{path}", headers=dict(headers), follow_redirects=False)


def page(table: Table, path: str, headers: Mapping[str, str]) -> str:
    """Return the page, which must exist, without the book of all drawings.

    Those drawings are the same for all viewers."""
    answer = get(table, path, headers)
    assert answer.status_code == 200, (path, answer.text)
    return FACES.sub("", answer.text)


def films(table: Table, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return the films of the replay at that path.

    The path may end in ``?perspective=0``."""
    path, _, query = path.partition("?")
    answer = get(table, f"{path}/films?{query}", headers)
    assert answer.status_code == 200, (path, answer.text)
    told: dict[str, Any] = answer.json()
    return told


def some_play(table: Table, reveals: int, seed: int = 1) -> None:
    """Play so many reveals with random choices, or until the game ends."""
    rng = random.Random(seed)
    until = the_room(table).asks_so_far + reveals
    while the_room(table).asks_so_far < until and the_room(table).phase == "playing":
        for seat in range(len(table.tokens)):
            if the_room(table).asks_so_far >= until:
                return
            ask = table.view(seat)["ask"]
            if ask is not None and ask["sealed"] is None:
                assert table.post(seat, do="seal", ask=ask["ask"], choice=rng.choice(ask["choices"])).is_success


def build_watch_path(table: Table, path: str) -> str:
    """Return the path under the watchers' link."""
    return f"{table.links['watch'].removeprefix(f'/r/{table.code}')}{path}"


def build_shared_path(table: Table, number: int = 1) -> str:
    """Return the path of the shared replay."""
    return f"/replay/{replay_key(the_room(table), number)}"


def find_position(text: str) -> str:
    """Return the round and step that the replay's page names."""
    found = re.search(r'id="where"[^>]*>([^<]*)<', text)
    assert found is not None
    return found[1]


def test_before_anything_is_revealed_there_is_nothing_to_see(web: Web) -> None:
    lobby = web.open("Ada", "Ben")
    assert get(lobby, "/replay", device(lobby, 0)).status_code == 409
    table = web.playing("Ada", "Ben")
    for path in PAGES:
        assert "Nothing has been revealed yet." in page(table, f"/{path}", device(table, 0))


def test_a_replay_is_stepped_through_by_links(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    some_play(table, 4)
    text, seen = page(table, "/replay", device(table, 1)), []
    while True:
        seen.append(find_position(text))
        link = re.search(r'id="way-on" href="/r/\w+(/replay[^"]*)" rel="next"', text)
        if link is None:
            break
        text = page(table, link[1].replace("&amp;", "&"), device(table, 1))
    assert len(seen) == len(set(seen)) > 6
    assert seen[0].endswith(f"step 1 of {len(seen)}")
    assert 'id="way-on" role="link" aria-disabled="true"' in text


@pytest.mark.parametrize("address", ["", "nonsense", "1.2.3", "-1", "9999999999", "0", "٣"])
def test_an_address_that_is_none_leads_to_the_beginning(web: Web, address: str) -> None:
    table = web.playing("Ada", "Ben")
    some_play(table, 3)
    assert "step 1 of" in find_position(page(table, f"/replay?at={address}", device(table, 0)))


def test_an_address_keeps_its_stop_while_the_game_goes_on(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    some_play(table, 3)
    before = page(table, "/replay?at=2.1", device(table, 0))
    some_play(table, 3)
    after = page(table, "/replay?at=2.1", device(table, 0))
    said = re.compile(r'<p id="film-say".*?</p>', re.DOTALL)
    assert said.findall(before) == said.findall(after) != []


def test_grid_has_one_row_per_round_and_log_has_filters(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"variant": "surprise"})
    some_play(table, 8)
    text = page(table, "/rounds", device(table, 0))
    assert text.count('<th scope="row">') == text.count("data-round")
    assert text.count('<th scope="col"') == 3
    all_lines = text.count("<li data-seats")
    assert all_lines and "<li data-seats" in text and not re.search(r"<li data-seats[^>]* hidden", text)
    for query in ("who=0", "what=thefts", "who=1&what=cards"):
        filtered = page(table, f"/rounds?{query}", device(table, 0))
        lines = re.findall(r'<li data-seats="([^"]*)" data-topic="([^"]*)"( hidden)?>', filtered)
        assert len(lines) == all_lines
        for seats, topic, is_hidden in lines:
            fits = ("who" not in query or query[4] in seats.split()) and ("what" not in query or query.endswith(topic))
            assert bool(is_hidden) != (fits and bool(topic or "what" not in query)), (query, seats, topic)
    for query in ("who=9", "who=x", "what=nothing"):
        assert page(table, f"/rounds?{query}", device(table, 0)).count("<li data-seats") == all_lines


def test_who_has_no_seat_and_no_link_sees_nothing(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "none"})
    other = web.open("Eve")
    some_play(table, 3)
    for path in (*PAGES, "replay/films"):
        for headers in (NOBODY, device(other, 0), {"cookie": "dev=nonsense"}):
            assert get(table, f"/{path}", headers).status_code == 404
        assert get(table, build_watch_path(table, f"/{path}"), NOBODY).status_code == 404, "nobody may watch this table"
        assert get(table, f"/watch/wrong/{path}", NOBODY).status_code == 404
    for path in ("", "/films"):
        assert get(table, f"{build_shared_path(table)}{path}", NOBODY).status_code == 404, "the game still runs"
    assert get(table, "/replay/wrong", NOBODY).status_code == 404


def test_watchers_see_public_replay_and_delayed_ones_one_reveal_less(web: Web) -> None:
    options = {"variant": "surprise"}
    now = web.playing("Ada", "Ben", options=options | {"watchers": "public"})
    late = web.playing("Ada", "Ben", options=options | {"watchers": "delayed"})
    for table in (now, late):
        some_play(table, 1)
    for path in PAGES:
        assert "Nothing has been revealed yet." not in page(now, build_watch_path(now, f"/{path}"), NOBODY)
        assert "Nothing has been revealed yet." in page(late, build_watch_path(late, f"/{path}"), NOBODY)
        assert "Nothing has been revealed yet." not in page(late, f"/{path}", device(late, 0))
    assert films(now, build_watch_path(now, "/replay"), NOBODY)["stops"]
    assert films(late, build_watch_path(late, "/replay"), NOBODY) == {"stops": []}
    assert films(late, "/replay", device(late, 0))["stops"]


@pytest.mark.rule("A10.2")
def test_a_card_that_lies_sealed_changes_no_byte_for_others(web: Web) -> None:
    table = web.playing("Ada", "Ben", "Carla", options={"watchers": "public"})
    some_play(table, 5)
    while len(game_of(the_room(table)).asks) < 3:
        some_play(table, 1)
    before = dict(pages(table, Seat(1))) | dict(pages(table, None))
    ask = table.view(0)["ask"]
    assert table.post(0, do="seal", ask=ask["ask"], choice=ask["choices"][0]).is_success
    assert dict(pages(table, Seat(1))) | dict(pages(table, None)) == before


def pages(table: Table, viewer: Viewer, seats: int = 3) -> Iterator[tuple[str, str]]:
    """Yield every history page that this viewer can request, in all perspectives."""
    headers = device(table, viewer) if viewer is not None else NOBODY
    for perspective in ("", "open", "public", *map(str, range(seats))):
        for at in ("1.0", str(the_room(table).asks_so_far - 2), "99999999", "&catch-up=1", "&catch-up=9"):
            path = f"/replay?perspective={perspective}&at={at}"
            yield (
                f"{viewer} {path}",
                page(table, path if viewer is not None else build_watch_path(table, path), headers),
            )
        path = f"/replay/films?perspective={perspective}"
        films = get(table, path if viewer is not None else build_watch_path(table, path), headers)
        # a game without pictures has none
        yield f"{viewer} {path}", films.text
    yield (
        f"{viewer} rounds",
        page(table, "/rounds" if viewer is not None else build_watch_path(table, "/rounds"), headers),
    )


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("own", [0, -1])
def test_replay_page_during_game_contains_no_secret_from_its_reader(web: Web, game: str, own: int) -> None:
    """``own`` selects the first or the last value of each of the game's own options."""
    options = {option.key: option.values[own] for option in find(game).options}
    table = web.playing("Ada", "Ben", "Carla", game=game, options={"watchers": "public", **options})
    searched = 0
    for part, reveals in enumerate(whole((7, 7, 7), (10,))):
        some_play(table, reveals, seed=part)
        room = the_room(table)
        assert room.play is not None
        if room.phase != "playing":
            lacks(game, "it is over too soon")
        for viewer in (Seat(0), Seat(2), None):
            secrets = secrets_from(room, viewer)
            never = [room.play.seed, room.join_key, *table.tokens, *([room.watch_key] if viewer is not None else [])]
            for path, text in pages(table, viewer):
                found = [secrets[word] for word in secrets if holds(text.encode(), word)]
                assert not found, (path, found)
                assert not [secret for secret in never if secret in text]
                searched += len(secrets)
    if not searched:
        lacks(game, "nothing is known of what it hides")
    assert searched > 500


def test_the_search_would_find_a_hand(web: Web) -> None:
    table = web.playing("Ada", "Ben", "Carla", options={"watchers": "public"})
    some_play(table, 2)
    room = the_room(table)
    own = secrets_from(room, None).keys() - secrets_from(room, Seat(0)).keys()
    for text in (
        page(table, "/replay?at=1.0", device(table, 0)),
        get(table, "/replay/films", device(table, 0)).text,
    ):
        assert any(holds(text.encode(), word) for word in own)


def test_replay_after_game_is_open_to_seats_and_link_holders(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"variant": "surprise", "watchers": "none"})
    before = table.view(0)["table"]["mine"]["objects"]
    play_to_the_end(table)
    pieces = {f'id="it-{thing["id"]}"' for thing in before}
    assert table.fingerprint() == table.fingerprint()
    journal = table.fingerprint()
    for path, headers in (
        ("/replay?perspective=0", device(table, 1)),
        ("/replay?perspective=open", device(table, 1)),
        (build_shared_path(table), NOBODY),
        (f"{build_shared_path(table)}?perspective=0", NOBODY),
    ):
        assert all(piece in page(table, path, headers) for piece in pieces), path
        hand = films(table, path, headers)["start"]["hand"]
        assert {thing["id"] for thing in before} <= hand.keys(), path
    for path in ("/replay?perspective=public", "/replay?perspective=1"):
        text = page(table, path, device(table, 1))
        assert not any(piece in text for piece in pieces)
        hand = films(table, path, device(table, 1))["start"]["hand"]
        assert not {thing["id"] for thing in before} & hand.keys()
    assert "Who played what" in page(table, f"{build_shared_path(table)}/rounds", NOBODY)
    for path in ("/replay", "/replay/films"):
        assert get(table, build_watch_path(table, path), NOBODY).status_code == 404
    assert table.fingerprint() == journal, "looking changes nothing"
    link = f"http://localhost:8000/r/{table.code}{build_shared_path(table)}"
    assert link in page(table, "", device(table, 0))


def test_hands_of_the_perspective_alone_lie_beside_the_picture(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    for path, names in (
        ("/replay?perspective=open", ["Ada", "Ben"]),
        ("/replay?perspective=0", ["Ada"]),
        ("/replay?perspective=1", ["Ben"]),
        ("/replay?perspective=public", []),
    ):
        text = page(table, path, device(table, 0))
        assert re.findall(r"""aria-label="(\w+)'s hand\"""", text) == names, path
        assert text.count('data-place="tray-') == 2, "every tray is somewhere"
        held = {piece[4] for piece in films(table, path, device(table, 0))["start"]["hand"].values()}
        assert held == {["Ada", "Ben"].index(name) for name in names}


def test_address_of_an_older_release_keeps_its_perspective(web: Web) -> None:
    """Players share links to replays.

    Links of releases before 0.3 name the perspective ``eyes``."""
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    for wished, names in (("0", ["Ada"]), ("1", ["Ben"]), ("public", [])):
        text = page(table, "/replay?ey" + f"es={wished}", device(table, 0))
        assert re.findall(r"""aria-label="(\w+)'s hand\"""", text) == names, wished


def test_game_link_still_shows_that_game_after_next_has_begun(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"variant": "surprise"})
    play_to_the_end(table)
    first = build_shared_path(table)
    over = page(table, f"{first}?perspective=public&at=9", NOBODY)
    for seat in (0, 1):
        assert table.post(seat, do="stand_in", seat=seat, level=None).is_success
    assert table.post(0, do="again").is_success
    some_play(table, 2)
    assert page(table, f"{first}?perspective=public&at=9", NOBODY) == over
    assert get(table, build_shared_path(table, 2), NOBODY).status_code == 404
    assert find_position(page(table, "/replay?game=1&perspective=public&at=9", device(table, 0))) == find_position(over)
    assert find_position(page(table, "/replay", device(table, 0))).startswith("Round 1,")
    assert find_position(page(table, "/replay?game=7", device(table, 0))).startswith("Round 1,")


def test_the_last_page_tells_of_the_game(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"variant": "surprise", "watchers": "public"})
    play_to_the_end(table)
    text = page(table, "", device(table, 0))
    for words in ("The race, round by round", "Who did what", "Who robbed whom", "Highlights"):
        assert words in text
    assert text.count('class="ch-line"') == 2
    assert 3 <= text.count("/replay?at=") // 2 - 1 <= 6
    assert "Share this game" not in page(table, build_watch_path(table, ""), NOBODY), "that is for those who played"
