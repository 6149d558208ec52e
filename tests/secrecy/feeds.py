"""Feeds as bytes: every kind of feed there is, and mutants that leak."""

from collections.abc import Callable, Mapping
from typing import Protocol

from app.live.host.requests import Done
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.view import view
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.sockets.browser_feed import BrowserFeed
from app.web.sockets.program_feed import ProgramFeed
from engine.core.effects import effect_plain
from engine.core.plain import Plain, canonical, to_plain
from engine.core.seats import Seat, Viewer
from tests.web.untranslated import WORDS


class Feed(Protocol):
    """Messages of one connection."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | bytes | None:
        """Return the message that brings the connection up to date."""
        ...

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> str | bytes:
        """Return the answer to the connection's command."""
        ...


def decode(message: str | bytes | None) -> str | None:
    """Return the message as text that a search for words may use."""
    return message.decode() if isinstance(message, bytes) else message


class BareFeed:
    """Views and answers without any framing."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the whole view, every time."""
        reveals: list[Plain] = [
            [each.ask, each.round, [effect_plain(one) for one in each.effects]]
            for each in list_visible_reveals(room, viewer)
        ]
        return canonical([to_plain(view(room, viewer, here)), reveals, room.get_visible_version(viewer)]).decode()

    def answer(self, id: str | None, answer: Done | Refusal, room: Room | None, viewer: Viewer) -> str:
        """Return the answer's JSON form."""
        return canonical([id, to_plain(answer)]).decode()


class ShowsSealedCards(BareFeed):
    """Mutant with sealed cards in the view."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with the cards."""
        cards = {seat: card.choice for seat, card in room.play.sealed.items()} if room.play else {}
        return f"{super().update(room, viewer, here)} {cards}"


class ShowsWhoLifted(BareFeed):
    """Mutant with the real seal states."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with the states."""
        return f"{super().update(room, viewer, here)} {room.play.list_missing() if room.play else ()}"


class CountsSecretEvents(BareFeed):
    """Mutant whose version is the journal's."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with that version."""
        return f"{super().update(room, viewer, here)} {room.version}"


class ShowsSeatsOfNow(BareFeed):
    """Mutant that shows delayed watchers which seats have a prompt now."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with the seats of an undelayed viewer."""
        seats = view(replace(room, is_late=True), viewer, here).seats
        return canonical(to_plain(replace(view(room, viewer, here), seats=seats))).decode()


class CountsWhatIsNotTold(BareFeed):
    """Mutant whose version for delayed watchers counts delayed events."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with that version."""
        return f"{super().update(room, viewer, here)} {room.public_events}"


class ShowsHands(BareFeed):
    """Mutant that builds a view for the wrong seat."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with every hand."""
        play = room.play
        hands = [to_plain(play.game.view(play.state, Seat(seat))) for seat in range(play.seats)] if play else []
        return f"{super().update(room, viewer, here)} {hands}"


class ShowsSizesOfSecrets(BareFeed):
    """Mutant whose message length depends on a secret."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with padding that depends on sealed cards."""
        hidden = sum(len(card.choice) for card in room.play.sealed.values()) if room.play else 0
        return f"{super().update(room, viewer, here)}{' ' * hidden}"


class ShowsPlans(BareFeed):
    """Mutant with plans in everybody's view."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with the plans' conditions."""
        plans = [each.when for each in room.play.plans.values()] if room.play else []
        return f"{super().update(room, viewer, here)} {plans}"


class ShowsSeed(BareFeed):
    """Mutant with the whole game in the message."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with the seed."""
        return f"{super().update(room, viewer, here)} {room.play.seed if room.play else ''}"


class ShowsTokens(BareFeed):
    """Mutant with occupants in the message as stored."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with the digests of their tokens."""
        return f"{super().update(room, viewer, here)} {room.seats}"


class ShowsKeys(BareFeed):
    """Mutant that sends the seats' links to everybody."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with the link for joining."""
        return f"{super().update(room, viewer, here)} {room.join_key}"


class ShowsPiles(BareFeed):
    """Mutant with the cards below the tops of piles."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> str | None:
        """Return the view with the piles."""
        piles = to_plain(room.play.game.dump(room.play.state)) if room.play else None
        return f"{super().update(room, viewer, here)} {piles}"


BASE_URL = "https://signet.example"

_environment = environment(WORDS)


def make_browser_feeds() -> Callable[[], Feed]:
    """Return a factory of browser feeds of one server.

    They share what is the same for all viewers."""
    regions = Regions(_environment, WORDS)
    return lambda: BrowserFeed(regions, lambda: BASE_URL)


def make_program_feeds() -> Callable[[], Feed]:
    """Return a factory of program feeds of one server."""
    return ProgramFeed


Server = Callable[[], Callable[[], Feed]]
"""Factory of one server's feed factory."""

SERVERS: Mapping[str, Server] = {"program": make_program_feeds, "browser": make_browser_feeds}
"""Every kind of feed."""
