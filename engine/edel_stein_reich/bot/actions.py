"""Value of the actions that all seats seal at once (E3.3)."""

from itertools import combinations

from engine.edel_stein_reich.bot.equilibrium import Profile
from engine.edel_stein_reich.bot.model.bargain import Bargain
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.model.values import Worths
from engine.edel_stein_reich.choices import Action


class Actions:
    """Contest of three seats or more over their actions.

    The gain of one negotiation is added to what the other seats do."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.actions = tuple(map(Action, turn.view.actions))
        seats = range(len(turn.view.seats))
        self.sizes = [len(self.actions)] * len(seats)
        bargains = {pair: Bargain(turn, *pair) for pair in combinations(seats, 2)}
        self._alone = [[self._change(turn.act_alone(seat, action)) for seat in seats] for action in self.actions]
        self._pairs = [
            {pair: self._change(bargain.negotiate(action)) for pair, bargain in bargains.items()}
            for action in self.actions
            if action is not Action.FREE_CHOICE
        ]
        several = Action.FREE_CHOICE in self.actions
        self._among_several = [self._change(turn.share_choice(seat)) for seat in seats] if several else []
        self._kept: dict[Profile, tuple[float, ...]] = {}

    def chances(self, profile: Profile) -> tuple[float, ...]:
        """Return every seat's chance to win if they choose these actions."""
        found = self._kept.get(profile)
        if found is None:
            changes = [self.turn.now, *self._changes(profile)]
            found = self._kept[profile] = self.turn.values.chances(tuple(map(sum, zip(*changes, strict=True))))
        return found

    def _changes(self, profile: Profile) -> list[Worths]:
        changes = []
        for place, action in enumerate(self.actions):
            seats = tuple([seat for seat, chosen in enumerate(profile) if chosen == place])
            if len(seats) == 1:
                changes.append(self._alone[place][seats[0]])
            elif action is Action.FREE_CHOICE:
                changes += [self._among_several[seat] for seat in seats]
            elif len(seats) == 2:
                changes.append(self._pairs[place][seats[0], seats[1]])
        return changes

    def _change(self, worths: Worths) -> Worths:
        return tuple([after - before for after, before in zip(worths, self.turn.now, strict=True)])
