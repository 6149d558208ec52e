"""Shared devices: each page acts for one hand, and the curtain for none."""

import json
import re

import pytest

from app.rooms.views.view import view
from app.web.http.cookie_names import SHARED, full_name
from engine import registry
from engine.core.seats import Seat
from tests.web.shared import SharedDevice, share
from tests.web.tables import Web

GAMES = sorted(registry.GAMES)
ADA, BEN = Seat(0), Seat(1)


def owed(device: SharedDevice, seat: Seat) -> tuple[int, str]:
    """Return the seat's ask and its first choice."""
    ask = view(device.room, seat).ask
    assert ask is not None
    return ask.ask, ask.choices[0]


def seal_by_form(device: SharedDevice, name: str, seat: Seat) -> int:
    """Seal the seat's first choice from a person's page; return the status."""
    ask, choice = owed(device, seat)
    return device.post(f"{device.path(name)}/do", do="seal", ask=ask, choice=choice).status_code


def test_person_added_at_a_device_has_an_ordinary_seat(web: Web) -> None:
    device = SharedDevice(web.open("Ada"))
    answer = device.add("Ben")
    assert (answer.status_code, answer.headers["location"]) == (303, device.path("Ada"))
    assert [device.room.name_of(seat) for seat in device.room.people()] == ["Ada", "Ben"]
    assert device.room.seat_of(device.digest(1)) == BEN


def test_a_form_sent_twice_adds_one_person(web: Web) -> None:
    device = SharedDevice(web.open("Ada"))
    device.add("Ben")
    assert device.add("Ben", "Ada").headers["location"] == device.path("Ada")
    assert len(device.room.people()) == 2


def test_five_people_share_a_device_and_no_sixth(web: Web) -> None:
    device = SharedDevice(web.open("Ada"))
    device.add("Ben")
    for name in ("Carla", "Dora", "Emil"):
        assert device.add(name, "Ada").status_code == 303
    answer = device.add("Frida", "Ada")
    assert answer.status_code == 409 and "All seats are taken." in answer.text
    assert len(device.room.people()) == 5


@pytest.mark.parametrize(("name", "says"), [("Cleo", "already has that name"), ("", "Type a name.")])
def test_a_refused_name_is_explained_on_the_page(web: Web, name: str, says: str) -> None:
    device = SharedDevice(web.open("Ada", "Cleo"))
    answer = device.add(name)
    assert answer.status_code in (409, 422) and says in answer.text
    assert len(device.room.people()) == 2


def test_address_without_a_hand_leads_to_the_curtain(web: Web) -> None:
    device = share(web)
    curtain = f"/r/{device.table.code}/hands"
    assert device.get(f"/r/{device.table.code}").headers["location"] == curtain
    answer = device.get(curtain)
    assert answer.status_code == 200
    hands = re.findall(r'data-pass\s+href="(/r/[^"]+)"', answer.text)
    assert hands == [device.path("Ada"), device.path("Ben")]
    assert full_name(SHARED, "localhost:8000", is_https=False) in answer.cookies


def test_curtain_of_one_person_is_the_room_itself(web: Web) -> None:
    device = SharedDevice(web.open("Ada"))
    answer = device.get(f"/r/{device.table.code}/hands")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{device.table.code}")


def test_every_address_of_a_hands_page_names_the_hand(web: Web) -> None:
    device = share(web)
    for path in ("", "/calls", "/rounds", "/file"):
        page = device.get(device.path("Ben") + path).text
        found = re.findall(rf'="(/r/{device.table.code}[^"]*)"', page)
        others = {each for each in found if not each.startswith(device.path("Ben"))}
        assert len(found) > len(others), path
        assert others <= {f"/r/{device.table.code}/hands", device.path("Ada")}, path


def test_messages_to_a_hands_page_name_the_hand(web: Web) -> None:
    device = share(web)
    message = device.get(f"{device.path('Ben')}/update?language=en").json()
    found = re.findall(rf'action="(/r/{device.table.code}[^"]*)"', json.dumps(message).replace('\\"', '"'))
    assert found and set(found) == {f"{device.path('Ben')}/do"}


@pytest.mark.parametrize("game", GAMES)
def test_a_form_acts_for_the_hand_in_its_address(web: Web, game: str) -> None:
    device = share(web, "Cleo", game=game)
    seats = [seat for seat in (ADA, BEN) if view(device.room, seat).ask is not None]
    for seat in seats:
        name = device.room.name_of(seat)
        assert seal_by_form(device, name, seat) == 303
        ask = view(device.room, seat).ask
        assert ask is None or ask.sealed is not None


