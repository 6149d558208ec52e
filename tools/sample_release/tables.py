"""Tables at a running server, and what is played there.

They use the JSON protocol alone, which every release speaks."""

import random
import time
from collections.abc import Callable
from typing import Any

import httpx2

NAMES = ("Ada", "Ben", "Änne", "Dora")
QUICK = {"grace": 0, "bot_pace": 0}
PASSPHRASE = "a castle by the lake"  # noqa: S105 - of made-up rooms, for whoever reads the samples
WAIT_S = 0.02
PATIENCE_S = 60.0


class Table:
    """Room with its players' tokens and the commands that the server refused."""

    def __init__(self, client: httpx2.Client, game: str, people: int, options: dict[str, Any]) -> None:
        self._client = client
        self._rng = random.Random(people)  # noqa: S311 - play, not secrets
        self._number = 0
        self.refused: list[str] = []
        body = {"game": game, "name": NAMES[0], "options": QUICK | options}
        opened = client.post("/api/rooms", json=body).raise_for_status().json()
        self.code: str = opened["room"]
        self.links: dict[str, str] = opened["links"]
        self.tokens: list[str] = [opened["token"]]
        for name in NAMES[1:people]:
            self._sit(name)

    @property
    def path(self) -> str:
        """Path of the room's JSON route."""
        return f"/api/rooms/{self.code}"

    def do(self, player: int, do: str, **fields: Any) -> None:
        """Give a player's command.

        A refusal is recorded, since old releases lack some commands."""
        self._number += 1
        answer = self._client.post(
            f"{self.path}/commands", json={"id": f"c{self._number}", "do": do} | fields, headers=self._bearer(player)
        )
        if not answer.is_success:
            self.refused.append(f"{do} {fields}: {answer.json()['refused']}")

    def view(self, player: int | None) -> Any:
        """Return the view of a player or of the public; None if the public has none."""
        answer = self._client.get(self.path, headers={} if player is None else self._bearer(player))
        return answer.json() if answer.is_success else None

    def record(self) -> Any:
        """Return the room's record as its players get it."""
        return self._client.get(f"{self.path}/journal", headers=self._bearer(0)).raise_for_status().json()

    def play(self, reveals: int) -> None:
        """Let all choose at random: until that many asks are answered or the game ends."""
        until = self._first() + reveals
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            views = [self.view(player) for player in range(len(self.tokens))]
            if views[0]["room"]["phase"] != "playing":
                return
            asks = [view["ask"] for view in views]
            if any(ask is not None and ask["ask"] >= until for ask in asks):
                return
            if not self._choose(asks):
                time.sleep(WAIT_S)
        raise RuntimeError(f"the game at {self.code} does not go on")

    def play_out(self) -> None:
        """Let all choose for a while, then bots, which end the game in a shorter way."""
        self.play(6)
        for player in range(len(self.tokens)):
            seat = self.view(player)["you"]
            self.do(player, "stand_in", seat=seat, level="normal")
        deadline = time.monotonic() + PATIENCE_S
        while self.view(0)["room"]["phase"] != "finished":
            if time.monotonic() > deadline:
                raise RuntimeError(f"the bots at {self.code} do not go on")
            time.sleep(WAIT_S)

    def seal_one(self) -> None:
        """Seal for one of the seats with an ask; if there is only one, do nothing."""
        asked = [player for player in range(len(self.tokens)) if self.view(player)["ask"] is not None]
        if len(asked) > 1:
            ask = self.view(asked[0])["ask"]
            self.do(asked[0], "seal", ask=ask["ask"], choice=ask["choices"][0])

    def change_cards(self) -> None:
        """Plan, seal and lift for one of the seats with an ask."""
        asked = [player for player in range(len(self.tokens)) if self.view(player)["ask"] is not None]
        for player in asked[:1]:
            ask = self.view(player)["ask"]
            if len(asked) > 1:
                self.do(player, "plan", ask=ask["ask"], choices=ask["choices"][:3])
                self._plan(player, ask["ask"], ask["choices"][:3])
                self.do(player, "seal", ask=ask["ask"], choice=ask["choices"][0])
                self.do(player, "lift", ask=ask["ask"])

    def _plan(self, player: int, ask: int, choices: list[str]) -> None:
        """Plan a choice that depends on the reveal."""
        view = self.view(player)
        played = "thief" if view["room"]["game"] == "adel_verpflichtet" else "gems"
        known = "castle" if view["ask"]["kind"].startswith("location") else played
        when = [[f"{known} {other}", *choices] for other in range(len(view["table"]["seats"])) if other != view["you"]]
        self.do(player, "plan", ask=ask, choices=choices, when=when[:3])

    def watcher_says(self, name: str, text: str) -> None:
        """Send a message of a watcher who came by the watchers' link.

        Only the page can do that."""
        fields = {"do": "watcher_say", "name": name, "text": text}
        answer = self._client.post(f"{self.links['watch']}/do", data=fields, headers={"sec-fetch-site": "same-origin"})
        # players come from programs, which keep no cookie of a watcher
        self._client.cookies.clear()
        if answer.is_error:
            self.refused.append(f"watcher_say: {answer.status_code}")

    def save_file(self) -> bytes:
        """Return the room as a file under PASSPHRASE, by the host's page.

        Raises RuntimeError if refused."""
        fields = {"passphrase": PASSPHRASE, "again": PASSPHRASE}
        headers = {"sec-fetch-site": "same-origin", "cookie": f"dev={self.tokens[0]}"}
        answer = self._client.post(f"/r/{self.code}/file", data=fields, headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(answer.text)
        return answer.content

    def _sit(self, name: str) -> None:
        key = self.links["join"].rpartition("/")[2]
        answer = self._client.post(f"{self.path}/seats", json={"name": name, "key": key}).raise_for_status()
        self.tokens.append(answer.json()["token"])

    def _bearer(self, player: int) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[player]}"}

    def _first(self) -> int:
        """Return the number of the open ask."""
        asks = [self.view(player)["ask"] for player in range(len(self.tokens))]
        return max((ask["ask"] for ask in asks if ask is not None), default=0)

    def _choose(self, asks: list[Any]) -> bool:
        open_asks = [(player, ask) for player, ask in enumerate(asks) if ask is not None and ask["sealed"] is None]
        for player, ask in open_asks:
            body = {"do": "seal", "ask": ask["ask"], "choice": self._rng.choice(ask["choices"])}
            # another player's card may have led to the reveal meanwhile
            self._client.post(f"{self.path}/commands", json=body, headers=self._bearer(player))
        return bool(open_asks)


