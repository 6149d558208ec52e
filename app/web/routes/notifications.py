"""Settings of a player's notifications, and the targets of links in mails.

The routes here notify nobody: the dispatcher does that."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, cast

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from app.journal.contacts import NOBODY, Address, Kind
from app.notifications.address_policy import ForbiddenAddressError
from app.notifications.channel import LinkAction
from app.notifications.player_address import is_of_player, person_detail
from app.paths import STATIC
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.web.http.errors import STATUS, RefusedError, too_fast
from app.web.http.forms import Fields, read_form
from app.web.http.identity import Holder, is_same
from app.web.http.typed_links import read_address, read_mail
from app.web.service.access import require_by_link, require_seat_by_device, seats_held
from app.web.service.dependencies import Dependencies, address_of_connection, dependencies
from app.web.service.problems import json
from app.web.text.languages import mark
from engine.core.seats import Seat

router = APIRouter()

WORKER = STATIC / "js" / "alerts" / "worker.js"

NO_ADDRESS = mark("That isn't an email address.")
NO_HOOK = mark("That webhook won't work. It must start with https:// and point to a public server.")
NO_MAILS = mark("This server can't send email.")
NO_PUBLIC_URL = mark("This server can't send email yet: whoever runs it must set SIGNET_PUBLIC_URL.")

_MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")

MOST_MAIL = 254

Said = Literal["asked", "ended", "saved"]


@router.get("/worker.js")
async def worker(_: Request) -> Response:
    """Return the service worker that shows notifications while no page is open.

    Its path is at the top level, so that it serves every table."""
    return FileResponse(WORKER, media_type="text/javascript")


@router.get("/push-key")
async def push_key(request: Request) -> Response:
    """Return the server's public key (VAPID), with which a browser subscribes."""
    vapid = dependencies(request).notifications.vapid
    return json({"key": vapid.public if vapid is not None else None})


@router.get("/r/{room}/calls")
async def show_notifications_page(request: Request, room: str) -> Response:
    """Show the notification settings of the player and the table.

    Raises RefusedError for a device without a seat there."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room)
    found, device, seat = by.room, by.holder, by.seat
    return await _page(request, deps, found, device, seat)


@router.post("/r/{room}/calls/push")
async def put_push(request: Request, room: str) -> Response:
    """Store a browser's push subscription, or delete it if there is no endpoint.

    Raises RefusedError for a device without a seat there, for a seat that changes it too often, and for an unusable
    endpoint or key."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, room)
    found, device, seat = by.room, by.holder, by.seat
    _within_limits(deps, found, seat)
    endpoint = fields.get("endpoint", "")
    if not endpoint:
        await deps.notifications.contacts.drop(found.code, "push", device.digest)
        return json({"ok": True})
    endpoint, keys = _read_push(deps, fields)
    await deps.notifications.contacts.put(found.code, _address(deps, request, found, "push", device, endpoint, keys))
    return json({"ok": True})


@router.post("/calls/push")
async def move_push(request: Request) -> Response:
    """Store a browser's new push endpoint at every table that has its old one.

    The push service moved it while no page was open. Raises RefusedError for an unusable endpoint or key, and for a
    seat that changes it too often."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    endpoint, keys = _read_push(deps, fields)
    held, _ = await seats_held(deps, request)
    for by in held:
        for known in await deps.notifications.contacts.addresses(by.room.code):
            is_own = known.holder == by.holder.digest and is_of_player(by.room, known)
            is_moved = known.kind == "push" and is_own
            if is_moved and fields.get("was") in ("", known.target):
                _within_limits(deps, by.room, by.seat)
                details = {**known.details, **keys}
                await deps.notifications.contacts.put(by.room.code, replace(known, target=endpoint, details=details))
    return json({"ok": True})


@router.post("/r/{room}/calls/hook")
async def put_hook(request: Request, room: str) -> Response:
    """Store or delete the table's webhook, for a host.

    Raises RefusedError for a device without a seat there, and for a seat that changes it too often. The page shows
    errors in the address."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, room)
    found, device, seat = by.room, by.holder, by.seat
    _within_limits(deps, found, seat)
    if seat not in found.hosts:
        return await _page(request, deps, found, device, seat, refuse("not_host"))
    url = read_address(fields.get("url", ""))
    if not url:
        await deps.notifications.contacts.drop(found.code, "hook", NOBODY)
        return await _page(request, deps, found, device, seat, said="ended")
    try:
        await deps.notifications.hook_guard.look_up(url)
    except (ForbiddenAddressError, OSError):
        return await _page(request, deps, found, device, seat, refuse("bad_field", NO_HOOK), typed={"hook": url})
    address = Address("hook", NOBODY, url, deps.language(request, found))
    await deps.notifications.contacts.put(found.code, address)
    return await _page(request, deps, found, device, seat, said="saved")


