"""Commands in a series, in two processes on one store."""

from app.live.host.requests import Done
from app.rooms import commands as c
from app.rooms.model.refusals import Refusal
from tests.live.hurried import run_without_waiting
from tests.live.process import House, request
from tests.live.stores import CountingStore
from tests.rooms.builders import CODE, game_of


@run_without_waiting
async def test_a_command_that_comes_late_to_another_process_is_refused() -> None:
    store = CountingStore()
    houses = [House(store)]
    await houses[0].opens(2)
    houses.append(House(store, houses[0].clock))
    room = await houses[1].manager.room(CODE)
    assert room is not None
    play = game_of(room)
    seat = next(iter(play.asks))
    texts = [play.game.text(choice) for choice in play.asks[seat].choices[:2]]
    occupant = room.occupant(seat)
    assert occupant is not None
    late = request(occupant.name, lambda at: c.Seal(at, play.ask, texts[0]), "choice~1", texts[0])
    later = request(occupant.name, lambda at: c.Seal(at, play.ask, texts[1]), "choice~2", texts[1])
    assert isinstance(await houses[0].manager.submit(CODE, later), Done)
    answer = await houses[1].manager.submit(CODE, late)
    assert isinstance(answer, Refusal) and answer.code == "superseded"
    again = await houses[1].manager.submit(CODE, later)
    assert isinstance(again, Done)
