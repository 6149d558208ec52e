"""Tables of Edel, Stein & Reich with a bargain of two players with long names.

They are grouped by Ada's role in it."""

import asyncio
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from app.journal.sql.store import SqlStore
from app.rooms import commands as c
from app.rooms.model.ids import Millis, RoomCode
from app.web.games.edel_stein_reich.prompts.headline import headline
from app.web.games.edel_stein_reich.words import Words
from app.web.text.languages import catalogue
from app.web.text.sentences import Speech
from engine.core.plain import Plain
from engine.edel_stein_reich.gems import Gems
from engine.edel_stein_reich.view_types import TableView
from tests.browser.sample_tables import Pose, recode_entries
from tests.journal.writers import write_as_played
from tests.records.evenings import EDEL, sit
from tests.rooms.builders import ADA, AT_ONCE, begin, game_of
from tests.rooms.evening import Evening

LONG = ("Maximiliane-Alexandrine", "Dame Euphemia von Hohen", "Wolfgang Schwarzenberger", "Count Montgomery Wembley")
"""Names of the other players, 23 and 24 characters long."""

ACTIONS = ("money", "event", "gems")
"""Actions that players can bargain for."""

ROLES = ("opens", "answers", "buys", "awaits_offer", "awaits_answer", "awaits_buyer", "looks_on")
"""Roles of Ada.

She makes the first offer, answers one, may buy for one gem, waits for each of these, or has no part."""

CLOCK: dict[str, Plain] = {"mode": "gentle", "per_ask": 0, "bank": 3_500}
"""Clock that is all reserve, which takes the most room on the page."""

SEEDS = range(12)


@cache
def choose_bargains() -> dict[tuple[str, str], Pose]:
    """Return the wordiest bargain for each action and role of Ada."""
    found: dict[tuple[str, str], tuple[int, Evening, int]] = {}
    for seed in SEEDS:
        for evening in _play_bargains(seed):
            table: TableView = game_of(evening.room).game.view(game_of(evening.room).state, ADA)
            role = _role(table)
            key = (table.step or "", role)
            length = _measure_headline(table)
            if length > found.get(key, (0,))[0]:
                found[key] = (length, evening, len(evening.entries))
    return {
        key: Pose(EDEL, " ".join(key), "playing", code, recode_entries(evening.entries[:count], code))
        for place, (key, (_length, evening, count)) in enumerate(sorted(found.items()))
        for code in (RoomCode(f"EBARGA{place:02}"),)
    }


def write_bargains(database: str) -> None:
    """Write all bargains to an empty database."""

    async def write() -> None:
        store = SqlStore(database)
        for each in choose_bargains().values():
            await write_as_played(store, each.code, each.entries, each.phase)
        await store.close()

    with ThreadPoolExecutor() as threads:
        threads.submit(lambda: asyncio.run(write())).result()


def _measure_headline(table: TableView) -> int:
    """Return the headline's approximate length.

    A colour of gems counts as three letters."""
    said = headline(table, ADA, Words(Speech(catalogue("en"))))
    assert said is not None
    parts = (*said.title, *said.stakes)
    return sum(3 * sum(map(bool, part)) if isinstance(part, Gems) else len(str(part)) for part in parts)


def _role(table: TableView) -> str:
    bargain = table.negotiation
    assert bargain is not None
    if ADA not in (bargain.opener, bargain.other):
        return "looks_on"
    place = 2 if bargain.passed else 1 if bargain.bid else 0
    return ROLES[place if bargain.turn == ADA else place + 3]


def _play_bargains(seed: int) -> Iterator[Evening]:
    """Play a game at random; yield each moment of a bargain."""
    evening = Evening(EDEL, **AT_ONCE, watchers="public", clock=CLOCK)
    evening.now = Millis(int(time.time() * 1000))
    sit(evening, *LONG)
    assert evening.does(begin(f"{seed:02}" * 32, EDEL))
    rng = random.Random(seed)
    while evening.room.phase == "playing":
        play = game_of(evening.room)
        if next(iter(play.asks.values())).kind == "bid":
            yield evening
        for seat, ask in tuple(play.asks.items()):
            texts = [play.game.text(each) for each in ask.choices]
            assert evening.does(c.Seal(seat, play.ask, rng.choice(texts)))
