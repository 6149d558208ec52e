"""No page with a hand on it is kept where somebody else could find it: not by a cache, not by the way back, not by
loading ahead."""

import re
from pathlib import Path

from tests.web.tables import a_web


def test_no_page_of_a_table_is_stored_by_anybody() -> None:
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


def test_no_page_asks_for_another_ahead() -> None:
    """Loading ahead would fetch, and keep, what nobody has asked to see."""
    ahead = re.compile(r'rel="?(prefetch|prerender|next|dns-prefetch)|speculationrules|preload"', re.IGNORECASE)
    files = [*Path("templates").rglob("*.html"), *Path("static/js").rglob("*.js")]
    assert len(files) > 50
    assert [str(path) for path in files if ahead.search(path.read_text())] == []
