"""Notifications to a room's webhook: a JSON POST that chat services accept."""

from collections.abc import Callable

import orjson

from app.journal.contacts import Address
from app.notifications.address_policy import ForbiddenAddressError, Guard
from app.notifications.channel import Outcome, outcome_of
from app.notifications.http_post import NotSentError, UnknownDeliveryError, post
from app.notifications.texts import Digest, Words, list_names, path_of, to_table, write_status
from app.rooms.due_notifications import DueNotification
from app.rooms.model.room import Room

_TAMED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "@\u200b"})
"""Characters that chat services read as commands, as to notify a channel."""


class Hook:
    """Sends calls to chats."""

    def __init__(self, guard: Guard, public_url: Callable[[], str | None], words: Words, digest: Digest) -> None:
        """``public_url`` gives the start of the link. Without one there is no link.

        The address by which a host of the table reaches the server may lead nowhere for others."""
        self._public_url = public_url
        self._guard = guard
        self._words = words
        self._digest = digest

    async def send(self, room: Room, due: DueNotification, address: Address) -> Outcome:
        """Implement Sender."""
        told = write_status(room, None, address.language, self._digest)
        plain = to_table(room, due, self._words(address.language), told)
        url = self._public_url()
        link = {} if url is None else {"link": f"{url}{path_of(room.code)}"}
        said = " ".join((plain.translate(_TAMED), *link.values()))
        body: dict[str, object] = {
            "room": room.code,
            "kind": "date" if due.is_of_date else "waiting",
            "game": room.game.key,
            "names": list_names(room, due),
            **link,
            "text": said,
            "content": said,
            # for services that show the text as it is
            "message": " ".join((plain, *link.values())),
            "allowed_mentions": {"parse": []},
        }
        try:
            reply = await post(self._guard, address.target, {"Content-Type": "application/json"}, orjson.dumps(body))
        except ForbiddenAddressError:
            return Outcome("failed", "not allowed")
        except NotSentError as error:
            return Outcome("again", str(error))
        except UnknownDeliveryError as error:
            return Outcome("failed", str(error))
        outcome = outcome_of(reply)
        # the host sees that it failed, and decides
        return Outcome("failed", outcome.why) if outcome.what == "gone" else outcome
