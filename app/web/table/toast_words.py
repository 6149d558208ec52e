"""Texts of toasts in one language.

Each kind of announcement has a sentence for its actor, for the player concerned, and for the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.rooms.model.announcement import Announcement, AnnouncementKind
from app.rooms.model.identity import Mark, is_colour
from app.rooms.model.ids import Millis
from app.rooms.views.page_view import PageView
from app.rooms.views.view_types import SeatPart
from app.web.table.votes import clock_span
from app.web.text.sentences import Speech, parts_of
from engine.core.seats import Seat

GONE_AFTER_S = 18
"""Seconds from a seat's loss to the toast: 20 after the lost connection."""

MINUTE, HOUR, DAY = 60, 3_600, 86_400

Button = tuple[str, Mapping[str, Any] | str]
"""Button: its label, and the message that it sends or the path of its link."""


@dataclass(frozen=True, slots=True)
class Toast:
    """Short message to one viewer."""

    key: str
    """Key of the subject: a new toast replaces one with the same key.

    A lasting toast is shown only once per key."""
    say: tuple[str | tuple[str], ...]
    """Words, and the names among them, each in a tuple of its own."""
    buttons: tuple[Button, ...] = ()
    after: int = 0
    """Delay of a lasting toast in seconds; it is shown if still true then."""
    stays: bool = False
    """True if it lasts while it is true; else it disappears by itself."""

    def to_json(self) -> dict[str, Any]:
        """Return the toast as it is sent, without default values."""
        unusual = {"buttons": self.buttons, "after": self.after, "stays": self.stays}
        return {"key": self.key, "say": self.say} | {name: value for name, value in unusual.items() if value}


TOPICS: Mapping[AnnouncementKind, str] = {
    **dict.fromkeys(("paused", "resumed"), "pause"),
    **dict.fromkeys(("away", "back"), "away"),
    **dict.fromkeys(("host_left", "host_gone", "host_made", "host_unmade"), "host"),
    **dict.fromkeys(("left", "stood_in", "replaced", "removed", "relieved"), "stand-in"),
}
"""Topic of each kind of announcement.

The last announcement about a topic replace those before: a change that was undone is no announcement."""


def topic(announcement: Announcement) -> str:
    """Return the topic of the announcement and the player concerned."""
    of = TOPICS.get(announcement.kind, announcement.kind)
    return of if of == "pause" else f"{of}-{announcement.seat}"


