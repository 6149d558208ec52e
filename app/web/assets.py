"""Static files: those of the project, and htmx out of the package that carries it."""

from importlib.util import find_spec
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

STATIC = Path(__file__).resolve().parents[2] / "static"

VENDORED = ("htmx-4.min.js",)
"""Files of other projects that are served, by name."""

router = APIRouter()


@router.get("/static/vendor/{name}")
async def vendored(request: Request, name: str) -> Response:
    """A file of another project."""
    if name not in VENDORED:
        raise HTTPException(404)
    return FileResponse(vendor_folder() / name, media_type="text/javascript")


def vendor_folder() -> Path:
    """Where the package with htmx keeps it; the package itself, which wants Django, is not imported. Raises
    RuntimeError."""
    spec = find_spec("django_htmx")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("the package django-htmx, which carries htmx, is not installed")
    return Path(spec.submodule_search_locations[0]) / "static" / "django_htmx"


def static_files() -> StaticFiles:
    """The project's own files."""
    return StaticFiles(directory=STATIC)
