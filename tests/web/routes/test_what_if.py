"""What-if over HTTP: for readers of a finished game's replay, by links and forms.

It shows nothing of a game that runs."""

import html
import random
import re
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from urllib.parse import quote_plus

import pytest

from app.rooms.views.replay import Replay, replay
from app.web.text.languages import LANGUAGES
from engine.adel_verpflichtet.edition import current_edition
from engine.core.seats import Seat, Viewer
from engine.registry import find
from tests.known import lacks
from tests.rooms.builders import game_of
from tests.web.routes.test_export import LOOK_S, play_to_the_end
from tests.web.routes.test_replay import (
    NOBODY,
    build_shared_path,
    build_watch_path,
    device,
    films,
    get,
    page,
    some_play,
)
from tests.web.tables import Table, Web, a_web
from tests.web.test_canaries import holds, secrets_from, the_room
from tests.whole import whole

BUTTON = re.compile(r'<button class="button(?: is-made)?" name="choice" value="([^"]*)">')
MADE = re.compile(r'<button class="button is-made" name="choice" value="([^"]*)">')
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')
FORM = re.compile(r'<form class="what-if-choices".*?</form>', re.DOTALL)
FROM_HERE = re.compile(r'id="what-if" data-path="([^"]*)" data-asks="([^"]*)"')


def over(web: Web, game: str = "adel_verpflichtet", **options: str) -> Table:
    """Return a table of two that has finished."""
    table = web.playing("Ada", "Ben", game=game, options=options)
    some_play(table, 6)
    play_to_the_end(table)
    return table


@pytest.fixture(scope="module")
def finished() -> Iterator[Callable[[str], Table]]:
    """Finished table of each game, visible to watchers; no test changes it."""
    with a_web() as web:
        yield cache(partial(over, web, watchers="public"))


def its_replay(table: Table, number: int = 1) -> Replay:
    """Return the replay of a game."""
    portal = table.web.client.portal
    assert portal is not None
    made = replay(portal.call(table.web.store.load, table.code), number)
    assert made is not None
    return made


def find_reveals_with_choice(table: Table, seat: int) -> list[int]:
    """Return the reveals at which that seat had a choice."""
    made = its_replay(table)
    return [
        each.ask
        for each in made.moments
        if Seat(seat) in each.choices and len(made.game.asks(each.before)[Seat(seat)].choices) > 1
    ]


