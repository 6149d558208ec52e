"""Returning players of a room: one person may have several seats in several games.

A person is recognized by name and device together, else by name, else by device. At one table every seat is another
person. A borrowed device does not make two persons one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.rooms.finished_games import Sitter
from app.rooms.model.identity import Colour, Crest
from app.rooms.model.ids import Digest
from app.web.text.people import letters_of


@dataclass(frozen=True, slots=True)
class ReturningPlayer:
    """Player who played in this room."""

    name: str
    """Name, letter, colour and crest are those of the player's latest game."""
    is_bot: bool
    letter: str
    colour: Colour
    crest: Crest


class ReturningPlayers:
    """All players who ever played in a room; a person's number counts from 0."""

    def __init__(self) -> None:
        self.all: list[ReturningPlayer] = []
        self._by_device: dict[Digest, int] = {}
        self._by_name: dict[tuple[bool, str], int] = {}

    def identify_sitters(self, sitters: Sequence[Sitter]) -> tuple[int, ...]:
        """Return the numbers of the persons at one table, by seat.

        Call it for the games in their order."""
        found: dict[int, int] = {}
        for knows in (self._find_by_both, self._find_by_name, self._find_by_device):
            self._find(sitters, knows, found)
        letters = letters_of([sitter.name for sitter in sitters])
        for seat, (sitter, letter) in enumerate(zip(sitters, letters, strict=True)):
            player = ReturningPlayer(sitter.name, sitter.is_bot, letter, sitter.colour, sitter.crest)
            if seat not in found:
                found[seat] = len(self.all)
                self.all.append(player)
            self.all[found[seat]] = player
            self._by_name[_name(sitter)] = found[seat]
            self._by_device.update(dict.fromkeys(sitter.devices, found[seat]))
        return tuple(found[seat] for seat in range(len(sitters)))

    def _find(self, sitters: Sequence[Sitter], knows: Callable[[Sitter], int | None], found: dict[int, int]) -> None:
        """Add the persons that ``knows`` recognizes to ``found``, each at one seat only."""
        for seat, sitter in enumerate(sitters):
            known = knows(sitter) if seat not in found else None
            if known is not None and known not in found.values():
                found[seat] = known

    def _find_by_both(self, sitter: Sitter) -> int | None:
        known = self._find_by_name(sitter)
        return known if any(self._by_device.get(device) == known for device in sitter.devices) else None

    def _find_by_device(self, sitter: Sitter) -> int | None:
        return next((self._by_device[each] for each in sorted(sitter.devices) if each in self._by_device), None)

    def _find_by_name(self, sitter: Sitter) -> int | None:
        return self._by_name.get(_name(sitter))


def _name(sitter: Sitter) -> tuple[bool, str]:
    """Return the name to compare; a bot's differs from a person's of the same name."""
    return sitter.is_bot, sitter.name.casefold()
