"""Forms with a file: read as browsers send them, and refused otherwise.

They are never read before the permission is checked."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from httpx2 import Response

from app.records.room_file import MOST_BYTES
from app.web.http.errors import RefusedError
from app.web.http.uploads import BOUNDARY_BYTES, FORM_BYTES, HEADER_BYTES, MOST_AT_ONCE, MOST_HEADERS, MOST_PARTS, Turns
from tests.web.heavy import PASSPHRASE, UPLOADS, upload
from tests.web.tables import Web, a_web
from tests.whole import whole

PART = b'--x\r\ncontent-disposition: form-data; name="%s"\r\n%s\r\n%s\r\n'
END = b"--x--\r\n"
OPENED_BY_NOTHING = 422
"""Status when the form was read and its file is no room."""


def post(web: Web, body: bytes, kind: str = "multipart/form-data; boundary=x") -> Response:
    headers = {"sec-fetch-site": "same-origin", "content-type": kind}
    return web.client.post("/rooms/import", content=body, headers=headers)


def test_a_form_is_read_as_browsers_write_it(web: Web) -> None:
    boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
    said = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="b\u00fccher; \\"a\\".json"\r\n'
        f"Content-Type: application/json\r\n\r\n{{}}\r\n--{boundary}\r\n"
        f'Content-Disposition: form-data; name="passphrase"\r\n\r\n{PASSPHRASE}\r\n--{boundary}--\r\n'
    ).encode()
    answer = post(web, said, f"multipart/form-data; boundary={boundary}")
    assert answer.status_code == OPENED_BY_NOTHING
    assert "The file was written by another version" not in answer.text
    assert "no saved room" in answer.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"".join(PART % (b"n%d" % number, b"", b"") for number in range(MOST_PARTS)) + END, OPENED_BY_NOTHING),
        (b"".join(PART % (b"n%d" % number, b"", b"") for number in range(MOST_PARTS + 1)) + END, 400),
        (PART % (b"n", b"a: b\r\n" * (MOST_HEADERS - 1), b"") + END, OPENED_BY_NOTHING),
        (PART % (b"n", b"a: b\r\n" * MOST_HEADERS, b"") + END, 400),
        (PART % (b"n", b"a: " + b"b" * (HEADER_BYTES - 10) + b"\r\n", b"") + END, OPENED_BY_NOTHING),
        (PART % (b"n", b"a: " + b"b" * HEADER_BYTES + b"\r\n", b"") + END, 400),
        (PART % (b"n", b"", b"") * 2 + END, 400),
        (PART % (b"n", b'content-disposition: form-data; name="m"\r\n', b"") + END, 400),
        (b"--x\r\ncontent-disposition: attachment; name=n\r\n\r\n\r\n" + END, 400),
        (PART % (b"", b"", b"") + END, 400),
        (PART % (b"n", b"", b""), 400),
        (PART % (b"n", b"", b"") + b"--x" + b" " * FORM_BYTES + b"\r\n\r\n" + END, 400),
        (END + b"an epilogue", OPENED_BY_NOTHING),
        (END + b"e" * FORM_BYTES, 400),
        (PART % (b"n", b"", b"a" * (MOST_BYTES + 1)) + END, 413),
    ],
)
def test_a_form_has_so_many_parts_headers_and_bytes(web: Web, body: bytes, status: int) -> None:
    assert post(web, body).status_code == status


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("multipart/form-data; boundary=" + "x" * BOUNDARY_BYTES, 400),
        ('multipart/form-data; boundary="x"; charset=utf-8', OPENED_BY_NOTHING),
        ("multipart/form-data; boundary=" + "x" * (BOUNDARY_BYTES + 1), 400),
        ("multipart/form-data; boundary=", 400),
        ("multipart/form-data; boundary=x; a=" + "b" * HEADER_BYTES, 400),
        ("multipart/mixed; boundary=x", 400),
    ],
)
def test_the_header_of_a_form_has_a_size(web: Web, kind: str, status: int) -> None:
    assert post(web, upload(b"{}"), kind).status_code == status


PARSED = {
    "an open file",
    "a file of one number",
    "a file of as many lists as are parsed",
    "a file of as many keys as are parsed",
    "a file of numbers",
    "a file of long numbers",
    "a file of letters by number",
}
"""Files that start a process every time.

Daily runs skip them; three other files start one, too."""


@pytest.mark.parametrize("name", whole([*UPLOADS], [name for name in UPLOADS if name not in PARSED]))
def test_no_form_that_is_made_to_be_work_opens_anything(web: Web, name: str) -> None:
    assert post(web, UPLOADS[name]).status_code in (400, 413, 422)


def test_upload_from_address_over_room_limit_is_not_read() -> None:
    with a_web(limits=True) as web:
        body = {"game": "adel_verpflichtet", "name": "Ada"}
        while web.client.post("/api/rooms", json=body).status_code == 201:
            web.time.seconds += 1
        # the form itself would be refused with 400
        assert post(web, b"nothing").status_code == 429


def test_a_form_that_cannot_be_read_counts_for_no_room() -> None:
    with a_web(limits=True) as web:
        for _ in range(50):
            web.time.seconds += 1
            assert post(web, b"nothing").status_code == 400
        assert web.client.post("/api/rooms", json={"game": "adel_verpflichtet", "name": "Ada"}).status_code == 201


@pytest.mark.anyio
async def test_turns_admit_one_upload_per_address_and_few_in_total() -> None:
    turns, order = Turns(), list[str]()

    async def second() -> None:
        async with turns.turn("here"):
            order.append("second")

    async with turns.turn("here"):
        waiting = asyncio.create_task(second())
        await asyncio.sleep(0)
        with pytest.raises(RefusedError):
            await turns.turn("here").__aenter__()
        async with turns.turn("there"):
            pass
        order.append("first")
    await waiting
    assert order == ["first", "second"]
    async with AsyncExitStack() as stack:
        for number in range(MOST_AT_ONCE):
            await stack.enter_async_context(turns.turn(str(number)))
        with pytest.raises(RefusedError):
            await turns.turn("one more").__aenter__()
    async with turns.turn("here"):
        pass


def test_a_turn_ends_with_its_request(web: Web) -> None:
    assert [post(web, b"nothing").status_code for _ in range(2 * MOST_AT_ONCE)] == [400] * 2 * MOST_AT_ONCE
