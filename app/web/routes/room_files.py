"""Room as a file: saving, importing and deleting a room."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.journal.errors import StoreDownError
from app.live.host.requests import Request as Asked
from app.records.export import export
from app.records.full_journal import journal_digest
from app.records.passphrase import LONGEST, WrongPassphraseError, is_passphrase
from app.records.room_file import (
    MOST_BYTES,
    BadRoomFileError,
    RestoredRoom,
    RoomTooLargeError,
    check_size,
    drop_chat,
    write_room_file,
)
from app.records.room_import import players
from app.rooms import commands as c
from app.rooms.events import Entry, TableSaved
from app.rooms.fold import fold
from app.rooms.model.ids import Version
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.saving import agreement as saving
from app.settings.open_word import WORD_FIELD
from app.web.http.errors import STATUS, too_fast
from app.web.http.forms import read_form
from app.web.http.identity import is_token, new_token
from app.web.http.uploads import Turns, read_upload
from app.web.service.access import require_seat_by_device
from app.web.service.arrival import bring_in
from app.web.service.dependencies import Dependencies, address_of_connection, dependencies
from app.web.service.file_keys import read_file_key
from app.web.service.file_reader import NOT_READ
from app.web.service.hands import is_code_of
from app.web.service.open_word import check_browsers_word, find_word_state, keep_word
from app.web.text.languages import mark
from engine.core.plain import Plain
from engine.core.seats import Seat

router = APIRouter()

T = TypeVar("T")
PlainRecord = dict[str, Plain]

TOO_SHORT = mark("Use a passphrase of 10 to 200 characters.")
NOT_THE_SAME = mark("The two passphrases don't match.")
NOT_OPENED = mark("Wrong passphrase, or the file was changed.")
TOO_LARGE = mark(
    "This table is too large: a file holds up to 20,000 entries and 8 MB. Leave out the chat and try again: it "
    "may fit then."
)
STILL_TOO_LARGE = mark(
    "This table is too large for a file, even without the chat: a file holds up to 20,000 entries and 8 MB. "
    "Start a new table for your next games."
)
WRONG_CODE = mark("That isn't this table's code. Nothing was deleted.")

_one_at_a_time = asyncio.Semaphore(1)
"""Limit of one file at a time.

A passphrase takes 32 MiB and some CPU time; a long evening takes more CPU time."""

_turns = Turns()


@router.get("/r/{room}/file")
async def see_file(request: Request, room: str) -> Response:
    """Show the actions on the whole room.

    Raises RefusedError for a device without a seat there."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room)
    return await _page(request, deps, by.room, by.seat)


@router.post("/r/{room}/file")
async def save(request: Request, room: str) -> Response:
    """Save the room as a file under a passphrase.

    The file holds the journal up to the event that announces the file, so nobody saves a room secretly. Before that
    event the room checks that the players of a running game agree.

    Raises RefusedError for a body that is no form, a device without a seat there, and a seat that asks too often.
    The page shows all other obstacles."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, room)
    found, seat = by.room, by.seat
    passphrase = fields.get("passphrase", "")
    # Checked before the passphrase, and again by the room itself.
    refusal = saving.refusal(found, seat)
    if refusal is not None:
        return await _page(request, deps, found, seat, refusal)
    if not is_passphrase(passphrase):
        return await _page(request, deps, found, seat, refuse("bad_field", TOO_SHORT))
    if passphrase != fields.get("again"):
        return await _page(request, deps, found, seat, refuse("bad_field", NOT_THE_SAME))
    wait = deps.limits.command(found.code, seat)
    if wait:
        raise too_fast(wait)
    is_silent = fields.get("silent") == "on"
    asked = Asked(c.SaveTable, by.holder.digest, new_token())
    try:
        # Checked before the room announces a file that cannot exist.
        so_far = (await deps.manager.journal(found.code))[: found.version]
        await _run_in_thread((*so_far, _make_saved_entry(so_far, seat, asked)), is_silent, check_size)
        answer = await deps.manager.submit(found.code, asked)
        if isinstance(answer, Refusal):
            return await _page(request, deps, await deps.manager.room(found.code) or found, seat, answer)
        entries = upto(await deps.manager.journal(found.code), asked)
        key = await read_file_key(deps.notifications.contacts)
        file = await _run_in_thread(entries, is_silent, partial(write_room_file, passphrase=passphrase, key=key))
    except RoomTooLargeError:
        return await _page(request, deps, found, seat, refuse("too_large", STILL_TOO_LARGE if is_silent else TOO_LARGE))
    headers = {"content-disposition": f'attachment; filename="signet-room-{found.code}.json"'}
    return Response(file, headers=headers, media_type="application/json")


@router.get("/rooms/import")
async def see_import(request: Request) -> Response:
    """Show the form for a saved room."""
    return await _page(request, dependencies(request), None, None)


@router.post("/rooms/import")
async def bring(request: Request) -> Response:
    """Open a room from a file.

    The sender gets a link for each seat that no device holds here; all players are told of its use.

    Raises RefusedError for an address that has opened too many rooms, is sending another file, or has sent too many
    wrong ones. Raises it too for a body that is no such form. The page shows errors in the file."""
    deps, address = dependencies(request), address_of_connection(request)
    async with _turns.turn(address):
        # An address that may not open a room may not upload a file.
        wait = deps.limits.open_room(address)
        if wait:
            raise too_fast(wait, "tables")
        try:
            fields = await read_upload(request, MOST_BYTES)
        except BaseException:
            deps.limits.room_not_opened(address)
            raise
        return await _import_room(request, deps, address, fields)


async def _import_room(request: Request, deps: Dependencies, address: str, fields: Mapping[str, bytes]) -> Response:
    typed = fields.get("id", b"").decode("ascii", "replace")
    # A form without an id comes from a program, and each is a new request.
    id = typed if is_token(typed) else new_token()
    refused = await check_browsers_word(deps, request, fields.get(WORD_FIELD, b"").decode("utf-8", "replace"))
    if refused is not None:
        deps.limits.room_not_opened(address)
        if refused.wait:
            raise refused
        return await _page(request, deps, None, None, refused.refusal)
    opened = await _read_upload(deps, fields)
    if isinstance(opened, Refusal):
        # An unreadable file may cost as much as many rooms, and counts as one.
        if opened.say != NOT_READ:
            deps.limits.room_not_opened(address)
        wait = deps.limits.wrong(address)
        if wait:
            raise too_fast(wait)
        return await _page(request, deps, None, None, opened)
    restored = await bring_in(deps, request, opened, id, fields.get("file", b""))
    if isinstance(restored, Refusal) or not restored[2]:
        deps.limits.room_not_opened(address)
    if isinstance(restored, Refusal):
        return await _page(request, deps, None, None, restored)
    arrival, secrets, _ = restored
    base = deps.base_url(request)
    names = players(opened.room)
    links = [
        (names[seat], f"{base}/r/{arrival.code}/return/{secret}", seat == opened.saver)
        for seat, secret in secrets.items()
    ]
    digest = await asyncio.to_thread(journal_digest, opened.entries)
    return await _page(request, deps, None, None, links=links, arrival=arrival, code=arrival.code, digest=digest)


@router.post("/r/{room}/delete")
async def delete(request: Request, room: str) -> Response:
    """Delete a room with all its data, for a host who types its code.

    Raises RefusedError for a body that is no form, and a device without a seat there."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, room)
    if by.seat not in by.room.hosts:
        return await _page(request, deps, by.room, by.seat, refuse("not_host"))
    if not is_code_of(by.room, fields.get("confirm", "")):
        return await _page(request, deps, by.room, by.seat, refuse("bad_field", WRONG_CODE))
    await deps.manager.delete(by.room.code)
    deps.forget(by.room.code)
    return RedirectResponse("/?deleted=yes", 303)


