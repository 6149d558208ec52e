"""Player in sixty lines: plays a game by the protocol and prints the winner.

    python docs/example_client.py http://localhost:8000 edel_stein_reich

It opens a room and seats two bots. It needs Python and `pip install websockets`. It seals the first choice that
comes to mind: write a better `choose`. A third argument is the word that opens tables, if the server asks for one. All
messages and answers stand in docs/protocol.md."""

import json
import random
import sys
import time
import urllib.request
from typing import Any

from websockets.sync.client import connect

Json = dict[str, Any]


def post(url: str, body: Json, token: str = "") -> Json:
    """Send JSON and return JSON.

    A refusal raises urllib.error.HTTPError, whose body says why."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))


def choose(ask: Json, view: Json) -> Any:
    """Return one of the ask's choices.

    `view` is all that a player at this seat can see."""
    return random.choice(ask["choices"])


def play(url: str, token: str) -> Json:
    """Play over the socket until the game is over, and return the last view."""
    address, command = url.replace("http", "ws", 1) + "/live", Json()
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as at:
        view: Json = json.loads(at.recv())["view"]
        while not view["outcome"]:
            if (ask := view["ask"]) and ask["ask"] != command.get("ask"):  # each ask has a number and takes one answer
                command = {"id": f"seal-{ask['ask']}", "do": "seal", "ask": ask["ask"], "choice": choose(ask, view)}
                at.send(json.dumps(command))
            message = json.loads(at.recv())
            if "view" in message:
                view = message["view"]
            elif message.get("refused") == "too_fast":  # a seat may send two commands a second: repeat it later
                time.sleep(3)
                at.send(json.dumps(command))
            elif "refused" in message:
                raise RuntimeError(message["say"])
    return view


def main(server: str = "http://localhost:8000", game: str = "adel_verpflichtet", word: str = "") -> None:
    """Play one game against two bots that answer at once."""
    options = {"grace": 0, "bot_pace": 0}
    opened = post(f"{server}/api/rooms", {"game": game, "name": "Robin", "options": options, "word": word})
    room, token = f"{server}/api/rooms/{opened['room']}", opened["token"]
    post(f"{room}/commands", {"do": "fill", "size": 3}, token)
    post(f"{room}/commands", {"do": "begin"}, token)
    view, place = play(room, token), 1
    for seats in view["outcome"]["ranking"]:
        print(f"{place}. {' and '.join(view['seats'][seat]['name'] for seat in seats)}")
        place += len(seats)


if __name__ == "__main__":
    main(*sys.argv[1:])