def adel_lobby(client: httpx2.Client) -> Table:
    """Play a lobby before its game."""
    table = Table(client, "adel_verpflichtet", 2, {"clock": {"mode": "gentle", "bank": 60}, "language": "de"})
    table.do(0, "bot", seat=3, level="normal")
    table.do(0, "swap", seat=1, other=4)
    table.do(0, "options", options={"tell": "nothing", "coach": True})
    table.do(1, "identity", colour="green", crest="tower")
    table.do(0, "identity", colour="green")
    table.do(0, "say", text="Who brings the castles?")
    table.do(0, "lock", on=True)
    return table


def adel_running(client: httpx2.Client) -> Table:
    """Play a table into the midst of a round and do all that can be done there.

    The table is ready to be saved."""
    table = Table(client, "adel_verpflichtet", 4, {"watchers": "public"})
    table.do(0, "bot", seat=4, level="normal")
    table.do(3, "instructions", instructions=["no_thief"])
    table.do(0, "host", seat=1, on=True)
    table.do(0, "begin")
    table.play(6)
    table.change_cards()
    table.do(1, "pause")
    table.do(1, "resume")
    table.do(0, "say", text="Not the thief again! 🦊")
    table.do(1, "phrase", phrase="bluffed")
    table.do(0, "react", sign="hat")
    table.do(2, "mute", name="Ben", on=True)
    table.do(2, "hear_watchers", on=True)
    table.do(0, "voice", link="https://talk.example.org/friends")
    table.watcher_says("Walter", "What a round!")
    table.do(1, "away", on=True)
    table.do(0, "options", options={"clock": {"mode": "gentle", "bank": 86400}})
    table.do(1, "give_time", seat=0, seconds=60)
    table.do(0, "return_link")
    table.do(0, "new_link")
    table.do(3, "stand_in", seat=3, level="normal")
    table.play(4)
    table.do(3, "stand_in", seat=3, level=None)
    table.do(2, "leave")
    del table.tokens[2]
    table.do(1, "vote", motion="restart", on=True)
    table.play(2)
    table.seal_one()
    for player in range(3):
        table.do(player, "vote", motion="save", on=True)
    return table


def adel_finished(client: httpx2.Client) -> Table:
    """Play a game to its end, and one that the table ended early."""
    table = Table(client, "adel_verpflichtet", 2, {"variant": "confrontation", "watchers": "delayed"})
    table.do(0, "begin")
    table.play_out()
    # bots would play the next game, too, before anybody votes
    for player in range(2):
        table.do(player, "stand_in", seat=table.view(player)["you"], level=None)
    table.do(0, "again", rotate=True)
    for player in range(2):
        # if a player counts as gone, one vote is enough
        if table.view(0)["room"]["phase"] == "playing":
            table.do(player, "vote", motion="end", on=True)
    return table


def edel_running(client: httpx2.Client) -> Table:
    """Play a table that rests, with a clock."""
    table = Table(client, "edel_stein_reich", 3, {"clock": {"mode": "gentle", "bank": 600, "per_ask": 600}})
    table.do(0, "begin")
    table.play(8)
    table.seal_one()
    table.do(1, "pause")
    return table


def edel_finished(client: httpx2.Client) -> Table:
    """Play a game to its end."""
    table = Table(client, "edel_stein_reich", 2, {"tell": "count", "watchers": "public"})
    table.do(0, "begin")
    table.play_out()
    return table


TABLES: dict[str, Callable[[httpx2.Client], Table]] = {
    "adel-lobby": adel_lobby,
    "adel-running": adel_running,
    "adel-finished": adel_finished,
    "edel-running": edel_running,
    "edel-finished": edel_finished,
}
"""Tables of a release, by name."""

SAVED = ("adel-running", "edel-finished")
"""Tables that are saved as files as well."""