def form(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the hidden fields of the form of choices, and its choices."""
    found = FORM.search(text)
    assert found is not None
    fields = [(name, html.unescape(value)) for name, value in HIDDEN.findall(found[0])]
    return fields, [html.unescape(choice) for choice in BUTTON.findall(found[0])]


def build_form_query(fields: list[tuple[str, str]], choice: str) -> str:
    """Return the query that the form sends."""
    return "&".join(f"{name}={quote_plus(value)}" for name, value in [*fields, ("choice", choice)])


def get_refusal_status(table: Table, query: str, code: str) -> int:
    """Return the status of a replay that is refused with that code.

    As a page the refusal has a sentence."""
    said = set()
    for path in ("/replay", "/replay/films"):
        answer = get(table, f"{path}?{query}", {**device(table, 0), "accept": "application/json"})
        assert answer.json()["refused"] == code, (query, answer.text)
        read = get(table, f"{path}?{query}", device(table, 0))
        assert answer.json()["say"] in html.unescape(read.text)
        said |= {answer.status_code, read.status_code}
    (status,) = said
    return status


def test_what_if_offers_every_choice_by_links_and_forms(finished: Callable[[str], Table], game: str) -> None:
    table = finished(game)
    journal, seen, own = table.fingerprint(), 0, find_reveals_with_choice(table, 0)
    for ask in random.Random(1).sample(own, min(len(own), whole(12, 4))):
        text = page(table, f"/replay?at={ask}.0&perspective=0", device(table, 0))
        found = FROM_HERE.search(text)
        assert found is not None and str(ask) in found[2].split()
        text = page(table, html.unescape(found[1]).removeprefix(f"/r/{table.code}") + str(ask), device(table, 0))
        fields, choices = form(text)
        made = its_replay(table).moments[ask - 1].choices[Seat(0)]
        assert [html.unescape(choice) for choice in MADE.findall(text)] == [made] == choices[:1]
        for choice in random.Random(ask).sample(choices, min(len(choices), 3)):
            shown = page(table, f"/replay?{build_form_query(fields, choice)}", device(table, 0))
            assert ("This is what really happened." in shown) == (choice == made)
            assert "What really happened" in shown and "How it ends" in shown
            # the next step is a link into the same what-if
            link = re.search(r'id="way-on" href="/r/\w+(/replay[^"]*)" rel="next"', shown)
            assert link is not None and "choice=" in link[1]
            on = page(table, html.unescape(link[1]), device(table, 0))
            assert 'class="what-if-result"' in on
            seen += 1
    assert seen > whole(12, 4)
    assert table.fingerprint() == journal, "looking changes nothing"


@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_its_films_are_those_of_the_page(finished: Callable[[str], Table], game: str) -> None:
    table = finished(game)
    ask = find_reveals_with_choice(table, 1)[-1]
    fields, choices = form(page(table, f"/replay?if={ask}&perspective=1", device(table, 0)))
    for choice in choices[:4]:
        query = build_form_query(fields, choice)
        shown = page(table, f"/replay?{query}", device(table, 0))
        address = re.search(r'data-films="/r/\w+(/replay/films[^"]*)"', shown)
        assert address is not None
        told = get(table, html.unescape(address[1]), device(table, 0)).json()
        assert told == films(table, f"/replay?{query}", device(table, 0))
        assert f"of {len(told['stops'])}" in shown
        assert told["stops"][0]["stop"] == f"{ask}.0"
        assert "data-plays" in shown
        assert "data-plays" not in page(table, f"/replay?{query}&at={ask}.0", device(table, 0))


def test_what_was_really_chosen_gives_the_films_of_what_happened(web: Web) -> None:
    table = over(web, variant="surprise")
    happened = {each["stop"]: each for each in films(table, "/replay?perspective=0", device(table, 0))["stops"]}
    for ask in find_reveals_with_choice(table, 0)[: whole(30, 8)]:
        choice = its_replay(table).moments[ask - 1].choices[Seat(0)]
        query = f"if={ask}&perspective=0&choice={quote_plus(choice)}"
        first, *stops = films(table, f"/replay?{query}", device(table, 0))["stops"]
        assert first["moves"] == []
        # leftovers of the reveal before are there already
        assert [drop_ends(each) for each in stops] == [drop_ends(happened[each["stop"]]) for each in stops]


def drop_ends(stop: dict[str, object]) -> dict[str, object]:
    """Return a stop without the end of the reveal before it."""
    return {name: value for name, value in stop.items() if name != "ends"}


def test_the_seat_chooses_on_by_itself_where_a_bot_would(web: Web) -> None:
    table = web.playing("Ada", "Ben", "Carla")
    some_play(table, 4)
    for seat in (0, 1, 2):
        assert table.post(seat, do="stand_in", seat=seat, level="normal").is_success
    while table.view(0)["room"]["phase"] != "finished":
        time.sleep(LOOK_S)
    for moment in its_replay(table).moments:
        other = {"castle": "auction_house", "auction_house": "castle"}.get(moment.choices.get(Seat(0), ""))
        if other is None or get(table, f"/replay?if={moment.ask}&choice={other}", device(table, 0)).status_code != 200:
            continue
        text = page(table, f"/replay?if={moment.ask}&perspective=0&choice={other}", device(table, 0))
        again = re.search(r'<a href="/r/\w+(/replay[^"]*pick=1)">Choose yourself</a>', text)
        if again is None:
            continue
        fields, choices = form(page(table, html.unescape(again[1]), device(table, 0)))
        assert [value for name, value in fields if name == "choice"] == [other]
        for choice in choices:
            shown = page(table, f"/replay?{build_form_query(fields, choice)}", device(table, 0))
            assert 'class="what-if-result"' in shown
            assert text.count("Choose yourself</a>") > shown.count("Choose yourself</a>") or choice != choices[0]
        return
    pytest.fail("no seat would have been asked anything it was not")


def test_whoever_may_see_the_replay_may_and_nobody_else(finished: Callable[[str], Table]) -> None:
    table = finished("adel_verpflichtet")
    ask = find_reveals_with_choice(table, 0)[0]
    query = f"if={ask}&perspective=0&choice={quote_plus(its_replay(table).moments[ask - 1].choices[Seat(0)])}"
    own = films(table, f"/replay?{query}", device(table, 0))
    for path, headers in (
        ("/replay", device(table, 1)),
        (build_watch_path(table, "/replay"), NOBODY),
        (build_shared_path(table), NOBODY),
    ):
        assert 'class="what-if-result"' in page(table, f"{path}?{query}", headers)
        assert films(table, f"{path}?{query}", headers) == own
        assert BUTTON.findall(page(table, f"{path}?if={ask}&perspective=0", headers))
    other = table.web.open("Eve")
    for path in ("/replay", "/replay/films", "/replay/wrong", "/watch/wrong/replay"):
        for headers in (NOBODY, device(other, 0)):
            assert get(table, f"{path}?{query}", headers).status_code == 404


@pytest.mark.parametrize("perspective", ["public", "open"])
def test_perspective_of_no_seat_asks_whose_choice_it_is(finished: Callable[[str], Table], perspective: str) -> None:
    table = finished("adel_verpflichtet")
    path = build_watch_path(table, "/replay")
    ask = next(each.ask for each in its_replay(table).moments if len(each.choices) == 2)
    text = page(table, f"{path}?if={ask}&perspective={perspective}", NOBODY)
    links = re.findall(r'<a class="button" href="/r/\w+(/watch/[^"]*/replay[^"]*if=[^"]*)"', text)
    assert [html.unescape(link).rpartition("perspective=")[2] for link in links] == ["0", "1"]
    for link in links:
        assert form(page(table, html.unescape(link), NOBODY))[1]
    choice = its_replay(table).moments[ask - 1].choices[Seat(0)]
    answer = get(
        table, f"{path}?if={ask}&perspective={perspective}&choice={quote_plus(choice)}", {"accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["refused"]) == (409, "not_asked")


@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_what_makes_no_sense_is_refused_in_a_sentence(finished: Callable[[str], Table], game: str) -> None:
    table = finished(game)
    ask, last = find_reveals_with_choice(table, 0)[0], its_replay(table).moments[-1].ask
    for number in ("", "0", "-1", "x", "1.0", "9999999999", "٣", str(last + 1)):
        assert get_refusal_status(table, f"if={number}&perspective=0", "bad_field") == 422
    for choice in ("", "nothing", "castle+", "show+A1", "bid+red+blue+red", "%00", "%3Cscript%3E", "x" * 5000):
        assert get_refusal_status(table, f"if={ask}&perspective=0&choice={choice}", "choice_not_legal") == 422
    assert get_refusal_status(table, f"if={ask}&perspective=0" + "&choice=x" * 25, "bad_field") == 422
    idle = next((each.ask for each in its_replay(table).moments if Seat(0) not in each.choices), None)
    if idle is not None:
        assert get_refusal_status(table, f"if={idle}&perspective=0", "not_asked") == 409


def test_what_if_refuses_every_query_about_running_game(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", "Carla", game=game, options={"watchers": "public"})
    some_play(table, 5)
    if the_room(table).phase != "playing":
        lacks(game, "it is over before its reveal 5")
    answers = set()
    for path, viewer in (("/replay", Seat(0)), ("/replay", Seat(2)), (build_watch_path(table, "/replay"), None)):
        text = page(table, path, device(table, viewer) if viewer is not None else NOBODY)
        assert 'id="what-if"' not in text
        for query in tries(table, 6):
            headers = {**(device(table, viewer) if viewer is not None else NOBODY), "accept": "application/json"}
            answer = get(table, f"{path}?{query}", headers)
            answers.add((answer.status_code, answer.text))
    assert [status for status, _ in answers] == [409]
    assert '"already_begun"' in next(iter(answers))[1]


def tries(table: Table, asks: int) -> Iterator[str]:
    """Yield possible queries at these reveals."""
    game = game_of(the_room(table))
    texts = {game.game.text(choice) for ask in game.asks.values() for choice in ask.choices}
    for ask in range(asks + 2):
        for perspective in ("0", "1", "open", "public"):
            yield f"if={ask}&perspective={perspective}"
            yield from (f"if={ask}&perspective={perspective}&choice={quote_plus(text)}" for text in sorted(texts)[:4])


@pytest.mark.rule("A10.1", "A10.2", "E9.1")
def test_what_if_of_finished_game_tells_nothing_of_next_game(web: Web, game: str) -> None:
    """No page, sealed card or address reveals anything hidden in the next game."""
    table = over(web, game, watchers="public")
    for seat in (0, 1):
        assert table.post(seat, do="stand_in", seat=seat, level=None).is_success
    assert table.post(0, do="again").is_success
    some_play(table, 3, seed=5)
    room = the_room(table)
    if room.phase != "playing":
        lacks(game, "it is over before its reveal 3")
    old = dict(stories(table))
    assert old
    for viewer in (Seat(0), Seat(1), None):
        secrets = [game_of(room).seed, *unknown_to_the_first(table, viewer)]
        for path, text in old.items():
            assert not [word for word in secrets if holds(text.encode(), word)], path
    while table.view(1)["ask"] is None:
        some_play(table, 1, seed=6)
        old = dict(stories(table))
    ask = table.view(1)["ask"]
    assert table.post(1, do="seal", ask=ask["ask"], choice=ask["choices"][-1]).is_success
    assert dict(stories(table)) == old
    answer = get(table, f"/replay?game=2&if={room.asks_so_far - 1}", {**device(table, 1), "accept": "application/json"})
    assert answer.json()["refused"] == "already_begun"


def unknown_to_the_first(table: Table, viewer: Viewer) -> list[str]:
    """Return words that the viewer must not read of the second game.

    Words of the first game are public."""
    made = its_replay(table)
    told = {word for each in made.moments for seat in range(2) for word in str(made.game.dump(each.before)).split("'")}
    # the first game's objects have their names on the pages as well
    told |= {thing.name for thing in current_edition().objects if thing.id in told}
    return [word for word in secrets_from(the_room(table), viewer) if word not in told and not word.isdigit()]


def stories(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the what-ifs of the first game, by address."""
    made = its_replay(table)
    for moment in made.moments[:6]:
        for seat, choice in moment.choices.items():
            for text in {choice, made.game.text(made.game.asks(moment.before)[seat].choices[-1])}:
                query = f"game=1&if={moment.ask}&perspective={seat}&choice={quote_plus(text)}"
                yield query, page(table, f"/replay?{query}", device(table, 0))
                yield f"films {query}", get(table, f"/replay/films?{query}", device(table, 0)).text
        yield f"pick {moment.ask}", page(table, f"/replay?game=1&if={moment.ask}&perspective=open", device(table, 1))


@pytest.mark.rule("A10.2")
def test_a_card_that_was_never_opened_plays_no_part(web: Web) -> None:
    """The table ended the game while the card lay sealed."""
    told = []
    for place in (0, -1):
        table = web.playing("Ada", "Ben", options={"variant": "surprise"})
        told.append(play_until_last_card(table, place))
    assert told[0] == told[1]


def play_until_last_card(table: Table, place: int) -> list[tuple[int, tuple[str, ...]]]:
    """Return the what-ifs of a game that ends while a card lies sealed.

    The card is the first or the last possible one."""
    room = the_room(table)
    for _ in range(2):
        for seat in (0, 1):
            ask = table.view(seat)["ask"]
            assert table.post(seat, do="seal", ask=ask["ask"], choice="castle detective").is_success
    ask = table.view(1)["ask"]
    assert table.post(1, do="seal", ask=ask["ask"], choice=ask["choices"][place]).is_success
    for seat in (0, 1):
        assert table.post(seat, do="vote", motion="end", on=True).is_success
    room = the_room(table)
    assert room.phase == "finished" and its_replay(table).moments[-1].ask < ask["ask"]
    assert get_refusal_status(table, f"if={ask['ask']}&perspective=1", "bad_field") == 422
    stories: list[tuple[int, tuple[str, ...]]] = []
    for moment in its_replay(table).moments:
        text = page(table, f"/replay?if={moment.ask}&perspective=1&choice=castle+detective", device(table, 0))
        stories.append((moment.ask, tuple(re.findall(r"step \d+ of \d+|This is what really happened", text))))
    return stories


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(finished: Callable[[str], Table], language: str) -> None:
    table = finished("adel_verpflichtet")
    ask = find_reveals_with_choice(table, 0)[0]
    headers = device(table, 0) | {"accept-language": language}
    fields, choices = form(page(table, f"/replay?if={ask}&perspective=0", headers))
    said = page(table, f"/replay?{build_form_query(fields, choices[-1])}", headers)
    assert f'lang="{language}"' in said
    assert ("What really happened" in said) == (language == "en")
    assert find("adel_verpflichtet").key in said
