"""Pages of rules: one a game, and each clause alone for the "why?" at the table."""

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from app.web.games import find_presenter
from app.web.games.editions import edition_options, edition_query
from app.web.service.dependencies import dependencies
from app.web.text.rule_books import book
from engine import registry

router = APIRouter(prefix="/rules")


@router.get("/{game}")
async def see_rules(request: Request, game: str) -> Response:
    """Show the rules of a game, with folded clauses unless ``?all`` is given.

    The query may name the table's edition. Raises HTTPException (404) for an unknown game."""
    return _page(request, "rules", game)


@router.get("/{game}/{clause}")
async def see_clause(request: Request, game: str, clause: str) -> Response:
    """Return one clause as an HTML fragment.

    Raises HTTPException (404) for an unknown game, and for an unknown clause."""
    return _page(request, "clause", game, clause)


def _page(request: Request, page: str, game: str, clause: str = "") -> Response:
    deps = dependencies(request)
    language, base_url = deps.language(request), deps.base_url(request)
    if game not in registry.GAMES:
        raise HTTPException(404)
    rules = book(game, language)
    if not clause:
        back = f"/rules/{game}"
        is_whole = "all" in request.query_params
        chosen, presenter = edition_options(game, request.query_params), find_presenter(game)
        query = edition_query(game, chosen)
        edition = presenter.edition(chosen, deps.renderer.regions(language).speech)
        values = {"game": game, "book": rules, "back": f"{back}{query}", "is_whole": is_whole}
        values |= {"query": query, "edition": edition, "edition_part": presenter.edition_part}
        return HTMLResponse(deps.renderer.page(language, page, base_url=base_url, **values))
    found = rules.find(clause)
    if found is None:
        raise HTTPException(404)
    part, block = found
    return HTMLResponse(deps.renderer.page(language, page, base_url=base_url, game=game, part=part, clause=block))
