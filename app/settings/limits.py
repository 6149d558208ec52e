"""Limits of an address, seat, room or connection."""

from typing import Annotated

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from app.settings.environment import FileSettings

Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


class Figures(FileSettings):
    """Limits of an address, seat, room or connection: ``SIGNET_LIMIT_`` and the name.

    Sizes hold always; rates and counts are off with ``SIGNET_LIMITS=off``."""

    model_config = SettingsConfigDict(env_prefix="SIGNET_LIMIT_", env_ignore_empty=True, frozen=True, extra="ignore")

    frame_bytes: Count = Field(
        default=4096, description="Size: the longest message on a socket; a longer one closes it with 1009."
    )
    body_bytes: Count = Field(
        default=16_384, description="Size: the longest body of a POST; a longer one is answered 413."
    )
    header_bytes: Count = Field(default=16_384, description="Size: all headers of a request.")
    fields: Count = Field(default=32, description="Size: the most fields of a form.")

    request_seconds: Seconds = Field(
        default=10, description="Time for a whole request to arrive, and for the answer to a handshake."
    )
    request_bytes_per_second: Count = Field(
        default=32_768, description="So many bytes of a body that have come make that time a second longer."
    )
    hello_seconds: Seconds = Field(
        default=10, description="Time for the first message of a socket without an Authorization header."
    )
    stalled_seconds: Seconds = Field(default=5, description="A socket whose peer does not read for so long is cut off.")
    response_seconds: Seconds = Field(
        default=30, description="A response whose reader does not read for so long is cut off."
    )
    ping_seconds: Seconds = Field(default=20, description="Between two pings on a socket, and the time for the pong.")

    requests_burst: Count = Field(default=120, description="Requests of one address at once.")
    requests_per_second: Seconds = Field(default=20, description="Requests of one address each second after that.")
    connections_per_address: Count = Field(
        default=240, description="Open connections of one address, sockets included."
    )
    connections: Count = Field(
        default=8192,
        description="Open connections of one process; fewer where it may open too few files.",
    )
    sockets_per_address: Count = Field(default=80, description="Sockets of one address.")
    sockets_per_room: Count = Field(default=64, description="Sockets of one room.")
    sockets_per_seat: Count = Field(default=8, description="Sockets of one seat.")
    watchers_per_room: Count = Field(default=16, description="Sockets of one room that hold no seat.")
    frames: Count = Field(
        default=60, description="Frames a socket may send within frames_seconds; more close it with 1008."
    )
    frames_seconds: Seconds = Field(default=20, description="The span for frames.")
    commands_burst: Count = Field(default=10, description="Commands of one seat at once.")
    commands_per_second: Seconds = Field(default=2, description="Commands of one seat each second after that.")
    history_burst_seconds: Seconds = Field(
        default=30, description="Processor time that pages about past games may take for one address at once."
    )
    history_share: Seconds = Field(
        default=0.2, description="So much of a processor they may take for one address after that."
    )
    history_seat_burst_seconds: Seconds = Field(
        default=15, description="Processor time that pages about past games may take for one seat at once."
    )
    history_seat_share: Seconds = Field(
        default=0.1, description="So much of a processor they may take for one seat after that."
    )
    chat_burst: Count = Field(default=5, description="Lines of chat of one seat at once.")
    chat_seconds: Seconds = Field(default=2, description="Between two lines of chat after that.")
    watchers_chat_burst: Count = Field(default=10, description="Lines of all watchers of a room at once.")
    watchers_chat_seconds: Seconds = Field(default=1, description="Between two of their lines after that.")
    seat_bytes_per_day: Count = Field(
        default=1_048_576,
        description="Bytes that a seat may add to its room's journal in a day by chat, plans and changes; all hosts as "
        "many by settings and new games, all watchers and all who sit down a quarter each.",
    )
    self_play_seconds: Seconds = Field(
        default=1, description="Shortest time from reveal to reveal while bots choose for all who are asked."
    )
    self_play_alone_seconds: Seconds = Field(default=10, description="The same while nobody is connected to the table.")
    rooms_per_hour: Count = Field(default=30, description="Rooms opened from one address within an hour.")
    rooms_per_day: Count = Field(default=120, description="Rooms opened from one address within a day.")
    lessons_per_hour: Count = Field(default=30, description="Lessons begun from one address within an hour.")
    lessons_per_day: Count = Field(default=120, description="Lessons begun from one address within a day.")
    mails_per_day: Count = Field(
        default=30, description="Mails within a day that ask whether somebody wants more, at the word of one address."
    )
    mails_to_one_per_day: Count = Field(default=10, description="Such mails within a day to one mail address.")
    wrong_burst: Count = Field(default=60, description="Wrong codes, links and tokens from one address at once.")
    wrong_seconds: Seconds = Field(default=6, description="Between two of them after that.")
    wrong_codes_burst: Count = Field(default=300, description="Wrong codes from everybody together at once.")
    wrong_codes_per_second: Seconds = Field(
        default=5, description="Wrong codes each second from everybody together after that."
    )