class ToastWords:
    """Sentences of toasts in one language."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._ = speech.words.gettext

    def make_announcement_toast(self, page: PageView, announcement: Announcement) -> Toast | None:
        """Return the viewer's toast for the announcement; None if they are not concerned."""
        you = page.view.you
        of = {
            "pause": self._make_pause_toast,
            "host": self._make_host_toast,
            "stand-in": self._make_stand_in_toast,
            "away": self._make_away_toast,
        }
        say = of.get(TOPICS.get(announcement.kind, ""))
        if say is not None:
            return say(page, announcement)
        if announcement.kind == "time_given" and announcement.seat == you:
            return self._make_toast(announcement, self._("%(by)s added %(time)s for you."))
        if announcement.kind == "renamed" and announcement.seat != you:
            return self._make_toast(announcement, self._("%(who)s is now called %(by)s."))
        if announcement.kind == "screen":
            is_own = announcement.seat == you
            shown = (
                self._("You show this table on a screen.")
                if is_own
                else self._("%(who)s shows this table on a screen.")
            )
            return self._make_toast(announcement, shown)
        if announcement.kind == "dropped":
            return self._make_toast(announcement, self._("The vote didn't pass: too many said no."))
        if announcement.kind == "gallery":
            return self._make_gallery_toast(announcement)
        said = self._describe_file_event(announcement.kind)
        return self._make_toast(announcement, said) if said is not None else None

    def _make_gallery_toast(self, announcement: Announcement) -> Toast:
        said = self._speech.words.ngettext(
            "The gallery: %(count)d of %(answers)d guess was right.",
            "The gallery: %(count)d of %(answers)d guesses were right.",
            announcement.answers,
        )
        return self._make_toast(announcement, said)

    def make_nudge_toast(self, by: SeatPart, at: Millis) -> Toast:
        """Return the toast of a nudge, which lasts until the viewer has chosen."""
        said = self._("%(who)s is nudging you: it's your turn.")
        return Toast(f"nudge-{at}", self._parts(said, {"who": by.name}), stays=True)

    def make_wish_toast(self, by: SeatPart, wish: Mark) -> Toast:
        """Return the toast of a player who would like the viewer's colour or crest."""
        said = self._("%(who)s would like your crest: %(mark)s.")
        theirs: Mapping[str, str] = {"crest": by.crest}
        if is_colour(wish):
            said, theirs = self._("%(who)s would like your colour: %(mark)s."), {"colour": by.colour}
        say = self._parts(said, {"who": by.name}, mark=self._speech.name_mark(wish))
        return Toast(f"wish-{by.seat}-{wish}", say, ((self._("Swap"), {"do": "identity", **theirs}),))

    def make_timeout_toast(self, page: PageView, part: SeatPart) -> Toast:
        """Return the toast of a player's timeout, with the possible remedies."""
        _, span = self._, clock_span(page.view.room.options)
        seconds = DAY if span >= DAY else HOUR if span >= HOUR else MINUTE
        buttons: tuple[Button, ...] = (
            (_("Add time"), {"do": "give_time", "seat": part.seat, "seconds": seconds}),
            (_("Let a bot stand in"), {"do": "stand_in", "seat": part.seat, "level": "normal"}),
        )
        said = self._parts(_("%(who)s is out of time."), {"who": part.name})
        return Toast(f"late-{part.seat}-{page.ask}", said, buttons, stays=True)

    def make_lost_toast(self, part: SeatPart, times: int) -> Toast:
        """Return the toast of a player's lost connection."""
        said = self._("%(who)s lost the connection. Their seat is safe.")
        return Toast(f"lost-{part.seat}-{times}", self._parts(said, {"who": part.name}), after=GONE_AFTER_S)

    def _describe_file_event(self, kind: AnnouncementKind) -> str | None:
        """Return the public sentence about the room as a file, as in the chat."""
        _ = self._
        return {
            "saved": _("%(who)s saved this table to a file. Anyone who opens it can see every card."),
            "arrived": _("%(who)s opened this table from a file that this server wrote."),
            "arrived_elsewhere": _(
                "This table was opened from a file that this server didn't write. What it says about the past may be "
                "untrue, even the chat."
            ),
            "claimed": _("%(who)s's seat was opened with a link from whoever opened this table."),
            "claimed_too": _("%(who)s's seat was opened on one more device."),
        }.get(kind)

    def _make_pause_toast(self, page: PageView, announcement: Announcement) -> Toast | None:
        _, seen = self._, page.view
        is_own = announcement.seat == seen.you
        if announcement.kind == "resumed":
            return self._make_toast(
                announcement, _("You resumed the game.") if is_own else _("%(who)s resumed the game.")
            )
        buttons: tuple[Button, ...] = ((_("Resume"), {"do": "resume"}),) if seen.you is not None else ()
        return self._make_toast(
            announcement, _("You paused the game.") if is_own else _("%(who)s paused the game."), buttons
        )

    def _make_host_toast(self, page: PageView, announcement: Announcement) -> Toast | None:
        _, is_own = self._, announcement.seat == page.view.you
        if announcement.kind in ("host_left", "host_gone") and not is_own:
            return self._make_toast(announcement, _("%(who)s is the host now."))
        if not is_own or announcement.by == announcement.seat:
            return None
        said = {
            "host_left": _("You're the host now, because %(by)s left."),
            "host_gone": _("You're the host now, because %(by)s has been gone for a while."),
            "host_made": _("%(by)s made you a host."),
            "host_unmade": _("You're no longer a host."),
        }
        return self._make_toast(announcement, said[announcement.kind])

    def _make_stand_in_toast(self, page: PageView, announcement: Announcement) -> Toast | None:
        _, is_own = self._, announcement.seat == page.view.you
        if announcement.kind == "relieved":
            return (
                self._make_relieved_toast(page, announcement)
                if is_own
                else self._make_toast(announcement, _("%(who)s is playing again."))
            )
        if announcement.kind == "removed":
            is_running = page.view.room.phase in ("playing", "paused")
            said = _("%(by)s removed %(who)s. A bot plays on.") if is_running else _("%(by)s removed %(who)s.")
            return self._make_toast(announcement, said)
        if announcement.kind == "replaced":
            return self._make_toast(announcement, _("%(by)s let a bot stand in for %(who)s."))
        if is_own:
            return None
        if announcement.kind == "left":
            return self._make_toast(announcement, _("%(who)s left. A bot is standing in."))
        return self._make_toast(announcement, _("A bot is standing in for %(who)s."))

    def _make_away_toast(self, page: PageView, announcement: Announcement) -> Toast | None:
        if announcement.seat == page.view.you:
            return None
        _ = self._
        return self._make_toast(
            announcement, _("%(who)s is away.") if announcement.kind == "away" else _("%(who)s is back.")
        )

    def _make_relieved_toast(self, page: PageView, announcement: Announcement) -> Toast:
        if not announcement.choices:
            return self._make_toast(announcement, self._("You're playing again."))
        said = self._speech.words.ngettext(
            "You're playing again. The bot made %(count)d choice for you.",
            "You're playing again. The bot made %(count)d choices for you.",
            announcement.choices,
        )
        latest = page.reveals[-1].ask if page.reveals else 0
        shown = f"{page.back}/replay?at={max(1, latest - announcement.choices + 1)}"
        return self._make_toast(announcement, said, ((self._("Show"), shown),))

    def _time(self, span: Millis) -> str:
        """Write a span in its largest whole unit."""
        ngettext, seconds = self._speech.words.ngettext, round(span / 1000)
        if seconds % DAY == 0:
            num = seconds // DAY
            return ngettext("%(num)d day", "%(num)d days", num) % {"num": num}
        if seconds % HOUR == 0:
            num = seconds // HOUR
            return ngettext("%(num)d hour", "%(num)d hours", num) % {"num": num}
        if seconds % MINUTE == 0:
            num = seconds // MINUTE
            return ngettext("%(num)d minute", "%(num)d minutes", num) % {"num": num}
        return ngettext("%(num)d second", "%(num)d seconds", seconds) % {"num": seconds}

    def _make_toast(self, announcement: Announcement, said: str, buttons: tuple[Button, ...] = ()) -> Toast:
        time = self._time(announcement.span) if announcement.span else ""
        names = {"who": announcement.who, "by": announcement.by_name}
        return Toast(
            topic(announcement),
            self._parts(said, names, time=time, count=announcement.choices, answers=announcement.answers),
            buttons,
        )

    def _parts(self, said: str, names: Mapping[str, str], **others: Any) -> tuple[str | tuple[str], ...]:
        """Split the sentence at the names, so that no name is taken for words."""
        called = tuple(names.values())
        marks = {name: self._speech.name_seat(Seat(place)) for place, name in enumerate(names)}
        parts = parts_of(said % {**marks, **others})
        return tuple(part if isinstance(part, str) else (called[part],) for part in parts)
