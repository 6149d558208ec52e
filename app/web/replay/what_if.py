"""What-if: the course of a round with other choices of one seat.

It resolves a reveal of a finished game again from the same state, with the same choices of all other seats and the
same chance. It goes on to the end of that round, or of the turn if a round has many."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from app.rooms.model.ids import AskNumber
from app.rooms.model.refusals import refuse
from app.rooms.views.replay import Moment, Replay
from app.web.replay.what_if_answers import NOT_ASKED, Answer, Answers, NoSuchChoiceError, seed_of
from app.web.text.languages import mark
from engine.core.asks import Ask
from engine.core.chance import SeededChance
from engine.core.game import AnyGame
from engine.core.seats import Seat

MOST_CHOICES = 24
"""Most changed choices of a seat; no round asks a seat as often."""

MOST_REVEALS = 200
"""Limit of reveals, more than any round has."""

NOT_THERE = mark("There's no such step in this game.")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Stretch of a game with changed choices."""

    first: AskNumber
    """Number of the reveal with the first changed choice."""
    seat: Seat
    choices: tuple[str, ...]
    """Changed choices of the seat, in order; the rest follow the rules for all seats."""
    really: str
    """Real choice of the seat at the first reveal."""
    moments: tuple[Moment, ...]
    """Reveals with the changed choices."""
    as_it_was: tuple[Moment, ...]
    """Real reveals of the same round or turn from there on."""
    earlier: tuple[Moment, ...]
    """Reveals of that round before the stretch."""
    own: tuple[Answer, ...]
    """All choices of the seat in the stretch, in order."""
    assumed: tuple[Answer, ...]
    """Choices that no player had really made."""

    @property
    def is_other(self) -> bool:
        """True if it differs from the real course."""
        return [each.choices for each in self.moments] != [each.choices for each in self.as_it_was]


def query_of(first: AskNumber, choices: Sequence[str] = ()) -> str:
    """Return the query parameters of these choices; without any, the page asks."""
    return urlencode([("if", first), *(("choice", each) for each in choices)]) + "&"


def asks_of(moments: Sequence[Moment], seat: Seat | None) -> tuple[AskNumber, ...]:
    """Return the reveals for which that seat was asked, or any seat for None."""
    return tuple(moment.ask for moment in moments if seat is None or seat in moment.choices)


def reveal(replay: Replay, first: int) -> Moment:
    """Return the reveal of that number. Raises NoSuchChoiceError."""
    found = next((moment for moment in replay.moments if moment.ask == first), None)
    if found is None:
        raise NoSuchChoiceError(refuse("bad_field", NOT_THERE))
    return found


def try_choices(
    replay: Replay, first: int, seat: Seat | None, choices: Sequence[str], turn_begins: Collection[str]
) -> WhatIf:
    """Resolve the round or turn again from that reveal on, with these choices.

    ``turn_begins`` are the kinds of effects that begin a turn, if a round has many.

    Raises NoSuchChoiceError if there is no such reveal, if the seat was not asked, and if a choice is not legal."""
    stretch = _stretch(replay, reveal(replay, first), turn_begins)
    if seat is None or seat not in stretch[0].choices:
        raise NoSuchChoiceError(refuse("not_asked", NOT_ASKED))
    if len(choices) > MOST_CHOICES:
        raise NoSuchChoiceError(refuse("bad_field"))
    answers = Answers(replay, stretch, seat, choices)
    moments = tuple(_going_on(replay, stretch[0], answers, turn_begins))
    own = tuple(each for each in answers.given if each.seat == seat)
    if len(own) < len(choices):
        raise NoSuchChoiceError(refuse("not_asked", NOT_ASKED))
    return WhatIf(
        first=stretch[0].ask,
        seat=seat,
        choices=tuple(choices),
        really=stretch[0].choices[seat],
        moments=moments,
        as_it_was=stretch,
        earlier=tuple(each for each in replay.moments if each.round == stretch[0].round and each.ask < first),
        own=own,
        assumed=tuple(each for each in answers.given if each.is_assumed),
    )


def next_ask(game: AnyGame, changed: WhatIf) -> tuple[Moment, Ask[Any]]:
    """Return the reveal and the ask of the seat's next choice to change.

    Raises NoSuchChoiceError if the seat is asked nothing any more."""
    if len(changed.own) <= len(changed.choices):
        raise NoSuchChoiceError(refuse("not_asked", NOT_ASKED))
    at = changed.own[len(changed.choices)].ask
    moment = next(each for each in changed.moments if each.ask == at)
    return moment, game.asks(moment.before)[changed.seat]


def _going_on(replay: Replay, first: Moment, answers: Answers, begins: Collection[str]) -> Iterator[Moment]:
    """Yield the reveals in order. Raises NoSuchChoiceError."""
    game, chance, state = replay.game, SeededChance(bytes.fromhex(seed_of(replay))), first.before
    for ask in map(AskNumber, range(first.ask, first.ask + MOST_REVEALS)):
        chosen = {seat: answers.answer(ask, seat, owed, state) for seat, owed in game.asks(state).items()}
        steps = game.resolve(state, {seat: game.parse(text) for seat, text in chosen.items()}, chance)
        moment = Moment(ask, first.round, state, steps, chosen, names=first.names)
        yield moment
        state = steps[-1].state
        if _is_round_over(game, moment, begins):
            return


def _stretch(replay: Replay, first: Moment, begins: Collection[str]) -> tuple[Moment, ...]:
    """Return the reveals from that one to the end of its round or turn."""
    found = []
    for moment in replay.moments[replay.moments.index(first) :]:
        found.append(moment)
        if _is_round_over(replay.game, moment, begins):
            break
    return tuple(found)


def _is_round_over(game: AnyGame, moment: Moment, begins: Collection[str]) -> bool:
    """Return whether its round or turn is over after that reveal."""
    after = moment.steps[-1].state
    is_next = any(step.effect.kind in begins for step in moment.steps)
    return is_next or game.round(after) != moment.round or not game.asks(after)