@router.post("/r/{room}/calls/mail")
async def put_mail(request: Request, room: str) -> Response:
    """Store an unconfirmed mail address and send it a question; delete it if empty.

    Raises RefusedError for a device without a seat there. Raises it too if the seat, the address or the client has
    asked for too many mails. The page shows errors in the address."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, room)
    found, device, seat = by.room, by.holder, by.seat
    _within_limits(deps, found, seat)
    to = read_mail(fields.get("address", ""))
    if not to:
        await deps.notifications.contacts.drop(found.code, "mail", device.digest)
        return await _page(request, deps, found, device, seat, said="ended")
    if deps.notifications.mail is None:
        why = NO_PUBLIC_URL if deps.settings.mail.host else NO_MAILS
        return await _page(request, deps, found, device, seat, refuse("bad_field", why))
    if len(to) > MOST_MAIL or not _MAIL.fullmatch(to):
        return await _page(request, deps, found, device, seat, refuse("bad_field", NO_ADDRESS), typed={"mail": to})
    wait = deps.limits.mail(address_of_connection(request), to.lower())
    if wait:
        raise too_fast(wait)
    address = _address(deps, request, found, "mail", device, to, {})
    await deps.notifications.contacts.put(found.code, address)
    outcome = await deps.notifications.mail.ask(found.code, address)
    if outcome.what != "sent":
        await deps.notifications.contacts.drop(found.code, "mail", device.digest, to)
        return await _page(request, deps, found, device, seat, refuse("try_again"))
    return await _page(request, deps, found, device, seat, said="asked")


@router.get("/r/{room}/mail/{action}/{token}")
async def see_mail_link(request: Request, room: str, action: str, token: str) -> Response:
    """Show the question behind a link in a mail; a GET changes nothing.

    Raises RefusedError for a link to no stored address, such as a used one."""
    deps = dependencies(request)
    found, address = await _require_address(deps, request, room, action, token)
    return _letter(deps, request, found, cast(LinkAction, action), address, is_done=False)


@router.post("/r/{room}/mail/{action}/{token}")
async def follow_mail_link(request: Request, room: str, action: str, token: str) -> Response:
    """Confirm an address, or end the mails to it.

    A mail program may end them by itself (RFC 8058). Raises RefusedError as ``see_mail_link`` does."""
    deps = dependencies(request)
    found, address = await _require_address(deps, request, room, action, token)
    if action == "confirm":
        await deps.notifications.contacts.put(
            found.code, replace(address, details={**address.details, "confirmed": "yes"})
        )
    else:
        await deps.notifications.contacts.drop(found.code, "mail", address.holder, address.target)
    return _letter(deps, request, found, cast(LinkAction, action), address, is_done=True)


def _read_push(deps: Dependencies, fields: Fields) -> tuple[str, dict[str, str]]:
    from app.notifications.web_push_encryption import BadKeysError, read_keys

    endpoint, keys = fields.get("endpoint", ""), {name: fields.get(name, "") for name in ("p256dh", "auth")}
    try:
        deps.notifications.guard.read(endpoint)
        read_keys(**keys)
    except (ForbiddenAddressError, BadKeysError) as error:
        raise RefusedError(refuse("bad_field")) from error
    return endpoint, keys


def _within_limits(deps: Dependencies, room: Room, seat: Seat) -> None:
    wait = deps.limits.command(room.code, seat)
    if wait:
        raise too_fast(wait)


def _address(
    deps: Dependencies, request: Request, room: Room, kind: Kind, device: Holder, target: str, details: dict[str, str]
) -> Address:
    details = {**details, **person_detail(room, device.digest)}
    return Address(kind, device.digest, target, deps.language(request, room), details)


async def _require_address(
    deps: Dependencies, request: Request, text: str, action: str, token: str
) -> tuple[Room, Address]:
    mail = deps.notifications.mail

    async def find_address(room: Room) -> Address | None:
        if mail is not None and action in ("confirm", "stop"):
            for address in await deps.notifications.contacts.addresses(room.code):
                is_good = address.kind == "mail" and (action == "stop" or is_of_player(room, address))
                if is_good and is_same(token, mail.token(room.code, address, cast(LinkAction, action))):
                    return address
        return None

    return await require_by_link(deps, request, text, find_address, "link_used")


async def _page(
    request: Request,
    deps: Dependencies,
    room: Room,
    device: Holder,
    seat: Seat,
    refusal: Refusal | None = None,
    *,
    said: Said | None = None,
    typed: Mapping[Kind, str] | None = None,
) -> Response:
    known = [each for each in await deps.notifications.contacts.addresses(room.code) if is_of_player(room, each)]
    html = deps.renderer.page(
        deps.language(request, room),
        "notifications",
        base_url=deps.base_url(request),
        back=f"/r/{room.code}/calls",
        room=room,
        is_host=seat in room.hosts,
        hook=next((each for each in known if each.kind == "hook"), None),
        mail=next((each for each in known if each.kind == "mail" and each.holder == device.digest), None),
        has_mail=deps.notifications.mail is not None,
        has_mail_server=bool(deps.settings.mail.host),
        refusal=refusal,
        said=said,
        typed=typed or {},
    )
    return HTMLResponse(html, STATUS[refusal.code] if refusal is not None else 200)


def _letter(
    deps: Dependencies, request: Request, room: Room, action: LinkAction, address: Address, *, is_done: bool
) -> Response:
    html = deps.renderer.page(
        deps.language(request, room),
        "mail_link",
        base_url=deps.base_url(request),
        back=request.scope["path"],
        action=request.scope["path"],
        room=room,
        kind=action,
        address=address.target,
        is_done=is_done,
    )
    return HTMLResponse(html)
