"""Caching of pages with a hand: no cache, history or prefetch may store them."""

import re
from pathlib import Path

from tests.web.tables import a_web


def test_table_pages_are_never_stored() -> None:
    with a_web() as web:
        table = web.playing("Ada", "Ben", options={"watchers": "public"})
        cookie = {"cookie": f"dev={table.tokens[0]}"}
        pages = [("/", cookie), (f"/r/{table.code}", cookie), (f"/r/{table.code}/rounds", cookie)]
        pages += [(table.links["watch"], {}), (table.path, table.bearer(0)), (f"{table.path}/journal", table.bearer(0))]
        for path, headers in pages:
            answer = web.client.get(path, headers=headers)
            assert answer.status_code == 200, path
            kept = answer.headers["cache-control"]
            assert "no-store" in kept and "public" not in kept, path


def test_pages_never_prefetch() -> None:
    """A prefetch would store a page that nobody has requested. Scripts are no pages."""
    ahead = re.compile(r'rel="?(prefetch|prerender|next|dns-)|speculationrules|(?<!module)preload"', re.IGNORECASE)
    files = [*Path("templates").rglob("*.html"), *Path("static/js").rglob("*.js")]
    assert len(files) > 50
    assert [str(path) for path in files if ahead.search(path.read_text())] == []
