"""Processor time of the pages that look back at finished games, in milliseconds.

``python -m tools.page_costs`` starts a server in a thread and asks it. It prints the first and the second request,
by game and page. Each figure includes some 1 ms of the client."""

import tempfile
import time
from pathlib import Path

from app.rooms.views.replay import replay_key
from tests.abuse.finished_games import get_entries, list_what_ifs, load_room
from tests.known import SHIPPED
from tests.web.test_loop import COOKIE, OVER, keeps
from tests.web.watched import Watched, a_watched_server

PAGES = ("replay", "replay/films?perspective=0", "rounds", "statistics", "fairness", "record", "mirror", "part/end")


def main() -> None:
    """Print a line for each game and page."""
    with tempfile.TemporaryDirectory() as folder, a_watched_server(Path(folder)) as served:
        served.request("/", "GET", "/")
        for game in sorted(SHIPPED):
            code = OVER[game]
            keeps(served, get_entries(game, code))
            shared = f"replay/{replay_key(load_room(get_entries(game, code)), 1)}/films"
            for page in (shared, *PAGES, *[f"replay?{wish}" for wish in list(list_what_ifs(game, code))[:2]]):
                first, again = (cost(served, f"/r/{code}/{page}") for _ in range(2))
                print(f"{game:20} {page.replace(shared, 'shared films'):45} {first:7.1f} {again:7.1f}")


def cost(served: Watched, path: str) -> float:
    """Return the processor time of this process while it answers, in ms."""
    began = time.process_time()
    served.request(path, "GET", path, COOKIE)
    return 1000 * (time.process_time() - began)


if __name__ == "__main__":
    main()
