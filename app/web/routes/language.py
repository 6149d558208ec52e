"""Choice of a device's language, by a form that works without scripts."""

import re

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.rooms.model.refusals import refuse
from app.web.http.errors import RefusedError
from app.web.http.forms import read_form
from app.web.http.language import remember_language
from app.web.service.dependencies import dependencies
from app.web.text.languages import LANGUAGES

_OWN_PATH = re.compile(r"/([A-Za-z0-9_~.%=&?-][A-Za-z0-9/_~.%=&?-]{0,299})?")

router = APIRouter()


@router.post("/language")
async def choose_language(request: Request) -> Response:
    """Store the language in a cookie and redirect to the page.

    Raises RefusedError for an unknown language, and for a body that is no form."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    language = fields.get("language", "")
    if language not in LANGUAGES:
        raise RefusedError(refuse("bad_field"))
    response = RedirectResponse(own_path(fields.get("back", "")), 303)
    remember_language(response, request, language, is_https=deps.is_https(request))
    return response


def own_path(text: str) -> str:
    """Return the path if it is on this server, else the home page's path.

    An address that begins with two slashes or a backslash would lead to another server."""
    return text if _OWN_PATH.fullmatch(text) else "/"
