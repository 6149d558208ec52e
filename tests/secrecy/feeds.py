"""What others get to see, as bytes: every kind of feed there is, and mutants that leak."""

from collections.abc import Callable, Mapping
from typing import Protocol

from app.live.host.requests import Done
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.log_view import told
from app.rooms.views.view import view
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.sockets.browser_feed import BrowserFeed
from app.web.sockets.program_feed import ProgramFeed
from engine.core.effects import effect_plain
from engine.core.plain import Plain, canonical, plain
from engine.core.seats import Seat, Viewer
from tests.web.untranslated import WORDS


class Feed(Protocol):
    """One connection's messages."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | bytes | None:
        """The message that brings the connection up to date."""
        ...

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> str | bytes:
        """The answer to the connection's command."""
        ...


def as_text(message: str | bytes | None) -> str | None:
    """The message as text, which a search for words may go through."""
    return message.decode() if isinstance(message, bytes) else message


class BareFeed:
    """Views and what was told, with nothing around them."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """All of it, every time."""
        reveals: list[Plain] = [
            [each.ask, each.round, [effect_plain(one) for one in each.effects]] for each in told(room, viewer)
        ]
        return canonical([plain(view(room, viewer, here)), reveals, room.seen(viewer)]).decode()

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> str:
        """Its plain form."""
        return canonical([id, plain(answer)]).decode()


class ShowsSealedCards(BareFeed):
    """A mutant: somebody put the sealed cards into the view."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With the cards."""
        cards = {seat: card.choice for seat, card in room.play.sealed.items()} if room.play else {}
        return f"{super().update(room, viewer, here)} {cards}"


class ShowsWhoLifted(BareFeed):
    """A mutant: the seal states are the real ones."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With the states."""
        return f"{super().update(room, viewer, here)} {room.play.missing() if room.play else ()}"


class CountsSecretEvents(BareFeed):
    """A mutant: its version is the journal's."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With that version."""
        return f"{super().update(room, viewer, here)} {room.version}"


class ShowsSeatsOfNow(BareFeed):
    """A mutant: watchers see the table late, and beside it who is asked now."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With the seats as whoever is not late sees them."""
        seats = view(replace(room, is_late=True), viewer, here).seats
        return canonical(plain(replace(view(room, viewer, here), seats=seats))).decode()


class CountsWhatIsNotTold(BareFeed):
    """A mutant: the version of whoever sees the table late counts what they are not told yet."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With that version."""
        return f"{super().update(room, viewer, here)} {room.public_events}"


class ShowsHands(BareFeed):
    """A mutant: a view is built for the wrong seat."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With every hand."""
        play = room.play
        hands = [plain(play.game.view(play.state, Seat(seat))) for seat in range(play.seats)] if play else []
        return f"{super().update(room, viewer, here)} {hands}"


class ShowsSizesOfSecrets(BareFeed):
    """A mutant: only the length of a message gives something away."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With padding that depends on sealed cards."""
        hidden = sum(len(card.choice) for card in room.play.sealed.values()) if room.play else 0
        return f"{super().update(room, viewer, here)}{' ' * hidden}"


class ShowsPlans(BareFeed):
    """A mutant: what a seat planned went into everybody's view."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With what it depends on."""
        plans = [each.when for each in room.play.plans.values()] if room.play else []
        return f"{super().update(room, viewer, here)} {plans}"


class ShowsSeed(BareFeed):
    """A mutant: the whole game went into the message."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With the seed."""
        return f"{super().update(room, viewer, here)} {room.play.seed if room.play else ''}"


class ShowsTokens(BareFeed):
    """A mutant: occupants went into the message as they are."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With the digests of their tokens."""
        return f"{super().update(room, viewer, here)} {room.seats}"


class ShowsKeys(BareFeed):
    """A mutant: everybody gets the links of seats."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With the link for joining."""
        return f"{super().update(room, viewer, here)} {room.join_key}"


class ShowsPiles(BareFeed):
    """A mutant: what lies beneath the tops is there for whoever looks closely."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """With the piles."""
        piles = plain(room.play.game.dump(room.play.state)) if room.play else None
        return f"{super().update(room, viewer, here)} {piles}"


BASE_URL = "https://signet.example"

_environment = environment(WORDS)


def browsers() -> Callable[[], Feed]:
    """The feeds of the browsers of one server: they share what all viewers see alike."""
    regions = Regions(_environment, WORDS)
    return lambda: BrowserFeed(regions, lambda: BASE_URL)


def programs() -> Callable[[], Feed]:
    """The feeds of programs, of one server."""
    return ProgramFeed


Server = Callable[[], Callable[[], Feed]]
"""Makes what makes the feeds of one server."""

SERVERS: Mapping[str, Server] = {"program": programs, "browser": browsers}
"""Every kind of feed."""
