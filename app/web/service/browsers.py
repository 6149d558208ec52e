"""Device secrets that a browser keeps: a fresh one per page, and its seats'.

A page with a form puts a secret into a cookie, and an id into the form. The secret follows from the id. So a form
can be sent again when its answer was lost: the server finds the seat that it took. Another program on this host may
set a cookie, but it cannot read or write the page. So a cookie's secret that holds no seat is never trusted: the
form's device takes the seat."""

from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response

from app.rooms.model.ids import RoomCode
from app.rooms.model.refusals import Refusal, refuse
from app.web.http.cookie_names import DEVICE, FRESH, LANGUAGE, NAME, name_for, shows_any
from app.web.http.cookies import read_cookie, read_cookies
from app.web.http.forms import Fields
from app.web.http.identity import (
    Holder,
    device_of_form,
    drop_old,
    holder,
    is_token,
    list_hands,
    new_device,
    new_token,
    secret_of_id,
    set_device,
)
from app.web.http.language import remember_language
from app.web.http.name import keep_name, read_kept_name
from app.web.service.dependencies import FORM, USED, Dependencies
from app.web.text.languages import LANGUAGES


def take_form(connection: HTTPConnection, fields: Fields, *, is_https: bool) -> Refusal | None:
    """Take the id out of a form's fields; this request then shows its device.

    Return a refusal if the page set a cookie and the browser sends none, because it could keep no seat."""
    id = fields.pop("id", "")
    if not is_token(id):
        return None
    connection.scope[FORM] = id
    return None if shows_any(connection, is_https=is_https) else refuse("no_cookies")


def form_id(connection: HTTPConnection) -> str | None:
    """Return the id of the form that was sent; None without one."""
    id: str | None = connection.scope.get(FORM)
    return id


async def own_device(deps: Dependencies, connection: HTTPConnection) -> Holder:
    """Return the device with which this browser takes a seat.

    Prefer a shown device that holds a seat anywhere, then the form's device, then a new one. A secret without a seat
    is not trusted: an attacker may have planted it to share the seat. Raises StoreDownError."""
    id, devices = form_id(connection), deps.list_devices(connection)
    own = device_of_form(id, connection) if id is not None else None
    for shown in devices:
        # the form's device, if it comes last, is the one either way
        if (shown == own and shown == devices[-1]) or await _holds_seat(deps, connection, shown):
            return shown
    return own or new_device(connection)


async def offer_device(deps: Dependencies, connection: HTTPConnection, response: Response, id: str) -> None:
    """Set the cookie of the form's device.

    Do nothing if the browser shows a device with a seat, or if a script asks. Raises StoreDownError."""
    if not is_navigation(connection):
        return
    for shown in deps.list_devices(connection):
        if shown.secret != secret_of_id(id) and await _holds_seat(deps, connection, shown):
            return
    is_https = deps.is_https(connection)
    set_device(response, name_for(FRESH, connection, is_https=is_https), secret_of_id(id), is_https=is_https)


def id_of_page(connection: HTTPConnection) -> str:
    """Return the id for a page's forms: the one that was sent, or a new one."""
    return form_id(connection) or new_token()


async def keep_device(deps: Dependencies, connection: HTTPConnection, response: Response, device: Holder) -> None:
    """Let the browser keep the device, which holds a seat. Raises StoreDownError."""
    is_https = deps.is_https(connection)
    set_device(response, await _name_to_keep(deps, connection, device.kept), device.kept, is_https=is_https)
    shown = deps.list_devices(connection)
    kept = {each.secret for each in shown if each.secret != device.kept and await _holds_any(deps, each)}
    drop_old(response, connection, kept, is_https=is_https)


async def note_use(deps: Dependencies, connection: HTTPConnection, device: Holder) -> None:
    """Note that the browser uses a device with a seat.

    The next page renews its cookie. Raises StoreDownError."""
    used: dict[str, str] = connection.scope.setdefault(USED, {})
    used.setdefault(await _name_to_keep(deps, connection, device.kept), device.kept)


async def _holds_seat(deps: Dependencies, connection: HTTPConnection, device: Holder) -> bool:
    """Return whether a device of this request holds a seat anywhere.

    Raises StoreDownError."""
    used: dict[str, str] = connection.scope.get(USED, {})
    return device.secret in used.values() or await _holds_any(deps, device)


async def _holds_any(deps: Dependencies, device: Holder) -> bool:
    """Return whether the device or a further hand of it holds a seat anywhere."""
    for hand in list_hands(device):
        if await deps.manager.is_holder(hand.digest):
            return True
    return False


async def _name_to_keep(deps: Dependencies, connection: HTTPConnection, secret: str) -> str:
    """Return the cookie name for a device with a seat.

    Return the main name unless that cookie keeps another device with a seat."""
    is_https = deps.is_https(connection)
    main = name_for(DEVICE, connection, is_https=is_https)
    for other in read_cookies(connection, main):
        if other == secret:
            return main
        if is_token(other) and await _holds_any(deps, holder(other)):
            return name_for(FRESH, connection, is_https=is_https)
    return main


def renew(headers: MutableHeaders, connection: HTTPConnection, *, is_https: bool) -> None:
    """Renew the expiry of the cookies in use, in the answer with a page."""
    if not is_navigation(connection):
        return
    response, used = Response(), connection.scope.get(USED, {})
    for name, secret in used.items():
        set_device(response, name, secret, is_https=is_https)
    language = read_cookie(connection, name_for(LANGUAGE, connection, is_https=is_https))
    if language is not None and language in LANGUAGES:
        remember_language(response, connection, language, is_https=is_https)
    if used and read_cookie(connection, name_for(NAME, connection, is_https=is_https)) is not None:
        # the name belongs to a seat: a tab that reloads after losing its seat renews nothing
        keep_name(response, connection, read_kept_name(connection, is_https=is_https), is_https=is_https)
    given = set(_names(headers.getlist("set-cookie")))
    for line in response.headers.getlist("set-cookie"):
        if given.isdisjoint(_names([line])):
            headers.append("set-cookie", line)


def is_navigation(connection: HTTPConnection) -> bool:
    """Return whether a page is loaded.

    A script's answer may come after the browser was told to forget."""
    headers = connection.headers
    # a service worker passes a navigation on as one, or at least as meant for a document
    return headers.get("sec-fetch-mode", "navigate") == "navigate" or headers.get("sec-fetch-dest") == "document"


def _names(lines: Iterable[str]) -> list[str]:
    return [line.partition("=")[0] for line in lines]


async def to_room(
    deps: Dependencies, connection: HTTPConnection, code: RoomCode, device: Holder, name: str = ""
) -> Response:
    """Redirect a seated device to the room, and set its cookies.

    Set the name's cookie, too, if a name is given. Raises StoreDownError."""
    response = RedirectResponse(f"/r/{code}", 303)
    await keep_device(deps, connection, response, device)
    keep_name(response, connection, name, is_https=deps.is_https(connection))
    return response
