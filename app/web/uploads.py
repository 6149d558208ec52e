"""Forms with a file in them (``multipart/form-data``, RFC 7578), read by the standard library."""

from email import message_from_bytes
from email.message import Message

from starlette.requests import Request

from app.rooms.refusals import refuse
from app.web.bodies import media_type, read_body
from app.web.errors import Refused

MOST_PARTS = 8
FORM_BYTES = 16_384
"""What a form has around its file."""


async def read_upload(request: Request, most: int) -> dict[str, bytes]:
    """The fields of a form, files among them, whose files have ``most`` bytes at most. Raises Refused."""
    kind = request.headers.get("content-type", "")
    if media_type(request) != "multipart/form-data" or not kind.isascii() or any(sign in kind for sign in "\r\n"):
        raise Refused(refuse("not_json", "The body is to be a form with a file."), status=400)
    body = await read_body(request, most + FORM_BYTES)
    message = message_from_bytes(b"content-type: " + kind.encode() + b"\r\n\r\n" + body)
    parts = message.get_payload()
    if not isinstance(parts, list) or len(parts) > MOST_PARTS or message.defects:
        raise Refused(refuse("bad_field", "That form could not be read."), status=400)
    fields: dict[str, bytes] = {}
    for part in parts:
        if not isinstance(part, Message):
            raise Refused(refuse("bad_field", "That form could not be read."), status=400)
        name = part.get_param("name", header="content-disposition")
        data = None if part.is_multipart() else part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(data, bytes) or name in fields or part.defects:
            raise Refused(refuse("bad_field", "That form could not be read."), status=400)
        fields[name] = data
    return fields
