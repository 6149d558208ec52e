"""Options of a room with their ranges.

The protocol has seconds, the code milliseconds."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, cast

from app.rooms.model.ids import Millis
from app.rooms.model.values import Frozen
from engine.core.errors import BadOptionsError
from engine.core.options import Option, Value, complete_options
from engine.core.plain import Plain

ClockMode = Literal["off", "gentle", "hard"]
Watchers = Literal["none", "public", "delayed"]
Tell = Literal["who", "count", "nothing"]

CLOCK_MODES: tuple[ClockMode, ...] = ("off", "gentle", "hard")
WATCHERS: tuple[Watchers, ...] = ("none", "public", "delayed")
TELLS: tuple[Tell, ...] = ("who", "count", "nothing")
LANGUAGES = ("en", "de", "nl", "fr", "it")

GRACE = Millis(2_000)
BOT_PACE = Millis(1_000)
BANK = Millis(300_000)
PER_ASK = Millis(30_000)

MINUTE, DAY = 60_000, 24 * 3_600_000

MAX_GRACE_S = 30.0
MAX_BOT_PACE_S = 30.0
MAX_CLOCK_S = 30 * 24 * 3600.0


class BadSpanError(BadOptionsError):
    """Error for a length of time that is too long or negative."""

    def __init__(self, key: str, most: float) -> None:
        super().__init__(f"option {key!r} is a number of seconds from 0 to {most:.0f}")
        self.key = key


class Clock(Frozen, frozen=True, gc=False):
    """Time limits of a choice."""

    mode: ClockMode = "off"
    bank: Millis = BANK
    """Reserve of time for a whole game, used when ``per_ask`` is up."""
    per_ask: Millis = PER_ASK


CLOCKS: Mapping[str, Clock] = MappingProxyType(
    {
        "none": Clock(),
        "relaxed": Clock("gentle", bank=Millis(20 * MINUTE), per_ask=Millis(2 * MINUTE)),
        "brisk": Clock("gentle", bank=Millis(5 * MINUTE), per_ask=Millis(45_000)),
        "blitz": Clock("hard", bank=Millis(MINUTE), per_ask=Millis(15_000)),
        "day": Clock("gentle", bank=Millis(3 * DAY), per_ask=Millis(DAY)),
        "week": Clock("gentle", bank=Millis(14 * DAY), per_ask=Millis(7 * DAY)),
    }
)
"""Preset clocks by name."""


def clock_name(clock: Clock) -> str | None:
    """Return the name of a preset clock; None for figures that were chosen one by one."""
    if clock.mode == "off":
        return "none"
    return next((name for name, each in CLOCKS.items() if each == clock), None)


class RoomOptions(Frozen, frozen=True, gc=False):
    """Options that the host may choose. ``game`` holds the game's own options."""

    grace: Millis = GRACE
    """Pause after the last seal, during which anybody may still lift."""
    bot_pace: Millis = BOT_PACE
    """Approximate time that a bot seems to think."""
    clock: Clock = Clock()
    watchers: Watchers = "none"
    watchers_talk: bool = True
    """True if watchers may chat with each other."""
    tell: Tell = "who"
    coach: bool = False
    """True if the coach speaks to everybody from the start."""
    language: str = "en"
    """Language for devices whose own languages the server does not have."""
    game: tuple[tuple[str, Value], ...] = ()

    def to_json(self) -> dict[str, Plain]:
        """Return the options in the protocol's form."""
        clock: dict[str, Plain] = {
            "mode": self.clock.mode,
            "bank": self.clock.bank / 1000,
            "per_ask": self.clock.per_ask / 1000,
        }
        return {
            "grace": self.grace / 1000,
            "bot_pace": self.bot_pace / 1000,
            "clock": clock,
            "watchers": self.watchers,
            "watchers_talk": self.watchers_talk,
            "tell": self.tell,
            "coach": self.coach,
            "language": self.language,
            **dict(self.game),
        }


def read_options(
    of_game: tuple[Option, ...], given: Mapping[str, Plain], base: RoomOptions | None = None
) -> RoomOptions:
    """Read the options ``given`` in the protocol's form on top of ``base``.

    Raises BadOptionsError naming the first that is wrong; BadSpanError is one of them."""
    known = base or RoomOptions(game=tuple(complete_options(of_game, {}).items()))
    own: dict[str, Value] = dict(known.game)
    now = known.to_json()
    for key, value in given.items():
        if key in own:
            if not isinstance(value, str | bool | int):
                raise BadOptionsError(f"option {key!r} has no value {value!r}")
            own[key] = value
        elif key in now:
            now[key] = value
        else:
            raise BadOptionsError(f"no option {key!r}")
    return RoomOptions(
        grace=_span("grace", now["grace"], MAX_GRACE_S),
        bot_pace=_span("bot_pace", now["bot_pace"], MAX_BOT_PACE_S),
        clock=_clock(now["clock"], known.clock),
        watchers=cast(Watchers, _one_of("watchers", now["watchers"], WATCHERS)),
        watchers_talk=_flag("watchers_talk", now["watchers_talk"]),
        tell=cast(Tell, _one_of("tell", now["tell"], TELLS)),
        coach=_flag("coach", now["coach"]),
        language=_one_of("language", now["language"], LANGUAGES),
        game=tuple(complete_options(of_game, own).items()),
    )


def _clock(given: Plain, base: Clock) -> Clock:
    if isinstance(given, str) and given in CLOCKS:
        return CLOCKS[given]
    if not isinstance(given, dict):
        names = ", ".join(CLOCKS)
        raise BadOptionsError(f"option 'clock' is one of {names}, or an object with mode, bank and per_ask")
    for key in given:
        if key not in ("mode", "bank", "per_ask"):
            raise BadOptionsError(f"option 'clock' has no {key!r}")
    return Clock(
        mode=cast(ClockMode, _one_of("clock.mode", given.get("mode", base.mode), CLOCK_MODES)),
        bank=_span("clock.bank", given.get("bank", base.bank / 1000), MAX_CLOCK_S),
        per_ask=_span("clock.per_ask", given.get("per_ask", base.per_ask / 1000), MAX_CLOCK_S),
    )


def _span(key: str, seconds: Plain, most: float) -> Millis:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise BadOptionsError(f"option {key!r} is a number of seconds from 0 to {most:.0f}")
    if not 0 <= seconds <= most:
        raise BadSpanError(key, most)
    return Millis(round(seconds * 1000))


def _flag(key: str, value: Plain) -> bool:
    if not isinstance(value, bool):
        raise BadOptionsError(f"option {key!r} is true or false")
    return value


def _one_of(key: str, value: Plain, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadOptionsError(f"option {key!r} is one of {', '.join(allowed)}")
    return value
