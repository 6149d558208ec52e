"""Programs play a game without a presenter to its end.

They use sockets or HTTP alone."""

import pytest

from tests.dummy.throws import GAME
from tests.web.servers import a_server
from tests.web.test_whole_games import assert_well_ended, play_games


@pytest.mark.parametrize("by_http", [False, True], ids=["socket", "http"])
@pytest.mark.asyncio
async def test_programs_play_it_to_its_end(registered: None, by_http: bool) -> None:
    async with a_server() as served:
        players = await play_games(served, 3, by_http=by_http, game=GAME.key)
        assert_well_ended(players, 1)
        assert [player.report.refused.total() for player in players] == [0, 0, 0]