def test_form_of_one_hand_cannot_act_for_another(web: Web) -> None:
    device = share(web, "Cleo")
    ask, choice = owed(device, BEN)
    device.post(f"{device.path('Ada')}/do", do="seal", ask=ask, choice=choice)
    assert (own := view(device.room, BEN).ask) is not None and own.sealed is None
    assert device.get(f"/r/{device.table.code}~99").headers["location"] == f"/r/{device.table.code}/hands"


def test_nothing_acts_without_a_hand(web: Web) -> None:
    device = share(web, "Cleo")
    print_before = device.table.fingerprint()
    ask, choice = owed(device, ADA)
    for path in ("do", "hands/do"):
        answer = device.post(f"/r/{device.table.code}/{path}", do="seal", ask=ask, choice=choice)
        assert answer.status_code in (403, 404), path
    assert device.table.fingerprint() == print_before


def test_who_leaves_a_shared_device_leaves_alone(web: Web) -> None:
    device = share(web, "Cleo")
    ben = device.path("Ben")
    answer = device.post(f"{ben}/do", do="leave")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{device.table.code}/hands")
    assert device.room.seat_of(device.digest(0)) == ADA
    assert device.room.seat_of(device.digest(1)) is None
    assert device.get(f"/r/{device.table.code}").status_code == 200
    for path in (ben, f"{ben}/gone"):
        assert device.get(path).headers["location"] == f"/r/{device.table.code}/hands"


def test_others_stay_when_the_first_player_leaves(web: Web) -> None:
    device = share(web, "Cleo")
    device.post(f"{device.path('Ada')}/do", do="leave")
    assert device.get(f"/r/{device.table.code}").status_code == 200
    cookie = f"{device.headers['cookie']}; {full_name(SHARED, 'localhost:8000', is_https=False)}=yes"
    web.client.cookies.clear()
    assert f"/r/{device.table.code}" in web.client.get("/", headers={"cookie": cookie}).text


def test_free_seat_in_a_running_game_goes_to_the_device(web: Web) -> None:
    table = web.playing("Ada", "Cleo", "Dora")
    device = SharedDevice(table)
    assert "Add someone at this device" not in device.get(f"/r/{table.code}").text
    table.post(2, do="leave")
    assert "Add someone at this device" in device.get(f"/r/{table.code}").text
    assert device.add("Ben").status_code == 303
    assert device.room.seat_of(device.digest(1)) == Seat(2)


def test_home_page_lists_a_shared_table_once(web: Web) -> None:
    device = share(web)
    assert device.get("/").text.count(f'href="/r/{device.table.code}"') == 1


def test_return_link_is_of_the_open_hand(web: Web) -> None:
    device = share(web)
    page = device.post(f"{device.path('Ben')}/return-link", id="a-form").text
    found = re.search(rf"/r/{device.table.code}(?:~\d+)?/return/[\w-]{{43}}", page)
    assert found is not None
    web.client.cookies.clear()
    taken = web.client.post(found[0], headers={"origin": "http://localhost:8000"}, follow_redirects=False)
    assert taken.status_code == 303
    occupant = device.room.occupant(BEN)
    assert occupant is not None and len(occupant.devices) == 2


def test_everybody_at_the_device_is_present(web: Web) -> None:
    device = share(web, "Cleo")
    with web.socket(f"{device.path('Ben')}/live?language=en", **device.headers) as socket:
        socket.receive_json()
        seats = {part["name"]: part["here"] for part in device.table.view(1)["seats"]}
        assert seats["Ada"] and seats["Ben"]


def test_polls_keep_everybody_at_the_device_present(web: Web) -> None:
    device = share(web, "Cleo")
    for path in (device.path("Ada"), f"/r/{device.table.code}/hands"):
        assert device.get(f"{path}/update?language=en").status_code == 200
        seats = {part["name"]: part["here"] for part in device.table.view(1)["seats"]}
        assert seats["Ada"] and seats["Ben"]


def test_the_curtain_is_not_delayed_like_watchers(web: Web) -> None:
    device = share(web, "Cleo", watchers="delayed")
    for name, seat in (("Ada", ADA), ("Ben", BEN)):
        if view(device.room, seat).ask is not None:
            seal_by_form(device, name, seat)
    page = device.get(f"/r/{device.table.code}/hands").text
    assert 'data-table-id="1/1"' in page and 'data-state="sealed"' in page


def test_curtain_hides_from_watchers_without_watching(web: Web) -> None:
    device = share(web, "Cleo", watchers="none")
    assert device.get(f"/r/{device.table.code}/hands").status_code == 200
    web.client.cookies.clear()
    for path in ("hands", "hands/update", "hands/part/menu"):
        answer = web.client.get(f"/r/{device.table.code}/{path}", follow_redirects=False)
        assert answer.status_code in (303, 403, 404), path
