"""Responses to scripts: they set no cookie for the device or the name.

Such a response may arrive after the browser was told to forget them."""

import pytest

from tests.abuse.browsers import Browser
from tests.web.http.test_origin import EXPECTED
from tests.web.tables import Web

GETS = [path for path, methods in EXPECTED.items() if "GET" in methods]


@pytest.mark.parametrize("is_seated", [True, False])
@pytest.mark.parametrize("mode", ["cors", "same-origin", "no-cors"])
def test_no_answer_to_a_script_gives_back_what_was_forgotten(web: Web, mode: str, is_seated: bool) -> None:
    browser = Browser(web)
    code = browser.open_room("Ada")
    table = web.open("Ben")
    links = table.links
    assert len(browser.jar) >= 2, "a device and a name"
    cookie = "; ".join(f"{name}={value}" for name, value in browser.jar.items())
    for path in GETS:
        at = code if is_seated else table.code
        for key in (links["join"].rpartition("/")[2], links["watch"].rpartition("/")[2]):
            filled = path.replace("{room}", at).replace("{key}", key).replace("{action}", "stop")
            filled = filled.replace("{token}", links["return"].rpartition("/")[2]).replace(
                "{game}", "adel_verpflichtet"
            )
            headers = {"sec-fetch-mode": mode, "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin"}
            web.client.cookies.clear()
            answer = web.client.get(
                filled, headers=headers | ({"cookie": cookie} if is_seated else {}), follow_redirects=False
            )
            web.client.cookies.clear()
            given = [line.split("=")[0] for line in answer.headers.get_list("set-cookie") if "Max-Age=0" not in line]
            assert not [name for name in given if not name.startswith("signet-language")], (path, given)
