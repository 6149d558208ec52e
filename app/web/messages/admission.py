"""Messages about who may come in."""

from typing import Literal

from app.rooms.admission.commands import ChangeJoinKey, Lock
from app.web.keys import new_key, new_room_code
from app.web.messages.base import CommandMessage, Given, Maker


class LockMessage(CommandMessage):
    """A host: let nobody new sit down, or again."""

    do: Literal["lock"]
    on: bool

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: Lock(seat, self.on)


class NewLinkMessage(CommandMessage):
    """A host: make the code and the join link new ones."""

    do: Literal["new_link"]

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        key, code = new_key(), new_room_code()
        return lambda seat: ChangeJoinKey(seat, key, code)
