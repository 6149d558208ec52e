"""Messages about how a room is set up."""

from typing import Annotated, Literal

from pydantic import Field

from app.rooms.setup.commands import ChooseOptions, SetUpAnew
from app.web.messages.base import CommandMessage, Given, Maker, Message, Name, NewToken, Options, plain_options


class OpenMessage(Message):
    """Open a room and sit down in it."""

    game: Annotated[str, Field(max_length=64)]
    name: Name
    options: Options = Field(default_factory=dict)
    id: NewToken | None = None
    """The client's own secret: whoever asks again with it gets the same room and token."""


class OptionsMessage(CommandMessage):
    """The host, while no game runs: change the options named."""

    do: Literal["options"]
    options: Options

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: ChooseOptions(seat, plain_options(self.options))


class LobbyMessage(CommandMessage):
    """A host, after a game or in a lobby: set the table up anew, for another game if one is named."""

    do: Literal["lobby"]
    game: Annotated[str, Field(max_length=64)] | None = None

    def maker(self, given: Given) -> Maker:
        """As in CommandMessage."""
        return lambda seat: SetUpAnew(seat, self.game)