def upto(entries: Sequence[Entry], asked: Asked) -> Sequence[Entry]:
    """Return the journal up to the request's event.

    Raises StoreDownError if the journal does not contain it."""
    place = next((place for place, entry in enumerate(entries, start=1) if entry.command == asked.key), None)
    if place is None or not isinstance(entries[place - 1].event, TableSaved):
        raise StoreDownError("the journal does not tell that the table was saved")
    return entries[:place]


def _make_saved_entry(so_far: Sequence[Entry], seat: Seat, asked: Asked) -> Entry:
    """Return the entry that would announce the file."""
    return Entry(Version(so_far[-1].version + 1), so_far[-1].at, TableSaved(seat), asked.key)


async def _run_in_thread(
    entries: Sequence[Entry], is_silent: bool, work: Callable[[Sequence[Entry], PlainRecord], T]
) -> T:
    """Run ``work`` on a room's journal and record, in a thread.

    The chat is left out if ``is_silent``."""

    def run_work() -> T:
        told = drop_chat(entries) if is_silent else entries
        room = fold(None, told)
        return work(told, export(told, room.evening if room is not None else ()))

    async with _one_at_a_time:
        return await asyncio.to_thread(run_work)


async def _read_upload(deps: Dependencies, fields: Mapping[str, bytes]) -> RestoredRoom | Refusal:
    typed = fields.get("passphrase", b"")
    # Limit what is decoded: a form's field may be as long as a file.
    passphrase = typed.decode("utf-8", "replace") if len(typed) <= 4 * LONGEST else ""
    if not is_passphrase(passphrase):
        return refuse("bad_field", TOO_SHORT)
    try:
        return await deps.files.read(fields.get("file", b""), passphrase, deps.now())
    except WrongPassphraseError:
        return refuse("bad_field", NOT_OPENED)
    except BadRoomFileError as error:
        return refuse("bad_field", str(error))


@dataclass(frozen=True, slots=True)
class _Asks:
    """Agreement of a running game's players to a file."""

    needed: int
    people: int
    lacking: tuple[str, ...]
    """Players who have not agreed and still can."""
    is_left: bool
    """True if a counted player has left."""
    is_mine: bool


def _asks(room: Room, seat: Seat | None) -> _Asks | None:
    voices = saving.list_voters(room)
    if not saving.is_running(room) or len(voices) < 2:
        return None
    agreed = room.votes.get(saving.MOTION, frozenset())
    here = players(room)
    lacking = tuple(here[each] for each in voices if each in here and each not in agreed)
    return _Asks(len(voices) // 2 + 1, len(voices), lacking, len(here) < len(voices), seat in agreed)


async def _page(
    request: Request,
    deps: Dependencies,
    room: Room | None,
    seat: Seat | None,
    refusal: Refusal | None = None,
    **values: object,
) -> Response:
    page = deps.renderer.page(
        deps.language(request, room),
        "room_file",
        base_url=deps.base_url(request),
        room=room,
        is_host=room is not None and seat in room.hosts,
        is_running=room is not None and saving.is_running(room),
        may_save=room is not None and (not saving.is_running(room) or saving.may_save(room)),
        asks=_asks(room, seat) if room is not None else None,
        refusal=refusal,
        form_id=new_token(),
        word=await find_word_state(deps, request),
        back=f"/r/{room.code}/file" if room is not None else "/rooms/import",
        **{"links": None, "arrival": None, "code": None, "digest": None} | values,
    )
    return keep_word(deps, request, HTMLResponse(page, STATUS[refusal.code] if refusal is not None else 200))
