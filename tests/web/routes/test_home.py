"""Home page: its order by visitor, the remembered name, and games against bots."""

import re

import pytest
from httpx2 import Response

from app.web.http import cookie_names
from app.web.http.cookie_names import full_name
from engine import registry
from tests.web.routes.test_rooms import Browser
from tests.web.tables import DEVICE_COOKIE, GAME, Web, a_web

NAME_COOKIE = full_name(cookie_names.NAME, "localhost:8000", is_https=False)
NAME = "Zoë <b>&;"


class Device(Browser):
    """Browser that stores every cookie, as real ones do."""

    def __init__(self, web: Web, **cookies: str) -> None:
        super().__init__(web)
        self.jar = dict(cookies)
        self._store_cookies(Response(200))

    def _store_cookies(self, answer: Response) -> Response:
        self.web.client.cookies.clear()
        for line in answer.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.jar[name] = value
        self.cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in self.jar.items())}
        return answer

    @property
    def home(self) -> str:
        """Home page for this device."""
        return str(self.get("/").text)

    @property
    def name_field(self) -> str:
        """Content of the field for the name."""
        found = re.search(r'<input name="name"[^>]* value="([^"]*)"', self.home, re.DOTALL)
        assert found is not None
        return found.group(1)

    @property
    def sees_doors_first(self) -> bool:
        """True if the form for a code comes before the boxes."""
        page = self.home
        return page.index('action="/join"') < page.index('action="/rooms"')


@pytest.fixture
def device(web: Web) -> Device:
    return Device(web)


def test_the_boxes_come_first_for_whoever_has_not_been_here(device: Device) -> None:
    assert not device.sees_doors_first
    assert "Your tables" not in device.home


def test_home_page_of_known_device_shows_tables_and_joining_first(web: Web, device: Device) -> None:
    code = device.opens("Ada")
    page = device.home
    assert device.sees_doors_first
    assert page.index(f'href="/r/{code}"') < page.index('action="/rooms"')
    only_seat, only_name = (
        Device(web, dev=device.jar[DEVICE_COOKIE]),
        Device(web, **{NAME_COOKIE: device.jar[NAME_COOKIE]}),
    )
    assert only_seat.sees_doors_first
    assert only_name.sees_doors_first
    assert "Your tables" not in only_name.home


def test_a_name_is_asked_for_once(web: Web) -> None:
    host, friend = Device(web), Device(web)
    code = host.opens(NAME)
    assert host.name_field == "Zoë &lt;b&gt;&amp;;"
    assert host.home.count('name="name"') == 1
    friend.post(f"/r/{code}/join", name=" Ben  the Bold ")
    assert friend.name_field == "Ben the Bold"
    other = host.opens("Ada")
    assert 'value="Ben the Bold"' in friend.get(f"/r/{other}").text, "an invitation knows it too"
    assert host.name_field == "Ada", "the newest one is kept"


def test_a_name_comes_along_to_another_device(web: Web) -> None:
    host, phone = Device(web), Device(web)
    code = host.opens("Ada")
    made = host.post(f"/r/{code}/return-link").text
    link = re.search(rf"/r/{code}/return/[\w-]+", made)
    assert link is not None
    phone.post(link.group())
    assert phone.name_field == "Ada"


@pytest.mark.parametrize("kept", ["%00", "%0A", "x" * 25, "x" * 2_000, "%", "%FF%FE", "%E2%80%AE", ""])
def test_a_kept_name_that_can_be_none_is_none(web: Web, kept: str) -> None:
    field = Device(web, **{"signet-name": kept}).name_field
    assert field in ("", "%", "\ufffd\ufffd")
    assert Device(web, **{"signet-name": kept}).get("/").status_code == 200


def test_a_kept_name_is_for_this_host_alone(web: Web) -> None:
    answer = Device(web).post("/rooms", game=GAME, name="Ada")
    line = next(line for line in answer.headers.get_list("set-cookie") if line.startswith(f"{NAME_COOKIE}="))
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= {part.strip() for part in line.split(";")}
    with a_web(public_url="https://play.example.org") as safe:
        own = {"origin": "https://play.example.org", "host": "play.example.org"}
        form = {"game": GAME, "name": "Ada"}
        answer = safe.client.post("/rooms", data=form, headers=own, follow_redirects=False)
        kept = [line for line in answer.headers.get_list("set-cookie") if "signet-name" in line]
        assert len(kept) == 1
        assert kept[0].startswith("__Host-signet-name=")
        assert "Secure" in kept[0]


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.parametrize(("path", "players"), [("/solo", 4), ("/lesson", 3)])
def test_nobody_needs_a_name_to_play_with_bots(device: Device, game: str, path: str, players: int) -> None:
    answer = device.post(path, game=game, name="")
    assert answer.status_code == 303
    page = device.get(answer.headers["location"].removesuffix("/lesson")).text
    assert 'data-phase="playing"' in page
    sizes = registry.find(game).table_sizes
    taken = re.findall(r'<li id="seat-\d"[^>]*data-presence="(?:bot|here)"', page)
    assert len(taken) == max(size for size in sizes if size <= players)
    assert re.search(r'class="name"[^>]*>Guest<', page)
    assert "signet-name" not in device.jar
    assert device.name_field == "", "what nobody typed is not kept as a name"


def test_solo_player_gets_guest_name_of_language_or_own_name(device: Device) -> None:
    device.jar["signet-language"] = "de"
    answer = device.post("/solo", game=GAME)
    words = device.get(answer.headers["location"]).text
    assert re.search(r'lang="de"', words)
    answer = device.post("/solo", game=GAME, name="Ada")
    assert ">Ada<" in device.get(answer.headers["location"]).text
    assert device.name_field == "Ada"


def test_a_table_of_friends_wants_a_name(device: Device) -> None:
    page = device.post("/rooms", game=GAME, name=" ")
    assert page.status_code == 422
    said, field = page.text.index('id="name-says"'), page.text.index('aria-describedby="name-says"')
    assert field < said < page.text.index('class="shelf"'), "it is said beside the field"


def test_the_tables_that_wait_for_me_come_first(device: Device) -> None:
    lobby = device.opens("Ada")
    running = device.post("/solo", game=GAME, name="Ada").headers["location"].removeprefix("/r/")
    other = device.opens("Ada")
    page = device.home
    assert page.index(running) < min(page.index(lobby), page.index(other))
    for _ in range(3):
        device.opens("Ada")
    assert "2 more tables" in device.home


def test_lobby_fills_all_free_seats_with_bots_by_one_button(device: Device) -> None:
    code = device.opens("Ada")
    assert "Fill with bots" in device.get(f"/r/{code}").text
    assert device.post(f"/r/{code}/do", do="fill").status_code == 303
    page = device.get(f"/r/{code}").text
    assert page.count('class="chair taken') == 5
    assert "Fill with bots" not in page
    guest = Device(device.web)
    other = device.opens("Ada")
    guest.post(f"/r/{other}/join", name="Ben")
    assert "Fill with bots" not in guest.get(f"/r/{other}").text, "a host's alone"
