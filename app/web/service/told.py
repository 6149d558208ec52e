"""Refusals in a player's language: rooms and engines speak English, and are translated where they are shown."""

from dataclasses import replace

from starlette.requests import HTTPConnection

from app.rooms.model.refusals import Refusal
from app.web.service.context import context


def told(connection: HTTPConnection, refusal: Refusal) -> Refusal:
    """The refusal as this caller reads it; a program reads English."""
    if connection.scope["path"].startswith("/api/"):
        return refusal
    here = context(connection)
    speech = here.renderer.regions(here.language(connection)).speech
    return replace(refusal, say=speech.refusal(refusal))
