"""Signet as an app on a phone: the manifest, the icons and the offline page.

Nothing here belongs to a table, and nothing is secret."""

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from app.paths import STATIC
from app.web.service.dependencies import dependencies
from app.web.service.problems import json
from app.web.static.versions import build_static_url
from app.web.text.languages import LANGUAGES, mark

router = APIRouter()

ABOUT = mark("Everyone picks in secret. Then all cards are revealed at once.")

COLOURS = {"background_color": "#150e09", "theme_color": "#2a1a10"}
"""Colours of the table at night, for the splash screen and the system's bar."""

ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)
"""Icons by name, each with its size and purpose; ``tools.app_icons`` draws them."""

TOUCH_ICON = STATIC / "img" / "app" / "apple-touch-icon.png"


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Return the W3C Web Application Manifest in the device's language."""
    deps = dependencies(request)
    language = deps.language(request)
    regions, base_path = deps.renderer.regions(language), deps.settings.base_path
    about = {
        "id": f"{base_path}/",
        "name": "Signet",
        "short_name": "Signet",
        "description": regions.speech.words.gettext(ABOUT),
        "lang": language,
        "start_url": f"{base_path}/",
        "scope": f"{base_path}/",
        "display": "standalone",
        **COLOURS,
        "icons": [
            {
                "src": f"{base_path}{build_static_url(f'img/app/{name}')}",
                "sizes": sizes,
                "type": "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in ICONS
        ],
    }
    answer = json(about)
    answer.headers["content-type"] = "application/manifest+json"
    return answer


@router.get("/apple-touch-icon.png")
async def touch_icon(_: Request) -> Response:
    """Return the icon that Apple's systems request from this path."""
    return FileResponse(TOUCH_ICON, media_type="image/png")


@router.get("/offline")
async def offline(request: Request) -> Response:
    """Return the page that a device caches and shows while the server is unreachable.

    It is the same for all readers of a language; the address may name the language."""
    deps = dependencies(request)
    said = request.query_params.get("language", "")
    language = said if said in LANGUAGES else deps.language(request)
    return HTMLResponse(deps.renderer.page(language, "offline", base_url=deps.base_url(request), back="/"))
