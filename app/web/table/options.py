"""Lobby's options of a room, and ways to share it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.rooms.model.options import TELLS, WATCHERS
from app.rooms.views.view_types import RoomPart, RoomView
from app.web.games.presenter import Presenter
from app.web.table.clock import DAY, HOUR, clock_ways, span_words, way_of
from app.web.text.languages import LANGUAGES
from app.web.text.qr import QrCode, qr_code
from app.web.text.sentences import Speech
from engine.core.options import Option
from engine.core.plain import Plain

PER_ASK = (10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_800, *(h * HOUR for h in (1, 6, 12, 24, 48, 72, 168, 336)))
BANKS = (
    0,
    60,
    180,
    300,
    600,
    900,
    1_200,
    1_800,
    *(h * HOUR for h in (1, 2, 6)),
    *(d * DAY for d in (1, 2, 3, 7, 14, 30)),
)
PAUSES = (0, 1, 2, 3, 5, 10, 15, 20, 30)
"""Seconds that the page offers for the clock and for short waits.

Programs may set any number."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """Option of the host, as a field of the form."""

    name: str
    """The form's field: ``option.grace``."""
    kind: Literal["flag", "number", "words", "ways"]
    """Kind of field; ``ways`` are words side by side, each with its meaning."""
    title: str
    says: str
    """Meaning of the option, in one sentence."""
    value: Plain
    values: tuple[tuple[str, str], ...] = ()
    """For a choice of words: each with its label."""
    least: float = 0
    most: float = 0
    """For a number: the smallest and the largest."""
    step: int = 1
    """For a number: its step."""
    said: tuple[tuple[str, ...], ...] = ()
    """For ways: meaning of each of ``values``, a sentence each."""
    within: tuple["OptionRow", ...] = ()
    """For ways: options that belong to the last of them."""


@dataclass(frozen=True, slots=True)
class Invitations:
    """Ways for others to join the table."""

    link: str
    code: str
    qr: QrCode


def share(room: RoomPart, base_url: str) -> Invitations | None:
    """Return the room's join link; None for viewers who may not see it."""
    if room.join_link is None or room.join_code is None:
        return None
    link = f"{base_url}{room.join_link}"
    return Invitations(link, f"{room.join_code[:4]}-{room.join_code[4:]}", qr_code(link))


def option_rows(
    of_game: Sequence[Option], presenter: Presenter, speech: Speech, seen: RoomView
) -> tuple[OptionRow, ...]:
    """List the options that apply to a table of this size, the game's own first.

    Raises TypeError if the room's options were not written by ``RoomOptions.plain``."""
    return (*_game_rows(of_game, presenter, speech, seen), *_room_rows(speech, seen))


def _game_rows(of_game: Sequence[Option], presenter: Presenter, speech: Speech, seen: RoomView) -> list[OptionRow]:
    rows = []
    words = presenter.option_words(speech)
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
    _, pgettext = speech.words.gettext, speech.words.pgettext
    now = seen.room.options
    labels = {
        "none": _("Nobody"),
        "public": _("Anyone with the link"),
        "delayed": _("Anyone with the link, one turn behind"),
        "who": _("Who has sealed"),
        "count": _("How many have sealed"),
        "nothing": _("Nothing"),
    }

    def words(name: str, title: str, says: str, value: Plain, values: Sequence[str]) -> OptionRow:
        return OptionRow(f"option.{name}", "words", title, says, value, tuple((each, labels[each]) for each in values))

    changing = _("Once the last player has sealed, anyone can still change for this long.")
    thinking = _("Roughly how long a bot takes to choose.")
    unchanged = pgettext("time to change your mind", "None")
    rows = [
        _clock_row(speech, now["clock"]),
        _spans("grace", _("Time to change your mind"), changing, now["grace"], PAUSES, speech, unchanged),
        _spans("bot_pace", _("Bot speed"), thinking, now["bot_pace"], PAUSES, speech, _("At once")),
    ]
    tells = _("What the others can see before the reveal.")
    rows.append(words("watchers", _("Watchers"), _("Who can watch without playing."), now["watchers"], WATCHERS))
    if now["watchers"] != "none":
        among = _("Watchers can chat with each other. Players can choose to read along.")
        rows.append(OptionRow("option.watchers_talk", "flag", _("Let watchers chat"), among, now["watchers_talk"]))
    rows.append(words("tell", _("Before the reveal, show"), tells, now["tell"], TELLS))
    meant = _("Used when a device's own language isn't available.")
    rows.append(OptionRow("option.language", "words", _("Language"), meant, now["language"], tuple(LANGUAGES.items())))
    return rows


def _clock_row(speech: Speech, now: Plain) -> OptionRow:
    """Build the row of the clock by preset; the custom one has its own figures."""
    _, pgettext = speech.words.gettext, speech.words.pgettext
    if not isinstance(now, dict):
        raise TypeError("the clock's options are an object")
    ways = clock_ways(speech)
    at_zero = (("gentle", _("The others decide")), ("hard", _("A default is sealed")))
    mode = now["mode"] if now["mode"] != "off" else "gentle"
    bank = _("Extra time for the whole game. It runs once the time for a choice is up.")
    per_ask = _("Every choice gets this much time.")
    own = (
        _spans("clock.per_ask", _("Time per choice"), per_ask, now["per_ask"], PER_ASK, speech),
        _spans("clock.bank", _("Reserve time"), bank, now["bank"], BANKS, speech, pgettext("reserve time", "None")),
        OptionRow("option.clock.mode", "words", _("When time runs out"), "", mode, at_zero),
    )
    labels = tuple((way.value, way.label) for way in ways)
    said = tuple(way.says for way in ways)
    return OptionRow("option.clock", "ways", _("Clock"), "", way_of(now), labels, said=said, within=own)


def _spans(
    name: str, title: str, says: str, now: Plain, offered: Sequence[int], speech: Speech, none: str = ""
) -> OptionRow:
    """Build a row that offers lengths of time in words.

    A present value that is not offered is added. ``none``: the label of no time."""
    if not isinstance(now, int | float):
        raise TypeError(f"{name} is no number of seconds")
    value = int(now) if now % 1 == 0 else now
    values = tuple((str(each), (not each and none) or span_words(each, speech)) for each in sorted({*offered, value}))
    return OptionRow(f"option.{name}", "words", title, says, value, values)
