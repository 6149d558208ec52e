"""Bodies of requests, read up to a limit."""

from typing import Any

from starlette.requests import ClientDisconnect, Request

from app.rooms.model.refusals import refuse
from app.web.http.errors import RefusedError
from app.web.messages.parse import InvalidMessage, M, read, read_json

MOST_DIGITS = 12
"""Largest number of digits in a length; no limit has as many."""


async def read_body(request: Request, most: int) -> bytes:
    """Read the whole body.

    Raises RefusedError if it is longer than ``most`` bytes or breaks off."""
    refuse_too_long(request, most)
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                raise RefusedError(refuse("too_large"))
    except ClientDisconnect as error:
        raise RefusedError(refuse("not_json")) from error
    return bytes(body)


def refuse_too_long(request: Request, most: int) -> None:
    """Check the declared length. Raises RefusedError if it is over ``most`` bytes."""
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()) or len(length) > MOST_DIGITS or int(length) > most:
        raise RefusedError(refuse("too_large"))


def media_type(request: Request) -> str:
    """Return the media type of the body, without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_object(request: Request, most: int) -> dict[str, Any]:
    """Return the JSON object in the body. Raises RefusedError."""
    if media_type(request) != "application/json":
        raise RefusedError(refuse("not_json", "The body must be JSON, with the content type application/json."))
    value = read_json(await read_body(request, most))
    if isinstance(value, InvalidMessage):
        raise RefusedError(value.refusal)
    return value


async def read_message(request: Request, kind: type[M], most: int) -> M:
    """Read a message of that kind from the body. Raises RefusedError."""
    message = read(kind, await read_object(request, most))
    if isinstance(message, InvalidMessage):
        raise RefusedError(message.refusal)
    return message
