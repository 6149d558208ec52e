"""What the lobby's page says about a room's options and how to share it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.rooms.model.options import CLOCK_MODES, MAX_BOT_PACE_S, MAX_GRACE_S, TELLS, WATCHERS
from app.rooms.view_types import RoomPart, RoomView
from app.web.games.looks import Looks
from app.web.text.languages import LANGUAGES
from app.web.text.qr import QrCode, qr_code
from app.web.text.sentences import Speech
from engine.core.options import Option
from engine.core.plain import Plain

MINUTE, HOUR, DAY = 60, 3_600, 86_400
PER_ASK = (10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_800, *(hours * HOUR for hours in (1, 6, 12, 24, 48, 72, 168)))
BANKS = (0, 60, 180, 300, 600, 900, 1_800, HOUR, 2 * HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""Seconds that the page offers for the clock; programs may set any."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One thing the host may choose, as a field of the form."""

    name: str
    """The form's field: ``option.grace``."""
    kind: Literal["flag", "number", "words"]
    title: str
    says: str
    """What it means, in one sentence."""
    value: Plain
    values: tuple[tuple[str, str], ...] = ()
    """For a choice of words: each with its label."""
    least: float = 0
    most: float = 0
    """For a number: the smallest and the largest."""
    step: int | None = None
    """For a whole number: how far it is to the next. None for seconds, of which there are parts."""


@dataclass(frozen=True, slots=True)
class Share:
    """How others come to the table."""

    link: str
    code: str
    qr: QrCode


def share(room: RoomPart, base_url: str) -> Share | None:
    """The join link of a room, for those who may see it."""
    if room.join_link is None or room.join_code is None:
        return None
    link = f"{base_url}{room.join_link}"
    return Share(link, f"{room.join_code[:4]}-{room.join_code[4:]}", qr_code(link))


def option_rows(of_game: Sequence[Option], look: Looks, speech: Speech, seen: RoomView) -> tuple[OptionRow, ...]:
    """All options that mean something at a table of this size, the game's own first. Raises TypeError for a room whose
    options were not written by ``RoomOptions.plain``."""
    return (*_game_rows(of_game, look, speech, seen), *_room_rows(speech, seen))


def _game_rows(of_game: Sequence[Option], look: Looks, speech: Speech, seen: RoomView) -> list[OptionRow]:
    rows = []
    words = look.option_words(speech)
    size = max(len(seen.seats), 2)
    for option in of_game:
        if size not in option.seats:
            continue
        title, says, labels = words[option.key]
        value = seen.room.options[option.key]
        if isinstance(option.values, range):
            least, most, step = option.values[0], option.values[-1], option.values.step
            rows.append(OptionRow(f"option.{option.key}", "number", title, says, value, (), least, most, step))
            continue
        is_flag = option.values in ((True, False), (False, True))
        values = tuple((str(each), labels.get(str(each), str(each))) for each in option.values)
        kind: Literal["flag", "words"] = "flag" if is_flag else "words"
        rows.append(OptionRow(f"option.{option.key}", kind, title, says, value, values))
    return rows


def _room_rows(speech: Speech, seen: RoomView) -> list[OptionRow]:
    _ = speech.words.gettext
    now = seen.room.options
    clock = now["clock"]
    if not isinstance(clock, dict):
        raise TypeError("the clock's options are an object")
    labels = {
        "off": _("Off"),
        "gentle": _("Gentle"),
        "hard": _("Strict"),
        "none": _("Nobody"),
        "public": _("Anyone with the link"),
        "delayed": _("Anyone with the link, one reveal behind"),
        "who": _("Who has sealed"),
        "count": _("How many have sealed"),
        "nothing": _("Nothing"),
    }

    def words(name: str, title: str, says: str, value: Plain, values: Sequence[str]) -> OptionRow:
        return OptionRow(f"option.{name}", "words", title, says, value, tuple((each, labels[each]) for each in values))

    def seconds(name: str, title: str, says: str, value: Plain, most: float) -> OptionRow:
        return OptionRow(f"option.{name}", "number", title, says, value, most=most)

    rows = [
        seconds(
            "grace",
            _("Time to change your mind"),
            _("Once the last player has sealed, anyone can still change for this long."),
            now["grace"],
            MAX_GRACE_S,
        ),
        seconds(
            "bot_pace", _("Bot speed"), _("Roughly how long a bot takes to choose."), now["bot_pace"], MAX_BOT_PACE_S
        ),
        words(
            "clock.mode",
            _("Clock"),
            _(
                "When time runs out. Gentle: the others can add time or let a bot stand in. Strict: the choice "
                "shown under the clock is sealed for you."
            ),
            clock["mode"],
            CLOCK_MODES,
        ),
    ]
    if clock["mode"] != "off":
        bank = _("Extra time for the whole game. It runs once the time for a choice is up.")
        per_ask = _("Every choice gets this much time.")
        rows.append(_spans("clock.per_ask", _("Time per choice"), per_ask, clock["per_ask"], PER_ASK, speech))
        rows.append(_spans("clock.bank", _("Reserve time"), bank, clock["bank"], BANKS, speech))
    tells = _("What the others can see before the reveal.")
    rows.append(words("watchers", _("Watchers"), _("Who can watch without playing."), now["watchers"], WATCHERS))
    if now["watchers"] != "none":
        among = _("Watchers can chat with each other. Players can choose to read along.")
        rows.append(OptionRow("option.watchers_talk", "flag", _("Watchers' chat"), among, now["watchers_talk"]))
    rows.append(words("tell", _("Before the reveal, show"), tells, now["tell"], TELLS))
    meant = _("Used when a device's own language isn't available.")
    rows.append(OptionRow("option.language", "words", _("Language"), meant, now["language"], tuple(LANGUAGES.items())))
    return rows


def _spans(name: str, title: str, says: str, now: Plain, offered: Sequence[int], speech: Speech) -> OptionRow:
    """A length of time as a choice of words; one that is not offered and was set all the same stands among them."""
    if not isinstance(now, int | float):
        raise TypeError(f"{name} is no number of seconds")
    value = int(now) if now % 1 == 0 else now
    values = tuple((str(each), _span_words(each, speech)) for each in sorted({*offered, value}))
    return OptionRow(f"option.{name}", "words", title, says, value, values)


def _span_words(seconds: float, speech: Speech) -> str:
    """So many seconds in the largest unit of which they are a whole number."""
    n = speech.words.ngettext
    if seconds and seconds % DAY == 0:
        return n("%(num)d day", "%(num)d days", int(seconds // DAY)) % {"num": seconds // DAY}
    if seconds and seconds % HOUR == 0:
        return n("%(num)d hour", "%(num)d hours", int(seconds // HOUR)) % {"num": seconds // HOUR}
    if seconds > MINUTE and seconds % MINUTE == 0:
        return n("%(num)d minute", "%(num)d minutes", int(seconds // MINUTE)) % {"num": seconds // MINUTE}
    if seconds % 1:
        return f"{seconds:g} s"
    return n("%(num)d second", "%(num)d seconds", int(seconds)) % {"num": seconds}
